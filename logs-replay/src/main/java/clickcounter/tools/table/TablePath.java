package clickcounter.tools.table;

import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.ToolSettings;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the table is: the only place that says it. */
public final class TablePath {
  @Option(
      names = "--table",
      paramLabel = "DIR",
      description =
          "Where the table is, which clicks archive import makes. Default: the setting ops.table")
  private Path directory;

  /**
   * The directory.
   *
   * @throws IllegalArgumentException when it is not known
   */
  public Path required(ToolSettings settings) {
    return ifAny(settings)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected --table DIR, or the setting " + OpsSettingsTable.TABLE.key()));
  }

  /** The directory; none if the command line names archives, which are asked about alone. */
  public Optional<Path> ofAllArchives(ToolSettings settings, ArchivePaths archives) {
    return archives.areNamed()
        ? Optional.ofNullable(directory)
        : settings.directory(directory, OpsSettingsTable.TABLE);
  }

  /** The directory, if it is known. */
  public Optional<Path> ifAny(ToolSettings settings) {
    return settings.directory(directory, OpsSettingsTable.TABLE);
  }
}
