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
}
