package clickcounter.tools.series;

import clickcounter.hours.HourCounts;
import clickcounter.tools.common.Csv;
import clickcounter.tools.common.Table;
import clickcounter.tools.common.Texts;
import clickcounter.tools.series.Series.Row;
import clickcounter.tools.table.Past;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * The command {@code series} for a person at a terminal, and as CSV. For a person, many rows
 * without an event that follow each other are one.
 */
final class SeriesText {
  /** More rows that are alike are one. */
  private static final int MOST_ALIKE = 24;

  private SeriesText() {}

  static void print(SeriesReport report, PrintStream out) {
    Series series = report.series();
    SeriesRange range = series.range();
    out.printf(
        Locale.ROOT,
        "%s by %s in %s, from %s%n",
        report.adId() == null ? "all ads" : "ad " + report.adId(),
        range.by(),
        range.from().getZone(),
        range.text());
    if (report.past() != null) {
      out.println(report.past().state());
    }
    printTable(report, out);
    if (series.note() != null) {
      series.note().lines().forEach(out::println);
    }
    printVerdict(report, out);
  }

  private static void printTable(SeriesReport report, PrintStream out) {
    int scale = scale(report.series());
    List<List<String>> table = new ArrayList<>();
    String by = report.series().range().by().toString();
    table.add(List.of(by, "impressions", "clicks", "cost", "invalid", "final"));
    List<Row> rows = report.series().rows();
    for (int from = 0; from < rows.size(); ) {
      int to = endOfAlike(rows, from, report);
      Row first = rows.get(from);
      if (to - from > MOST_ALIKE) {
        table.add(folded(first, rows.get(to - 1), report));
        from = to;
      } else {
        table.add(cells(first.period().label(), first.counts(), scale, report.isFinal(first)));
        from++;
      }
    }
    table.add(cells("sum", report.series().sum(), scale, report.isFinal()));
    Table.print(table, Set.of(0, table.get(0).size() - 1), out);
  }

  /** The end of the rows from one on that have no event, or no counts, as it has. */
  private static int endOfAlike(List<Row> rows, int from, SeriesReport report) {
    Row first = rows.get(from);
    int to = from + 1;
    if (first.isKnown() && !first.counts().isNone()) {
      return to;
    }
    while (to < rows.size()
        && Objects.equals(rows.get(to).counts(), first.counts())
        && Objects.equals(report.isFinal(rows.get(to)), report.isFinal(first))) {
      to++;
    }
    return to;
  }

  private static List<String> folded(Row first, Row last, SeriesReport report) {
    return List.of(
        first.period().label() + " to " + last.period().label(),
        first.isKnown() ? "no event" : "not imported",
        "",
        "",
        "",
        text(report.isFinal(first)));
  }

  /**
   * @param counts null for what is not imported
   */
  private static List<String> cells(String name, HourCounts counts, int scale, Boolean isFinal) {
    if (counts == null) {
      return List.of(name, "not imported", "", "", "", text(null));
    }
    return List.of(
        name,
        Texts.number(counts.impressions()),
        Texts.number(counts.clicks()),
        money(counts.costMicros()).setScale(scale).toPlainString(),
        Texts.number(counts.invalid()),
        text(isFinal));
  }

  private static String text(Boolean isFinal) {
    return isFinal == null ? "-" : isFinal ? "yes" : "no";
  }

  /** As many decimals as the most exact cost has, so that the points are below each other. */
  private static int scale(Series series) {
    return series.rows().stream()
        .map(Row::counts)
        .filter(Objects::nonNull)
        .mapToInt(counts -> money(counts.costMicros()).scale())
        .max()
        .orElse(2);
  }

  /** Exactly; at least two decimals, as in {@link Texts#money}. */
  private static BigDecimal money(long micros) {
    return new BigDecimal(Texts.money(micros));
  }

  private static void printVerdict(SeriesReport report, PrintStream out) {
    SeriesRange range = report.series().range();
    if (report.past() == null) {
      out.println(
          "not final: only with the table is it known what may still come: --table DIR, or the"
              + " setting ops.table");
    } else if (report.series().isKnown() || !report.past().isFinal(range.toMs())) {
      printVerdict(report.past(), range, Boolean.TRUE.equals(report.isFinal()), out);
    }
  }

  /** Whether a time is final; if not, what is waited for. */
  static void printVerdict(Past past, SeriesRange range, boolean isFinal, PrintStream out) {
    if (isFinal) {
      out.println("final: no event of this time can still come");
    } else {
      NotFinalText.print(past, range.fromMs(), range.toMs(), "--json", out);
    }
  }

  /**
   * A header and a line a row. The sum is left out: it is the sum of the lines. The cells of what
   * is not imported are empty.
   */
  static void printCsv(SeriesReport report, PrintStream out) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "period", "from", "to", "impressions", "clicks", "cost_micros", "invalid", "final"));
    for (Row row : report.series().rows()) {
      Boolean isFinal = report.isFinal(row);
      HourCounts counts = row.counts();
      rows.add(
          List.of(
              row.period().label(),
              SeriesRange.iso(row.period().from()),
              SeriesRange.iso(row.period().to()),
              counts == null ? "" : Long.toString(counts.impressions()),
              counts == null ? "" : Long.toString(counts.clicks()),
              counts == null ? "" : Long.toString(counts.costMicros()),
              counts == null ? "" : Long.toString(counts.invalid()),
              isFinal == null ? "" : isFinal.toString()));
    }
    Csv.print(rows, out);
  }
}
