package clickcounter.tools.series;

import clickcounter.hours.HourCounts;
import clickcounter.tools.series.SeriesRange.Period;
import java.util.List;
import java.util.Objects;

/**
 * What was counted in each period of a range, zeros included. A period that is not known as a whole
 * has no counts: its events are not imported.
 *
 * @param note why rows have no counts, and what to do; null if all have
 */
public record Series(SeriesRange range, List<Row> rows, String note) {
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

  /** With the note, which has to be there, only if rows have no counts. */
  public Series {
    rows = List.copyOf(rows);
    note = rows.stream().allMatch(Row::isKnown) ? null : Objects.requireNonNull(note, "note");
  }

  /**
   * The whole range; without counts if any row has none.
   *
   * @throws ArithmeticException when a sum of costs does not fit a long
   */
  Row total() {
    return new Row(
        new Period(range.from(), range.to(), "sum"),
        note == null ? HourCounts.sum(rows.stream().map(Row::counts).toList()) : null,
        rows.stream().allMatch(Row::isWhole));
  }
}
