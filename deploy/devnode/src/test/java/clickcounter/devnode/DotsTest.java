package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DotsTest {
  private final ManualClock clock = new ManualClock();

  @Test
  void aRestartGivesLargerDots() {
    Dots before = new Dots(clock);
    before.nextAfter(0);
    long last = before.nextAfter(0);
    clock.advance(Duration.ofMillis(1));

    assertThat(new Dots(clock).nextAfter(0)).isGreaterThan(last);
  }

  @Test
  void aDotIsAboveItsContext() {
    long context = Dots.micros(clock) + 5_000_000;
    assertThat(new Dots(clock).nextAfter(context)).isEqualTo(context + 1);
  }

  @Test
  void aDotOfYearsToComeWasNotGiven() {
    Dots dots = new Dots(clock);
    assertThat(dots.mayHaveGiven(dots.nextAfter(0))).isTrue();
    assertThat(dots.mayHaveGiven(Long.MAX_VALUE)).isFalse();
  }
}
