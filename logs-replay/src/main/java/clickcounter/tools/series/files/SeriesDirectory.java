package clickcounter.tools.series.files;

import clickcounter.tools.series.HourSource;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the files of finished days are: the only place that says it. */
public final class SeriesDirectory {
  @Option(
      names = "--files",
      paramLabel = "DIR",
      description = "Where the files of finished days are, which clicks series build makes")
  private Path directory;

  /**
   * The directory.
   *
   * @throws IllegalArgumentException when it is not known
   */
  public Path required() {
    if (directory == null) {
      throw new IllegalArgumentException("expected --files DIR");
    }
    return directory;
  }

  /** The files that are there now; none if no directory is known. */
  public SeriesFiles files() {
    return directory == null ? SeriesFiles.none() : SeriesFiles.ifAny(directory);
  }

  /** Clicks by the hour of the days that have files whenever they are asked for. */
  public HourSource source() {
    return (adId, fromSlot, toSlot) -> files().hours(adId, fromSlot, toSlot);
  }
}
