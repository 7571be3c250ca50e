package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DotsTest {

  private final AtomicLong stored = new AtomicLong();

  @Test
  void aRestartGivesLargerDots() {
    Dots before = new Dots(stored.get(), stored::set);
    before.nextAfter(0);
    long last = before.nextAfter(0);

    assertThat(new Dots(stored.get(), stored::set).nextAfter(0)).isGreaterThan(last);
  }

  @Test
  void aDotIsReservedBeforeItIsGiven() {
    Dots dots = new Dots(0, stored::set);

    assertThat(dots.nextAfter(0)).isLessThanOrEqualTo(stored.get());
  }

  @Test
  void aDotIsAboveItsContext() {
    assertThat(new Dots(0, stored::set).nextAfter(5_000_000)).isEqualTo(5_000_001);
  }
}
