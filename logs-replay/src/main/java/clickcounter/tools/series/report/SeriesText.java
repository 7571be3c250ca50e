package clickcounter.tools.series.report;

import clickcounter.hours.HourCounts;
import clickcounter.tools.common.Csv;
import clickcounter.tools.common.Table;
import clickcounter.tools.common.Texts;
import clickcounter.tools.series.NotFinalText;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.Series.Row;
import clickcounter.tools.series.SeriesRange;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** The command {@code series} for a person at a terminal, and as CSV. */
final class SeriesText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm xxx", Locale.ROOT);

  private SeriesText() {}

  static void print(SeriesReport report, PrintStream out) {
    Series series = report.series();
    SeriesRange range = series.range();
    out.printf(
        Locale.ROOT,
        "%s by %s in %s, from %s to %s%n",
        report.adId() == null ? "all ads" : "ad " + report.adId(),
        range.by(),
        range.from().getZone(),
        time(range.from()),
        time(range.to()));
    printTable(report, out);
    if (series.note() != null) {
      series.note().lines().forEach(out::println);
    }
    if (series.isBuilt() || !report.verdict().isFinal()) {
      printVerdict(report, out);
    }
  }

  private static String time(ZonedDateTime time) {
    return TIME.format(time);
  }

  private static void printTable(SeriesReport report, PrintStream out) {
    int scale = scale(report.series());
    List<List<String>> table = new ArrayList<>();
    String by = report.series().range().by().toString();
    table.add(List.of(by, "impressions", "clicks", "cost", "invalid", "final"));
    for (Row row : report.series().rows()) {
      table.add(cells(row.period().label(), row.counts(), scale, report.isFinal(row)));
    }
    table.add(cells("sum", report.series().sum(), scale, report.isFinal()));
    Table.print(table, Set.of(0, table.get(0).size() - 1), out);
  }

  /**
   * @param counts null for what is not built
   */
  private static List<String> cells(String name, HourCounts counts, int scale, Boolean isFinal) {
    if (counts == null) {
      return List.of(name, "not built", "", "", "", "-");
    }
    return List.of(
        name,
        Texts.number(counts.impressions()),
        Texts.number(counts.clicks()),
        money(counts.costMicros()).setScale(scale).toPlainString(),
        Texts.number(counts.invalid()),
        isFinal == null ? "-" : isFinal ? "yes" : "no");
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
    if (report.verdict().isFinal()) {
      out.println("final: no event of this time can still come");
      return;
    }
    NotFinalText.print(report.verdict(), "--json", out);
  }

  /**
   * A header and a line a row. The sum is left out: it is the sum of the lines. The cells of what
   * is not built are empty.
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
