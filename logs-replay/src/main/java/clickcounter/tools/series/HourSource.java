package clickcounter.tools.series;

import clickcounter.document.HourCounts;
import java.util.SortedMap;

/** Where clicks by the hour come from. */
public interface HourSource {
  /**
   * What was counted of an ad, by the quarter in which each hour begins (see {@link
   * clickcounter.document.Quarters}); hours without an event are absent.
   *
   * @param fromQuarter inclusive
   * @param toQuarter exclusive
   */
  SortedMap<Long, HourCounts> hours(String adId, long fromQuarter, long toQuarter);
}
