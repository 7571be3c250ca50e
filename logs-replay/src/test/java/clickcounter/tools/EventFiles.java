package clickcounter.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Reads and writes event files without using code of the tools. */
public final class EventFiles {
  private EventFiles() {}

  public static List<String> read(Path file) throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  public static Path write(Path file, List<String> lines) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream out = file.toString().endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
      for (String line : lines) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }

  /** Runs a script of {@code sh} in a directory. */
  public static void shell(Path directory, String script) throws IOException {
    Process process =
        new ProcessBuilder("sh", "-ec", script).directory(directory.toFile()).inheritIO().start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("failed: " + script);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Is deleted when it is closed: the JDK cannot. */
  public record Unreadable(Path directory) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      shell(directory.getParent(), "rm -rf deep");
    }
  }

  /**
   * Makes a directory that nobody can read to its end, root neither: it is so deep that paths
   * become too long.
   */
  public static Unreadable unreadable(Path parent) throws IOException {
    shell(
        parent,
        "mkdir deep; cd deep; n=$(printf '%0200d' 0);"
            + " for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do"
            + " mkdir $n; cd -P $n; done");
    return new Unreadable(parent.resolve("deep"));
  }
}
