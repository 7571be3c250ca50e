package clickcounter.ledger;

import clickcounter.document.HourCounts;
import clickcounter.document.HoursDocument;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Closed hours of one UTC day that are to be rolled: written to the day's document, and dropped
 * from the ad's when that is stored.
 *
 * @param day days since the epoch
 * @param number of the write of the ad's document that counted this, and that a quorum stored
 * @param hours what is counted of each hour, whole
 */
public record HourRoll(long day, long number, SortedMap<Long, HourCounts> hours) {
  public HourRoll {
    hours = Collections.unmodifiableSortedMap(new TreeMap<>(hours));
  }

  /**
   * The day's document with these hours.
   *
   * @param stored that was read; siblings are one, see {@link HoursDocument#union}
   * @return null if it has one of the hours of a later write of the ad's document: this copy is
   *     old, or the ad's document was lost
   */
  public HoursDocument onto(HoursDocument stored) {
    boolean isOld = hours.keySet().stream().anyMatch(quarter -> stored.newest(quarter) > number);
    return isOld ? null : stored.with(hours, number);
  }
}
