package clickcounter.storm;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The deliveries whose outcome was told already. One that fails after that, because what followed
 * from it failed, comes again, and is not to be told again.
 *
 * <p>It remembers the latest; one that comes again after it was forgotten is told again.
 */
final class ToldDeliveries {
  private final Map<Long, Boolean> told;

  /**
   * @param most how many are remembered, at about 80 bytes each
   */
  ToldDeliveries(int most) {
    told =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > most;
          }
        };
  }

  /** True the first time. */
  boolean add(long delivery) {
    return told.put(delivery, true) == null;
  }
}
