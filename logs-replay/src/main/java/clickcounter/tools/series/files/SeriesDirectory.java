package clickcounter.tools.series.files;

import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.common.ToolSettings;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the files of finished days are: the only place that says it. */
public final class SeriesDirectory {
  @Option(
      names = "--series",
      paramLabel = "DIR",
      description =
          "Where the files of finished days are, which clicks series build makes. Default: the"
              + " setting ops.series")
  private Path directory;

  /**
   * The directory.
   *
   * @throws IllegalArgumentException when it is not known
   */
  public Path required(ToolSettings settings) {
    return settings
        .directory(directory, OpsSettingsTable.SERIES)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected --series DIR, or the setting " + OpsSettingsTable.SERIES.key()));
  }

  /**
   * The directory, for a command that has no option for it.
   *
   * @throws IllegalArgumentException when it is not known
   */
  public static Path ofSettings(ToolSettings settings) {
    return settings
        .directory(null, OpsSettingsTable.SERIES)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected the setting " + OpsSettingsTable.SERIES.key()));
  }

  /** The files that are there now; none if no directory is known. */
  public SeriesFiles files(ToolSettings settings) {
    return settings
        .directory(directory, OpsSettingsTable.SERIES)
        .map(SeriesFiles::ifAny)
        .orElseGet(SeriesFiles::none);
  }
}
