package clickcounter.tools.series;

import clickcounter.hours.HourCounts;
import clickcounter.tools.series.SeriesRange.Period;
import java.util.List;
import java.util.Objects;

/**
 * What was counted in each period of a range, zeros included. A period that is not known as a whole
 * has no counts: its events are not imported.
 *
 * @param sum null if any row has no counts
 * @param note why rows have no counts, and what to do; null if all have
 */
public record Series(SeriesRange range, List<Row> rows, HourCounts sum, String note) {
  /**
   * One period.
   *
   * @param counts null if they are not known
   * @param isWhole whether they cannot lack events of a counter that the table does not know
   */
  public record Row(Period period, HourCounts counts, boolean isWhole) {
    boolean isKnown() {
      return counts != null;
    }
  }

  public Series {
    rows = List.copyOf(rows);
  }

  /**
   * @param note for rows without counts
   * @throws ArithmeticException when a sum of costs does not fit a long
   */
  public static Series of(SeriesRange range, List<Row> rows, String note) {
    boolean isKnown = rows.stream().allMatch(Row::isKnown);
    return isKnown
        ? new Series(range, rows, HourCounts.sum(rows.stream().map(Row::counts).toList()), null)
        : new Series(range, rows, null, Objects.requireNonNull(note, "note"));
  }

  /** The whole range. */
  Row total() {
    Period all = new Period(range.from(), range.to(), "sum");
    return new Row(all, sum, rows.stream().allMatch(Row::isWhole));
  }
}
