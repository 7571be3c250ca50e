package clickcounter.tools.common;

import clickcounter.tools.archive.ArchiveFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/**
 * The archives that a command reads: those of its command line, or else those of the setting. For
 * commands without other parameters: one with an id before them has to declare them itself.
 */
public final class ArchivePaths {
  public static final String DESCRIPTION =
      "Files (plain, .gz, .zst), directories (links are followed) or patterns. Default: the"
          + " setting ops.archives";

  @Parameters(arity = "0..*", paramLabel = "PATH", description = DESCRIPTION)
  private List<Path> paths = List.of();

  public boolean areNamed() {
    return !paths.isEmpty();
  }

  /**
   * The archives.
   *
   * @throws IllegalArgumentException if neither command line nor setting names any
   */
  public List<Path> of(ToolSettings settings) {
    return settings.archives(paths);
  }

  /**
   * Their files, as they are now.
   *
   * @throws IOException naming the first path that does not exist or matches nothing
   * @throws IllegalArgumentException if neither command line nor setting names any
   */
  public ArchiveFiles find(ToolSettings settings) throws IOException {
    return ArchiveFiles.find(of(settings));
  }
}
