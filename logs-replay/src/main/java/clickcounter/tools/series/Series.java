package clickcounter.tools.series;

import clickcounter.hours.HourCounts;
import clickcounter.ids.LongRanges;
import clickcounter.tools.series.SeriesRange.Period;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * What was counted in each period of a range, zeros included. A period that is not known as a whole
 * is not built: it has no counts.
 *
 * @param sum null if any row is not built
 * @param note why rows are not built, and what to do; null if all are
 */
public record Series(SeriesRange range, List<Row> rows, HourCounts sum, String note) {
  private static final int MOST_NAMED = 5;

  /**
   * One period.
   *
   * @param counts null if it is not built
   */
  public record Row(Period period, HourCounts counts) {}

  public Series {
    rows = List.copyOf(rows);
  }

  /** Whether all rows are built. */
  public boolean isBuilt() {
    return sum != null;
  }

  /**
   * @param counts what is known of the range's hours
   * @throws IllegalArgumentException when the range has too many periods
   * @throws ArithmeticException when a sum of costs does not fit a long
   */
  public static Series of(SeriesRange range, KnownCounts counts) {
    List<Row> rows =
        range.periods().stream()
            .map(period -> new Row(period, counts.between(period.fromMs(), period.toMs())))
            .toList();
    boolean isBuilt = rows.stream().map(Row::counts).allMatch(Objects::nonNull);
    return isBuilt
        ? new Series(range, rows, HourCounts.sum(rows.stream().map(Row::counts).toList()), null)
        : new Series(range, rows, null, note(range, rows, counts));
  }

  private static String note(SeriesRange range, List<Row> rows, KnownCounts counts) {
    if (counts.whyUnknown() != null) {
      return counts.whyUnknown();
    }
    LongRanges absent = new LongRanges();
    counts
        .unknown(Slots.of(range.fromMs()), Slots.from(range.toMs()))
        .forEachRange((from, to) -> absent.addRange(Slots.day(from), Slots.day(to)));
    LongRanges cut = new LongRanges();
    for (Row row : rows) {
      addIfCut(row.period().fromMs(), counts, cut);
      addIfCut(row.period().toMs(), counts, cut);
    }
    List<String> notes = new ArrayList<>();
    if (!absent.isEmpty()) {
      notes.add(notBuilt(absent));
    }
    if (!cut.isEmpty()) {
      notes.add(
          "not built: times that begin or end within an hour of UTC, of "
              + days(cut)
              + ". Count these days by the quarter hour. "
              + command(" --minutes " + Slots.MINUTES));
    }
    return String.join("\n", notes);
  }

  /** Says that days, since the epoch, have no files, and by which command they get them. */
  public static String notBuilt(LongRanges days) {
    return "not built: " + days(days) + " (UTC). " + command("");
  }

  private static void addIfCut(long timeMs, KnownCounts counts, LongRanges days) {
    if (counts.isCut(timeMs)) {
      days.add(Slots.day(Slots.of(timeMs)));
    }
  }

  private static String command(String option) {
    return "When they are final, make their files (clicks series build PATH… --series DIR"
        + option
        + ") and name them with --series";
  }

  /** As {@code 2026-06-01, 2026-06-03 to 2026-06-07}. */
  private static String days(LongRanges days) {
    StringJoiner text = new StringJoiner(", ");
    for (int i = 0; i < Math.min(MOST_NAMED, days.rangeCount()); i++) {
      String from = LocalDate.ofEpochDay(days.from(i)).toString();
      boolean isOne = days.from(i) == days.to(i);
      text.add(isOne ? from : from + " to " + LocalDate.ofEpochDay(days.to(i)));
    }
    if (days.rangeCount() > MOST_NAMED) {
      text.add("… to " + LocalDate.ofEpochDay(days.last()));
    }
    return text.toString();
  }
}
