package clickcounter.tools.series;

import clickcounter.tools.series.Series.Row;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;
import java.util.List;
import java.util.Objects;

/**
 * A series, and what is known of its finality.
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
  Boolean isFinal(Row row) {
    return row.isKnown() ? row.isWhole() && isFinal(row.period().toMs()) : null;
  }

  /** Whether the whole time is final; null if a row has no counts. */
  Boolean isFinal() {
    boolean isWhole = series.rows().stream().allMatch(Row::isWhole);
    return series.isKnown() ? isWhole && isFinal(series.range().toMs()) : null;
  }

  private boolean isFinal(long toMs) {
    return past != null && past.isFinal(toMs);
  }

  boolean isOver() {
    return series.range().toMs() + Past.TOLERANCE.toMillis() <= readAtMs;
  }

  List<MayCome> mayCome() {
    return past == null ? List.of() : past.holds(series.range().fromMs(), series.range().toMs());
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
}
