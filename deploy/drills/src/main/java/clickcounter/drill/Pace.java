package clickcounter.drill;

/**
 * How long drills take.
 *
 * @param loadMs load runs for at least so long
 * @param lastingMs how long a fault stays that lasts
 * @param leastPauseMs between two strikes
 * @param mostPauseMs between two strikes
 * @param eventsPerS of all services
 */
record Pace(long loadMs, long lastingMs, int leastPauseMs, int mostPauseMs, int eventsPerS) {
  private static final long MINUTE_MS = 60_000;
  private static final long SETTLE_MS = 300_000;

  /** Of a person who wants to know. */
  static Pace minutes(double loadMinutes, int faultMinutes) {
    return new Pace(
        Math.round(loadMinutes * MINUTE_MS), faultMinutes * MINUTE_MS, 2_000, 6_000, 1_000);
  }

  /** Of a test. */
  static Pace brief() {
    return new Pace(0, 4_000, 500, 1_000, 400);
  }

  /** Until all is settled, on a busy machine; what came together during a fault takes its time. */
  long settleMs() {
    return SETTLE_MS + 2 * lastingMs;
  }
}
