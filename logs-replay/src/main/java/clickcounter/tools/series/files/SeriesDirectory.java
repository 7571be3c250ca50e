package clickcounter.tools.series.files;

import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.series.HourSource;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the files of finished days are: the only place that says it. */
public final class SeriesDirectory {
  @Option(
      names = "--files",
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
                    "expected --files DIR, or the setting " + OpsSettingsTable.SERIES.key()));
  }

  /** The files that are there now; none if no directory is known. */
  public SeriesFiles files(ToolSettings settings) {
    return settings
        .directory(directory, OpsSettingsTable.SERIES)
        .map(SeriesFiles::ifAny)
        .orElseGet(SeriesFiles::none);
  }

  /** Where there are no files. */
  public static HourSource noFiles() {
    return SeriesFiles.none()::hours;
  }

  /** Clicks by the hour of the days that have files whenever they are asked for. */
  public HourSource source(ToolSettings settings) {
    return (adId, fromSlot, toSlot) -> files(settings).hours(adId, fromSlot, toSlot);
  }
}
