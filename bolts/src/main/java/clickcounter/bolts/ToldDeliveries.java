package clickcounter.bolts;

import java.util.HashSet;
import java.util.Set;

/**
 * The deliveries whose outcome was told already. One that fails after that, because what followed
 * from it failed, comes again, and is not to be told again.
 *
 * <p>It remembers the latest; one that comes again after it was forgotten is told again.
 */
final class ToldDeliveries {
  private final int least;
  private Set<Long> latest = new HashSet<>();
  private Set<Long> older = new HashSet<>();

  /**
   * @param least how many are remembered; twice as many at most, at about 60 bytes each
   */
  ToldDeliveries(int least) {
    this.least = least;
  }

  /** True the first time. */
  boolean add(long delivery) {
    if (older.contains(delivery) || !latest.add(delivery)) {
      return false;
    }
    if (latest.size() == least) {
      older = latest;
      latest = new HashSet<>();
    }
    return true;
  }
}
