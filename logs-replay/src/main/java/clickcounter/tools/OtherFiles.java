package clickcounter.tools;

import clickcounter.cli.ExitCode;
import clickcounter.tools.archive.ArchiveFiles;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * Files that stand in the named directories and were not read, since their names are not those of
 * event files: told, and not taken for done unless that is allowed.
 */
final class OtherFiles {
  private static final int MOST_NAMED = 20;

  @Option(
      names = "--ignore-others",
      description =
          "Do not end with 4 because directories have files that are not named "
              + "like event files")
  private boolean ignored;

  /** The status of a command that read these files: 4 in the place of 0 if it did not read all. */
  int status(int status, ArchiveFiles files) {
    return status == ExitCode.OK && !files.passedOver().isEmpty() && !ignored
        ? ExitCode.SKIPPED
        : status;
  }

  void print(ArchiveFiles files, PrintStream out) {
    List<Path> others = files.passedOver();
    if (!others.isEmpty()) {
      out.println(
          Texts.count(others.size(), "file")
              + " skipped: expected names such as "
              + ArchiveFiles.NAMES
              + ". To read them, name them one by one"
              + (ignored ? "." : "; to accept this, use --ignore-others."));
      others.stream().limit(MOST_NAMED).forEach(file -> out.println("  " + file));
      if (others.size() > MOST_NAMED) {
        out.println("  … and " + Texts.number(others.size() - MOST_NAMED) + " more");
      }
    }
    for (Path loop : files.loops()) {
      out.println(loop + " is a link to a directory above it, and was not followed");
    }
  }
}
