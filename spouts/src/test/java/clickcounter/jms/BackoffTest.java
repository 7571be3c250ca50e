package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void delaysDoubleUpToTheLongest() {
    assertThat(IntStream.rangeClosed(1, 9).mapToLong(Backoff.DEFAULT::delayMs))
        .containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 10_000L, 10_000L);
  }

  @Test
  void manyFailuresDoNotOverflow() {
    assertThat(Backoff.DEFAULT.delayMs(Integer.MAX_VALUE)).isEqualTo(10_000);
    assertThat(new Backoff(1L << 40, Long.MAX_VALUE).delayMs(1_000)).isPositive();
  }

  @Test
  void aLongestBelowTheFirstIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Backoff(100, 99));
  }
}
