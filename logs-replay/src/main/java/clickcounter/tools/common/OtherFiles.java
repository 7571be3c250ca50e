package clickcounter.tools.common;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Texts;
import clickcounter.tools.archive.ArchiveFiles;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What commands say about files of the named directories that were not read, because of their names
 * or because they could not be. A command does not end with 0 then.
 */
public final class OtherFiles {
  private OtherFiles() {}

  /** The exit code of a command that read these files: 4 instead of 0 if it skipped some. */
  public static int status(int status, ArchiveFiles files) {
    boolean isAll = files.passedOver().isEmpty() && files.unreadable().isEmpty();
    return status == ExitCode.OK && !isAll ? ExitCode.SKIPPED : status;
  }

  public static void print(ArchiveFiles files, PrintStream out) {
    List<Path> others = files.passedOver();
    if (!others.isEmpty()) {
      out.println(
          Texts.count(others.size(), "file")
              + " skipped: expected names in UTF-8 such as "
              + ArchiveFiles.NAMES
              + ". To read them, name them one by one; to leave them out, name the others by a pattern"
              + " such as 'DIR/**/*.ndjson.gz'");
      Texts.first(others.stream().map(Path::toString).toList())
          .forEach(file -> out.println("  " + file));
    }
    files
        .unreadable()
        .forEach((path, why) -> out.println(path + " cannot be read, and was skipped: " + why));
  }

  /** Files of the named directories that were not read. */
  public record PassedOver(int count, List<Path> first) {
    private static final int MAX_NAMED = 20;

    public static PassedOver of(ArchiveFiles files) {
      List<Path> all =
          Stream.concat(files.passedOver().stream(), files.unreadable().keySet().stream()).toList();
      return new PassedOver(all.size(), all.stream().limit(MAX_NAMED).toList());
    }
  }
}
