package clickcounter.tools;

import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.Finality;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import java.util.Objects;

/**
 * A series, and what is known of its finality.
 *
 * @param adId null for all ads
 * @param finality null if nobody asked
 * @param verdict on the whole time; null if nobody asked
 */
record SeriesReport(String adId, Series series, Finality finality, DayFinality.Verdict verdict) {
  SeriesReport {
    Objects.requireNonNull(series, "series");
  }

  SeriesReport(String adId, Series series, Finality finality) {
    this(adId, series, finality, verdict(series.range(), finality));
  }

  private static DayFinality.Verdict verdict(SeriesRange range, Finality finality) {
    return finality == null ? null : finality.of(range.fromMs(), range.toMs());
  }

  /** Whether a period is final; null if nobody asked. */
  Boolean isFinal(Period period) {
    return finality == null
        ? null
        : finality
            .of(period.from().toInstant().toEpochMilli(), period.to().toInstant().toEpochMilli())
            .isFinal();
  }

  /** Whether the whole time is final; null if nobody asked. */
  Boolean isFinal() {
    return verdict == null ? null : verdict.isFinal();
  }
}
