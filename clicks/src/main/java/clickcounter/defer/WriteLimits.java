package clickcounter.defer;

import java.io.Serializable;

/**
 * The bounds of deferred writes.
 *
 * @param deferralMs how long a hot document is held back, at most; 0 for not at all
 * @param maxPutsInFlight at once, at least 1
 * @param maxPutsPerSecond the steady rate, 0 for no bound
 * @param maxWaitMs how long the rate alone may hold a change back: one that is older is written
 *     whatever the rate
 */
public record WriteLimits(
    long deferralMs, int maxPutsInFlight, int maxPutsPerSecond, long maxWaitMs)
    implements Serializable {
  public WriteLimits {
    if (deferralMs < 0 || maxPutsInFlight < 1 || maxPutsPerSecond < 0 || maxWaitMs < deferralMs) {
      throw new IllegalArgumentException(
          "write limits: expected 0 <= deferralMs <= maxWaitMs, maxPutsInFlight >= 1, maxPutsPerSecond >= 0, found "
              + deferralMs
              + ", "
              + maxWaitMs
              + ", "
              + maxPutsInFlight
              + ", "
              + maxPutsPerSecond);
    }
  }

  /** A rate that holds whatever waits. */
  public WriteLimits(long deferralMs, int maxPutsInFlight, int maxPutsPerSecond) {
    this(deferralMs, maxPutsInFlight, maxPutsPerSecond, Long.MAX_VALUE);
  }

  /** The share of one of several tasks that together keep these bounds. */
  public WriteLimits dividedBy(int tasks) {
    int rate = maxPutsPerSecond == 0 ? 0 : Math.max(1, maxPutsPerSecond / tasks);
    return new WriteLimits(deferralMs, Math.max(1, maxPutsInFlight / tasks), rate, maxWaitMs);
  }
}
