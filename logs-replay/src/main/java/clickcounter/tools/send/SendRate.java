package clickcounter.tools.send;

import java.util.function.LongSupplier;

/**
 * Holds a sender to a steady rate. After a pause it does not rush to make up for it.
 *
 * <p>Not thread-safe.
 */
public final class SendRate {
  /** Who wants to wait. */
  @FunctionalInterface
  public interface Sleeper {
    void sleepNs(long ns) throws InterruptedException;
  }

  private static final long NS_PER_S = 1_000_000_000;
  private static final long MOST_CATCHING_UP_NS = NS_PER_S / 4;

  private final long eventsPerSecond;
  private final LongSupplier clockNs;
  private final Sleeper sleeper;
  private long dueNs;

  /**
   * @param eventsPerSecond 0: as fast as the broker takes it
   */
  public SendRate(long eventsPerSecond, LongSupplier clockNs, Sleeper sleeper) {
    this.eventsPerSecond = eventsPerSecond;
    this.clockNs = clockNs;
    this.sleeper = sleeper;
    dueNs = clockNs.getAsLong();
  }

  /** Waits until so many events may be sent. */
  void await(int events) throws InterruptedException {
    if (eventsPerSecond == 0) {
      return;
    }
    long nowNs = clockNs.getAsLong();
    if (dueNs > nowNs) {
      sleeper.sleepNs(dueNs - nowNs);
    }
    dueNs = Math.max(dueNs, nowNs - MOST_CATCHING_UP_NS) + events * NS_PER_S / eventsPerSecond;
  }
}
