package clickcounter.views;

/**
 * Limits the reads that several threads start: how many at a time, and how many a second.
 * Thread-safe.
 */
final class ReadBudget {
  private static final double BURST_SECONDS = 0.1;

  private final int maxInFlight;
  private final int maxPerSecond;
  private int inFlight;
  private double permits;
  private long permitsAtMs = Long.MIN_VALUE;

  /**
   * @param maxPerSecond 0 for no limit
   */
  ReadBudget(int maxInFlight, int maxPerSecond) {
    this.maxInFlight = maxInFlight;
    this.maxPerSecond = maxPerSecond;
  }

  /**
   * Whether one more read may start; {@link #release} must be called when it has ended.
   *
   * @param overdue whether it has waited so long that the rate no longer holds it back
   */
  synchronized boolean tryAcquire(long nowMs, boolean overdue) {
    if (inFlight >= maxInFlight || !tryPermit(nowMs) && !overdue) {
      return false;
    }
    inFlight++;
    return true;
  }

  private boolean tryPermit(long nowMs) {
    if (maxPerSecond == 0) {
      return true;
    }
    double most = Math.max(1, maxPerSecond * BURST_SECONDS);
    if (permitsAtMs == Long.MIN_VALUE) {
      permits = most;
    } else {
      double earned = Math.max(0, nowMs - permitsAtMs) * maxPerSecond / 1_000.0;
      permits = Math.min(most, permits + earned);
    }
    permitsAtMs = Math.max(permitsAtMs, nowMs);
    if (permits < 1) {
      return false;
    }
    permits--;
    return true;
  }

  synchronized void release() {
    inFlight--;
  }
}
