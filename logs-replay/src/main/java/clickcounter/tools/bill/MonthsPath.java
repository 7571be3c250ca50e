package clickcounter.tools.bill;

import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.common.ToolSettings;

/** Where closed months are: the only place that says it. */
final class MonthsPath {
  private MonthsPath() {}

  /** The closed months; none if it is not known where they are. */
  static Months ifAny(ToolSettings settings) {
    return new Months(settings.directory(OpsSettingsTable.MONTHS).orElse(null));
  }

  /**
   * The closed months.
   *
   * @throws IllegalArgumentException when it is not known where they are
   */
  static Months required(ToolSettings settings) {
    Months months = ifAny(settings);
    if (months.root() == null) {
      throw new IllegalArgumentException(
          "where closed months are is not known: expected the setting "
              + OpsSettingsTable.MONTHS.key());
    }
    return months;
  }
}
