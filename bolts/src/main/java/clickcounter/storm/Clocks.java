package clickcounter.storm;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clock of deferrals and of "known since": UTC as it was when the worker started, and from then
 * on evenly. It does not jump when somebody sets the machine's clock: set back by an hour, it would
 * hold documents for an hour; but a worker that started in a wrong time keeps it until it ends.
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
