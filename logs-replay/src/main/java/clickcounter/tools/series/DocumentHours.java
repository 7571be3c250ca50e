package clickcounter.tools.series;

import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.tools.documents.AdReading;
import java.util.Collections;
import java.util.SortedMap;

/**
 * What an ad's document knows of times: its newest hours, that hours after these counted nothing,
 * and that those before did not either if they add up to its totals.
 *
 * @param fromMs before this nothing is known; the beginning of an hour of UTC
 * @param hours since the epoch; those without an event are absent
 */
record DocumentHours(long fromMs, SortedMap<Long, HourCounts> hours) {
  /** Nothing is known. */
  static final DocumentHours NONE =
      new DocumentHours(Hours.startMs(Hours.MAX), Collections.emptySortedMap());

  static DocumentHours of(AdReading.Found ad) {
    RecentHours hours = ad.hours();
    boolean hasAll = hours.sum().equals(ad.totals().counts());
    return new DocumentHours(hasAll ? 0 : Hours.startMs(hours.oldest()), hours.counts());
  }

  /** From when on all is known, this time or later: not from within an hour that has events. */
  long firstFrom(long timeMs) {
    long hour = Hours.of(timeMs);
    boolean isCut = Hours.startMs(hour) < timeMs && hours.containsKey(hour);
    return Math.max(fromMs, isCut ? Hours.startMs(hour + 1) : timeMs);
  }

  /**
   * The sum from a time that {@link #firstFrom} gave to before another; null if that is within an
   * hour that has events.
   */
  HourCounts between(long beginMs, long toMs) {
    long last = Hours.of(toMs);
    boolean isCut = Hours.startMs(last) < toMs && hours.containsKey(last);
    return isCut ? null : HourCounts.sum(hours.subMap(Hours.of(beginMs), last).values());
  }
}
