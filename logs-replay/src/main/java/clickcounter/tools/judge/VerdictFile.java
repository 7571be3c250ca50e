package clickcounter.tools.judge;

import clickcounter.cli.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the archive file of a run. It is there as a whole, or not at all. */
public final class VerdictFile {
  private VerdictFile() {}

  /** Where the verdicts of a run are. */
  public static Path of(Path directory, Differences differences) {
    return directory.resolve(differences.counterId() + ".ndjson");
  }

  /**
   * Writes a new file.
   *
   * @throws IOException if it cannot be written, or is there already
   */
  public static void write(Path file, Differences differences) throws IOException {
    requireAbsent(file);
    AtomicFile.makeDirectories(file);
    String text = String.join("\n", differences.lines()) + "\n";
    AtomicFile.replace(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void requireAbsent(Path file) throws IOException {
    if (Files.exists(file)) {
      throw new IOException(
          file
              + " is there, but no event of its counter was read from it: expected no such file."
              + " Nothing was written. What is it?");
    }
  }
}
