package clickcounter.status;

import clickcounter.cli.IoErrors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs texts, and says in the first of them what could not be had. */
final class DebugZip {
  private static final String INDEX = "README.txt";

  private final Redaction redaction;
  private final List<Part> parts = new ArrayList<>();

  /**
   * @param why it could not be had, in a line; else null
   */
  private record Part(String name, String text, String why) {
    String line() {
      return why == null ? name : name + ": could not be had: " + why;
    }
  }

  DebugZip(Redaction redaction) {
    this.redaction = redaction;
  }

  /** Finds out a part. */
  interface Source {
    String text() throws IOException;
  }

  /** Adds a part, or the reason why it cannot be had. */
  void add(String name, Source source) {
    try {
      parts.add(new Part(name, source.text(), null));
    } catch (IOException | RuntimeException e) {
      String why = redaction.of(IoErrors.message(e));
      parts.add(new Part(name, "could not be had: " + why + "\n", why.strip().split("\n")[0]));
    }
  }

  /** The parts that could not be had, and why, in a line each. */
  List<String> missing() {
    return parts.stream().filter(part -> part.why != null).map(Part::line).toList();
  }

  int size() {
    return parts.size();
  }

  /**
   * The whole file.
   *
   * @param about what it is, for who opens it
   */
  byte[] bytes(String about) throws IOException {
    StringBuilder index = new StringBuilder(about).append("\n");
    parts.forEach(part -> index.append(part.line()).append("\n"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
      put(zip, INDEX, index.toString());
      for (Part part : parts) {
        put(zip, part.name(), part.text());
      }
    }
    return bytes.toByteArray();
  }

  private void put(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(redaction.of(text).getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }
}
