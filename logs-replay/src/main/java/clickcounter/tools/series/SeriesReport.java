package clickcounter.tools.series;

import clickcounter.cli.Columns;
import clickcounter.cli.Json;
import clickcounter.tools.series.Series.Row;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The answer of {@code series show}: a series, and what is known of its finality. What is not
 * imported has no counts, and nothing says whether it is final.
 *
 * @param adId null for all ads
 * @param past null if there is no table: then nothing is known to be final
 * @param readAtMs when documents were read
 */
record SeriesReport(String adId, Series series, Past past, long readAtMs) {
  SeriesReport {
    Objects.requireNonNull(series, "series");
  }

  /** Whether a row is final; null if it has no counts. */
  private Boolean isFinal(Row row) {
    return row.isKnown()
        ? row.isWhole() && past != null && past.isFinal(row.period().toMs())
        : null;
  }

  /** Whether the whole time is final. */
  boolean isFinal() {
    return Boolean.TRUE.equals(isFinal(series.total()));
  }

  /**
   * The end of the first row that is over, and is not final or has no counts; 0 if there is none.
   */
  long openSinceMs() {
    return series.rows().stream()
        .filter(row -> past.isOver(row.period().toMs()) && !Boolean.TRUE.equals(isFinal(row)))
        .mapToLong(row -> row.period().toMs())
        .findFirst()
        .orElse(0);
  }

  /** Times are of ISO 8601, with their offset, and {@code to} is exclusive. */
  private Columns<Row> columns() {
    return new Columns<Row>()
        .text(series.range().by().toString(), "period", "label", row -> row.period().label())
        .text(null, "from", "from", row -> SeriesRange.iso(row.period().from()))
        .text(null, "to", "to", row -> SeriesRange.iso(row.period().to()))
        .counts(Row::counts)
        .flag("final", "final", "final", this::isFinal);
  }

  /** For a person. */
  void print(PrintStream out) {
    SeriesRange range = series.range();
    out.printf(
        Locale.ROOT,
        "%s by %s in %s, from %s%n",
        adId == null ? "all ads" : "ad " + adId,
        range.by(),
        range.from().getZone(),
        range.text());
    if (past != null) {
      out.println(past.state());
    }
    List<Row> rows = new ArrayList<>(series.rows());
    rows.add(series.total());
    columns().print(rows, out);
    if (series.note() != null) {
      series.note().lines().forEach(out::println);
    }
    if (past == null) {
      out.println(
          "not final: only with the table is it known what may still come: name it by the"
              + " setting ops.table");
    } else if (series.note() == null || !past.isFinal(range.toMs())) {
      NotFinalText.print(past, range.fromMs(), range.toMs(), isFinal(), out);
    }
  }

  /** A header and a line a row. The sum is left out: it is the sum of the lines. */
  void printCsv(PrintStream out) throws IOException {
    columns().printCsv(series.rows(), out);
  }

  /** For programs. */
  Json.Fields json() {
    SeriesRange range = series.range();
    List<MayCome> mayCome = past == null ? List.of() : past.holds(range.fromMs(), range.toMs());
    return Json.object()
        .with("adId", adId)
        .with("by", range.by().toString())
        .with("zone", range.from().getZone().getId())
        .with("from", SeriesRange.iso(range.from()))
        .with("to", SeriesRange.iso(range.to()))
        .with("note", series.note())
        .with("rows", columns().json(series.rows()))
        .with("sum", series.total().counts())
        .with("final", isFinal(series.total()))
        .with("over", range.toMs() + Past.TOLERANCE.toMillis() <= readAtMs)
        .with("mayCome", mayCome)
        .with("tableAt", past == null ? null : past.table().importedAtMs())
        .with("documentsAt", readAtMs);
  }
}
