package clickcounter.spouts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodicTimerTest {
  /** A clock of the machine's may begin anywhere, and pass its own end. */
  @ParameterizedTest
  @ValueSource(longs = {0, -1, -9_000_000_000_000L, 9_000_000_000_000L, Long.MAX_VALUE - 5})
  void isDueAtOnceAndThenOnceAPeriod(long startMs) {
    PeriodicTimer every = new PeriodicTimer(10);
    assertThat(every.isDue(startMs)).isTrue();
    assertThat(every.isDue(startMs)).isFalse();
    assertThat(every.isDue(startMs + 9)).isFalse();
    assertThat(every.isDue(startMs + 10)).isTrue();
    assertThat(every.isDue(startMs + 19)).isFalse();
    assertThat(every.isDue(startMs + 1_000)).isTrue();
  }
}
