package clickcounter.tools.series.report;

import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.Finality;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.Series.Row;
import clickcounter.tools.series.SeriesRange;
import java.util.Objects;

/**
 * A series, and what is known of its finality.
 *
 * @param adId null for all ads
 * @param finality null if it was not asked for
 * @param verdict on the whole time; null if it was not asked for
 */
record SeriesReport(String adId, Series series, Finality finality, DayFinality.DayVerdict verdict) {
  SeriesReport {
    Objects.requireNonNull(series, "series");
  }

  SeriesReport(String adId, Series series, Finality finality) {
    this(adId, series, finality, verdict(series.range(), finality));
  }

  private static DayFinality.DayVerdict verdict(SeriesRange range, Finality finality) {
    return finality == null ? null : finality.of(range.fromMs(), range.toMs());
  }

  /** Whether a row is final; null if it was not asked for, or if it is not built. */
  Boolean isFinal(Row row) {
    return finality == null || row.counts() == null
        ? null
        : finality.of(row.period().fromMs(), row.period().toMs()).isFinal();
  }

  /** Whether the whole time is final; null if it was not asked for, or if a row is not built. */
  Boolean isFinal() {
    return verdict == null || !series.isBuilt() ? null : verdict.isFinal();
  }
}
