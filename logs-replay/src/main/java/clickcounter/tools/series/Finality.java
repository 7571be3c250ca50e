package clickcounter.tools.series;

import clickcounter.tools.series.DayFinality.DayVerdict;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Says whether events of a time may still come. */
public interface Finality {
  /** Files are made of days that are final. */
  Finality OF_FILES = (fromMs, toMs) -> new DayVerdict(true, List.of());

  /**
   * What may still come of this time.
   *
   * @param fromMs inclusive
   * @param toMs exclusive
   */
  DayVerdict of(long fromMs, long toMs);

  /**
   * What may still come of these days of UTC, since the epoch.
   *
   * @param fromDay inclusive
   * @param toDay exclusive
   */
  default DayVerdict ofDays(long fromDay, long toDay) {
    return of(TimeUnit.DAYS.toMillis(fromDay), TimeUnit.DAYS.toMillis(toDay));
  }
}
