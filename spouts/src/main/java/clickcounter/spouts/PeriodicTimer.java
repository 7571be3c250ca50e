package clickcounter.spouts;

/**
 * Says when something is due that is done now and then. Times may be negative, as those of {@link
 * System#nanoTime} may.
 */
final class PeriodicTimer {
  private final long periodMs;
  private long nextMs;
  private boolean isStarted;

  PeriodicTimer(long periodMs) {
    this.periodMs = periodMs;
  }

  /** True the first time, and then once a period. */
  boolean isDue(long nowMs) {
    if (isStarted && nowMs - nextMs < 0) {
      return false;
    }
    isStarted = true;
    nextMs = nowMs + periodMs;
    return true;
  }
}
