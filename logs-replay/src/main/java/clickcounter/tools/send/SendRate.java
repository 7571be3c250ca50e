package clickcounter.tools.send;

import java.util.function.LongSupplier;

/**
 * Limits a sender to a steady rate. After a pause it catches up by a quarter of a second at most.
 *
 * <p>Not thread-safe.
 */
public final class SendRate {
  /** Sleeps; tests replace it. */
  @FunctionalInterface
  public interface Sleeper {
    void sleepNs(long ns) throws InterruptedException;
  }

  public static final SendRate UNLIMITED = new SendRate(0, () -> 0, ns -> {});

  private static final long NS_PER_S = 1_000_000_000;
  private static final long MAX_CATCH_UP_NS = NS_PER_S / 4;

  private final long eventsPerSecond;
  private final LongSupplier clockNs;
  private final Sleeper sleeper;
  private long dueNs;

  /**
   * @param eventsPerSecond 0 for no limit
   */
  public SendRate(long eventsPerSecond, LongSupplier clockNs, Sleeper sleeper) {
    this.eventsPerSecond = eventsPerSecond;
    this.clockNs = clockNs;
    this.sleeper = sleeper;
    dueNs = clockNs.getAsLong();
  }

  /** Waits until this many more events may be sent. */
  void await(int events) throws InterruptedException {
    if (eventsPerSecond == 0) {
      return;
    }
    long nowNs = clockNs.getAsLong();
    if (dueNs > nowNs) {
      sleeper.sleepNs(dueNs - nowNs);
    }
    dueNs = Math.max(dueNs, nowNs - MAX_CATCH_UP_NS) + events * NS_PER_S / eventsPerSecond;
  }
}
