package clickcounter.tools.series.report;

import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.Finality;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.Series.Row;
import java.util.Objects;

/**
 * A series, and what is known of its finality.
 *
 * @param adId null for all ads
 * @param verdict on the whole time
 */
record SeriesReport(String adId, Series series, Finality finality, DayFinality.DayVerdict verdict) {
  SeriesReport {
    Objects.requireNonNull(series, "series");
  }

  SeriesReport(String adId, Series series, Finality finality) {
    this(adId, series, finality, finality.of(series.range().fromMs(), series.range().toMs()));
  }

  /** Whether a row is final; null if it is not built. */
  Boolean isFinal(Row row) {
    return row.counts() == null
        ? null
        : finality.of(row.period().fromMs(), row.period().toMs()).isFinal();
  }

  /** Whether the whole time is final; null if a row is not built. */
  Boolean isFinal() {
    return !series.isBuilt() ? null : verdict.isFinal();
  }
}
