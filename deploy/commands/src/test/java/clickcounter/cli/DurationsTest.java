package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationsTest {
  private final Durations durations = new Durations();

  @ParameterizedTest
  @CsvSource({"500ms, PT0.5S", "10s, PT10S", "5m, PT5M", "0.5m, PT30S", "2h, PT2H", "1d, PT24H"})
  void aNumberWithItsUnitIsRead(String text, Duration expected) {
    assertThat(durations.convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "soon", "-1s", "1w", "", "1.s", "9999999999s", "9999999d"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> durations.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("10m")
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void theLongestIsNotCutOff() {
    assertThat(durations.convert("99999d")).isEqualTo(Duration.ofDays(99_999));
  }
}
