package clickcounter.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ClocksTest {
  private final AtomicLong utcMs = new AtomicLong(1_000_000);
  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);

  private final Clock utc =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
          return Instant.ofEpochMilli(utcMs.get());
        }
      };

  @Test
  void clockThatIsSetBackHoldsNothingBack() {
    LongSupplier clock = Clocks.steady(utc, nanoTime::get);
    assertThat(clock.getAsLong()).isEqualTo(1_000_000);

    utcMs.addAndGet(-3_600_000);
    nanoTime.addAndGet(7_000_000);

    assertThat(clock.getAsLong()).isEqualTo(1_000_007);
  }
}
