package clickcounter.drill;

/**
 * How long drills take.
 *
 * @param loadMs load runs for at least so long
 * @param strikes there are at least so many
 * @param lastingMs how long a fault stays that lasts
 * @param leastPauseMs between two strikes
 * @param mostPauseMs between two strikes
 * @param eventsPerS of all services
 */
record Pace(
    long loadMs, int strikes, long lastingMs, int leastPauseMs, int mostPauseMs, int eventsPerS) {
  private static final long MINUTE_MS = 60_000;

  /** Of a person who wants to know. */
  static Pace minutes(int loadMinutes, int faultMinutes) {
    return new Pace(
        loadMinutes * MINUTE_MS,
        faultMinutes == 1 ? 2 : 1,
        faultMinutes * MINUTE_MS,
        2_000,
        6_000,
        1_000);
  }

  /** Of a test. */
  static Pace brief() {
    return new Pace(0, 1, 4_000, 500, 1_000, 400);
  }
}
