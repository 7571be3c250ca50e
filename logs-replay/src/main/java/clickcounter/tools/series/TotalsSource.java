package clickcounter.tools.series;

import clickcounter.document.HourCounts;
import java.util.SortedMap;

/** Where the totals of all ads come from. */
public interface TotalsSource {
  /**
   * What was counted of all ads together, by the quarter in which each hour begins; hours without
   * an event are absent.
   *
   * @param fromQuarter inclusive
   * @param toQuarter exclusive
   */
  SortedMap<Long, HourCounts> totals(long fromQuarter, long toQuarter);
}
