package clickcounter.storm;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clock of deferrals and of "known since": UTC at the start of the worker, advanced by {@code
 * nanoTime}. Setting the machine's clock does not change it: a clock set back by an hour would
 * delay puts by an hour. A worker that starts with a wrong clock keeps it until it ends.
 */
final class Clocks {
  private static final LongSupplier STEADY = steady(Clock.systemUTC(), System::nanoTime);

  private Clocks() {}

  static long millis() {
    return STEADY.getAsLong();
  }

  static LongSupplier steady(Clock utc, LongSupplier nanoTime) {
    long startMs = utc.millis();
    long startNs = nanoTime.getAsLong();
    return () -> startMs + TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - startNs);
  }
}
