package clickcounter.defer;

import static clickcounter.event.EventLimits.requireAtLeast;

import java.io.Serializable;

/**
 * The bounds of deferred writes.
 *
 * @param deferralMs the least time between two puts of one document; 0 for none
 * @param maxPutsInFlight puts under way at once, at least 1
 * @param maxPutsPerSecond the steady rate; 0 for no bound
 * @param maxWaitMs how long the rate alone may delay a change; an older change is written
 *     regardless of the rate
 */
public record WriteLimits(
    long deferralMs, int maxPutsInFlight, int maxPutsPerSecond, long maxWaitMs)
    implements Serializable {
  public WriteLimits {
    requireAtLeast("deferralMs", deferralMs, 0);
    requireAtLeast("maxPutsInFlight", maxPutsInFlight, 1);
    requireAtLeast("maxPutsPerSecond", maxPutsPerSecond, 0);
    requireAtLeast("maxWaitMs", maxWaitMs, deferralMs);
  }

  /** Limits whose rate holds however long a change waits. */
  public WriteLimits(long deferralMs, int maxPutsInFlight, int maxPutsPerSecond) {
    this(deferralMs, maxPutsInFlight, maxPutsPerSecond, Long.MAX_VALUE);
  }

  /** The share of one of several tasks that keep these bounds together. */
  public WriteLimits dividedBy(int tasks) {
    int rate = maxPutsPerSecond == 0 ? 0 : Math.max(1, maxPutsPerSecond / tasks);
    return new WriteLimits(deferralMs, Math.max(1, maxPutsInFlight / tasks), rate, maxWaitMs);
  }
}
