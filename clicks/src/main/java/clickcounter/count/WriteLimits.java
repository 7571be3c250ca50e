package clickcounter.count;

import java.io.Serializable;

/**
 * The bounds of deferred writes.
 *
 * @param deferralMs how long a hot document is held back, at most; 0 for not at all
 * @param maxPutsInFlight at once, at least 1
 * @param maxPutsPerSecond the steady rate, 0 for no bound
 */
public record WriteLimits(long deferralMs, int maxPutsInFlight, int maxPutsPerSecond)
    implements Serializable {
  public WriteLimits {
    if (deferralMs < 0 || maxPutsInFlight < 1 || maxPutsPerSecond < 0) {
      throw new IllegalArgumentException(
          "write limits: expected deferralMs >= 0, maxPutsInFlight >= 1, maxPutsPerSecond >= 0, found "
              + deferralMs
              + ", "
              + maxPutsInFlight
              + ", "
              + maxPutsPerSecond);
    }
  }

  /** The share of one of several tasks that together keep these bounds. */
  public WriteLimits dividedBy(int tasks) {
    int rate = maxPutsPerSecond == 0 ? 0 : Math.max(1, maxPutsPerSecond / tasks);
    return new WriteLimits(deferralMs, Math.max(1, maxPutsInFlight / tasks), rate);
  }
}
