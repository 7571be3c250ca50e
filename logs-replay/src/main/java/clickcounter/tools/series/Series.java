package clickcounter.tools.series;

import clickcounter.document.HourCounts;
import clickcounter.document.Quarters;
import clickcounter.tools.series.SeriesRange.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What was counted in each period of a range, zeros included.
 *
 * <p>Each count is in the period in which its quarter or hour begins. So the rows' sum is always
 * the sum of the counts of the range, whatever the zone.
 *
 * @param note what has to be known to read the rows right; null for nothing
 */
public record Series(SeriesRange range, List<Row> rows, HourCounts sum, String note) {
  /** One period. */
  public record Row(Period period, HourCounts counts) {}

  public Series {
    rows = List.copyOf(rows);
  }

  /**
   * @param counts by the quarter in which each begins; those outside of the range are left out
   * @throws IllegalArgumentException when the range has too many periods
   * @throws ArithmeticException when a sum of costs does not fit a long
   */
  public static Series of(SeriesRange range, SortedMap<Long, HourCounts> counts) {
    SortedMap<Long, HourCounts> inRange = counts.subMap(range.fromQuarter(), range.toQuarter());
    List<Row> rows = rows(range.periods(), inRange);
    HourCounts sum = HourCounts.sum(rows.stream().map(Row::counts).toList());
    return new Series(range, rows, sum, note(range, inRange));
  }

  private static List<Row> rows(List<Period> periods, SortedMap<Long, HourCounts> counts) {
    List<Row> rows = new ArrayList<>(periods.size());
    Iterator<Map.Entry<Long, HourCounts>> entries = counts.entrySet().iterator();
    Map.Entry<Long, HourCounts> entry = next(entries);
    for (Period period : periods) {
      long endMs = period.to().toInstant().toEpochMilli();
      HourCounts sum = HourCounts.NONE;
      while (entry != null && Quarters.startMs(entry.getKey()) < endMs) {
        sum = sum.plus(entry.getValue());
        entry = next(entries);
      }
      rows.add(new Row(period, sum));
    }
    return rows;
  }

  private static <T> T next(Iterator<T> iterator) {
    return iterator.hasNext() ? iterator.next() : null;
  }

  private static String note(SeriesRange range, SortedMap<Long, HourCounts> counts) {
    boolean byHours = counts.keySet().stream().allMatch(q -> q % Quarters.PER_HOUR == 0);
    long slotMs = byHours ? Quarters.PER_HOUR * Quarters.MS : Quarters.MS;
    if (counts.isEmpty() || offsetsFit(range, slotMs / 1_000)) {
      return null;
    }
    return "Counts are kept by "
        + (byHours ? "hours" : "quarters of an hour")
        + " in UTC, and the offset of "
        + range.from().getZone()
        + " is no multiple of these. Each is counted where it begins.";
  }

  /** Whether all offsets in the range are multiples of a number of seconds. */
  private static boolean offsetsFit(SeriesRange range, long seconds) {
    ZoneId zone = range.from().getZone();
    ZoneRules rules = zone.getRules();
    ZonedDateTime at = range.from();
    while (at.isBefore(range.to())) {
      ZoneOffset offset = at.getOffset();
      if (offset.getTotalSeconds() % seconds != 0) {
        return false;
      }
      ZoneOffsetTransition change = rules.nextTransition(at.toInstant());
      at = change == null ? range.to() : change.getInstant().atZone(zone);
    }
    return true;
  }
}
