package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
        .isEqualTo(
            "id \\u001b]0;pwned\\u0007 and \\u009b31m\n\\u001b[2J\n\\u000dover the line\\u007f");
  }

  @Test
  void textInAnotherOrderIsShown() {
    terminal.out().print("m1\u202e2m");
    assertThat(printed()).isEqualTo("m1\\u202e2m");
  }

  @ParameterizedTest
  @CsvSource({"'a\tb'", "'1\n2'", "Zürich … 東京 🚲", "''"})
  void whatIsHarmlessStays(String text) {
    terminal.out().print(text);
    assertThat(printed()).isEqualTo(text);
  }
}
