package clickcounter.count;

/**
 * The bounds of deferred writes.
 *
 * @param deferralMs how long a hot document is held back, at most; 0 for not at all
 * @param maxPutsInFlight at once, at least 1
 * @param maxPutsPerSecond the steady rate, 0 for no bound
 */
public record WriteLimits(long deferralMs, int maxPutsInFlight, int maxPutsPerSecond) {
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
}
