package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal(new PrintStream(bytes, true, StandardCharsets.UTF_8), System.err, false);

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void escapesOfATerminalAreShownAndNotDone() {
    terminal.out().println("id \u001b]0;pwned\u0007 and \u009b31m");
    terminal.out().printf(Locale.ROOT, "%s%n", "\u001b[2J");
    terminal.out().append("\rover the line").print('\u007f');
    assertThat(printed())
        .isEqualTo("id \\u001b]0;pwned\\u0007 and \\u009b31m\n\\u001b[2J\n\\rover the line\\u007f");
  }

  /** Whatever prints it, and as which type. */
  @Test
  void noTextBeginsALine() {
    String id = "new\nEQUAL: every document matches the archive.";
    terminal.out().println(id);
    terminal.err().println(Path.of(id));
    terminal.out().println(id.toCharArray());
    terminal.out().printf("ad %s of %s, %d%n", id, List.of(id), 7);
    terminal.out().printf(Locale.ROOT, "ad %-60s%n", new StringBuilder(id));
    terminal.out().format("%s", Path.of(id)).println();
    terminal.out().append(id).append('\n').println();
    assertThat(printed().lines()).hasSize(6).noneMatch(line -> line.startsWith("EQUAL"));
    assertThat(printed()).contains("ad new\\nEQUAL: every", ", 7\n");
  }

  @ParameterizedTest
  @CsvSource({"'a\tb'", "Zürich … 東京 🚲", "''"})
  void whatIsHarmlessStays(String text) {
    terminal.out().print(text);
    assertThat(printed()).isEqualTo(text);
  }
}
