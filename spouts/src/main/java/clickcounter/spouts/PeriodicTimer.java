package clickcounter.spouts;

/**
 * Says when something periodic is due. Times may be negative, like those of {@link
 * System#nanoTime}.
 */
final class PeriodicTimer {
  private final long periodMs;
  private long nextMs;
  private boolean isStarted;

  PeriodicTimer(long periodMs) {
    this.periodMs = periodMs;
  }

  /** True for the first call, and then once a period. */
  boolean isDue(long nowMs) {
    if (isStarted && nowMs - nextMs < 0) {
      return false;
    }
    isStarted = true;
    nextMs = nowMs + periodMs;
    return true;
  }
}
