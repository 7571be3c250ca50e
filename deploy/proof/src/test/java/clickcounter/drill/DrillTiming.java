package clickcounter.drill;

import java.time.Duration;

/**
 * How long the parts of a drill take, and how fast services log.
 *
 * @param loadMs the least time for which services log
 * @param lastingMs the duration of a fault that lasts
 * @param leastPauseMs the least time between two strikes
 * @param mostPauseMs the most time between two strikes
 * @param eventsPerS of all services together
 */
record DrillTiming(long loadMs, long lastingMs, int leastPauseMs, int mostPauseMs, int eventsPerS) {
  private static final long SETTLE_MS = 300_000;

  DrillTiming {
    if (loadMs < 0 || lastingMs < 1 || leastPauseMs < 0 || mostPauseMs <= leastPauseMs) {
      throw new IllegalArgumentException(
          "times: expected loadMs >= 0, lastingMs > 0, 0 <= leastPauseMs < mostPauseMs, found %d, %d, %d, %d"
              .formatted(loadMs, lastingMs, leastPauseMs, mostPauseMs));
    }
    if (eventsPerS < 1) {
      throw new IllegalArgumentException("eventsPerS: expected 1 or more, found " + eventsPerS);
    }
  }

  /** For the command line. */
  static DrillTiming of(Duration load, Duration fault) {
    return new DrillTiming(load.toMillis(), fault.toMillis(), 2_000, 6_000, 1_000);
  }

  /** For tests. */
  static DrillTiming brief() {
    return new DrillTiming(0, 4_000, 500, 1_000, 400);
  }

  /** Enough to settle everything on a busy machine, with what piled up during a fault. */
  long settleMs() {
    return SETTLE_MS + 2 * lastingMs;
  }
}
