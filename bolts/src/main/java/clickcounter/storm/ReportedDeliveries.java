package clickcounter.storm;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The deliveries whose events the metrics have counted. A delivery that fails after that, because a
 * tuple emitted from it failed, is delivered again, and its events must not be added a second time.
 *
 * <p>Affects metrics only, never the counting. It remembers the latest deliveries; one that is
 * redelivered after it was forgotten is added twice.
 */
final class ReportedDeliveries {
  private final Map<Long, Boolean> reported;

  /**
   * @param most how many are remembered, at about 80 bytes each
   */
  ReportedDeliveries(int most) {
    reported =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > most;
          }
        };
  }

  /** True the first time. */
  boolean add(long delivery) {
    return reported.put(delivery, true) == null;
  }
}
