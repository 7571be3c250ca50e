package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {
  @ParameterizedTest
  @CsvSource({
    "'new\nEQUAL', 'new\\nEQUAL'",
    "'a\rb', 'a\\rb'",
    "'\u001b[2J', '\\u001b[2J'",
    "'next\u0085line', 'next\\u0085line'",
    "'line\u2028paragraph\u2029', 'line\\u2028paragraph\\u2029'",
    "'m1\u202e2m', 'm1\\u202e2m'",
    "'\u2066isolated\u2069', '\\u2066isolated\\u2069'",
    "'zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'"
  })
  void textThatIsNoLineIsEscaped(String text, String line) {
    assertThat(OneLine.of(text)).isEqualTo(line);
  }

  /** It would be '?' in UTF-8, as every other half. */
  @Test
  void halfOfAPairAndAnInvisiblePairAreEscaped() {
    assertThat(OneLine.of("a\ud83d")).isEqualTo("a\\ud83d");
    assertThat(OneLine.of("a\udb40\udc01🚲")).isEqualTo("a\\udb40\\udc01🚲");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Zürich … 東京 🚲", "a\\nb", "größe-42", "a\tb"})
  void otherTextStays(String text) {
    assertThat(OneLine.of(text)).isSameAs(text);
  }
}
