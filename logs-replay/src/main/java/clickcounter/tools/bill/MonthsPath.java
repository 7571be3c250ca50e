package clickcounter.tools.bill;

import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.common.ToolSettings;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where closed months are: the only place that says it. */
final class MonthsPath {
  @Option(
      names = "--months",
      paramLabel = "DIR",
      description = "Where closed months are. Default: the setting ops.months")
  private Path directory;

  /** The closed months; none if it is not known where they are. */
  Months ifAny(ToolSettings settings) {
    return new Months(settings.directory(directory, OpsSettingsTable.MONTHS).orElse(null));
  }

  /**
   * The closed months.
   *
   * @throws IllegalArgumentException when it is not known where they are
   */
  Months required(ToolSettings settings) {
    Months months = ifAny(settings);
    if (months.root() == null) {
      throw new IllegalArgumentException(
          "expected --months DIR, or the setting " + OpsSettingsTable.MONTHS.key());
    }
    return months;
  }
}
