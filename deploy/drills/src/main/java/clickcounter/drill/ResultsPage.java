package clickcounter.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Markdown page with a part that {@code drill --results} writes, between two marker comments. */
final class ResultsPage {
  static final String BEGIN = "<!-- drill results: begin -->";
  static final String END = "<!-- drill results: end -->";

  private final Path file;

  private ResultsPage(Path file) {
    this.file = file;
  }

  /**
   * Checks that the page can be written later: a run takes half an hour.
   *
   * @throws IOException if it cannot be read or written, or lacks a marker
   */
  static ResultsPage open(Path file) throws IOException {
    if (!Files.isWritable(file)) {
      throw new IOException("--results: " + file + " does not exist or cannot be written");
    }
    ResultsPage page = new ResultsPage(file);
    page.with("");
    return page;
  }

  /** Replaces what is between the markers. The rest of the page stays. */
  void write(DrillReport report) throws IOException {
    Files.writeString(file, with(report.markdown()));
  }

  private String with(String part) throws IOException {
    String text = Files.readString(file);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(
          "--results: expected the lines " + BEGIN + " and " + END + " in " + file);
    }
    return text.substring(0, begin + BEGIN.length()) + "\n" + part + text.substring(end);
  }
}
