package clickcounter.tools.series;

import clickcounter.tools.series.DayFinality.DayVerdict;
import java.util.List;

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
}
