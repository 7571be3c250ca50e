package clickcounter.tools.series;

import clickcounter.tools.common.Json;
import clickcounter.tools.series.Series.Row;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;

/**
 * The command {@code series} for programs. Times are of ISO 8601, with their offset, and {@code to}
 * is exclusive. What is not imported is null: the counts of a row, the sum, and whether it is
 * final.
 */
final class SeriesJson {
  private SeriesJson() {}

  static Json.Fields of(SeriesReport report) {
    SeriesRange range = report.series().range();
    return Json.object()
        .with("adId", report.adId())
        .with("by", range.by().toString())
        .with("zone", range.from().getZone().getId())
        .with("from", SeriesRange.iso(range.from()))
        .with("to", SeriesRange.iso(range.to()))
        .with("note", report.series().note())
        .with("rows", Json.list(report.series().rows(), row -> row(row, report)))
        .with("sum", report.series().sum())
        .with("final", report.isFinal())
        .with("over", report.isOver())
        .with("mayCome", Json.list(report.mayCome(), SeriesJson::mayCome))
        .with("tableAt", report.past() == null ? null : report.past().table().importedAtMs())
        .with("documentsAt", report.readAtMs());
  }

  private static Json.Fields row(Row row, SeriesReport report) {
    return Json.object()
        .with("label", row.period().label())
        .with("from", SeriesRange.iso(row.period().from()))
        .with("to", SeriesRange.iso(row.period().to()))
        .withCounts(row.counts())
        .with("final", report.isFinal(row));
  }

  private static Json.Fields mayCome(MayCome numbers) {
    return Json.object()
        .with("counterId", numbers.counterId())
        .with("first", numbers.first())
        .with("last", numbers.last() == Past.NO_END ? null : numbers.last())
        .with("from", numbers.fromMs())
        .with("reason", numbers.reason().toString());
  }
}
