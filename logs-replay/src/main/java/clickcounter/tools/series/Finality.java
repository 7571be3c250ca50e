package clickcounter.tools.series;

import clickcounter.tools.series.DayFinality.Verdict;
import java.util.List;

/** Says whether events of a time may still come. */
public interface Finality {
  /** Files are made of days that are final. */
  Finality OF_FILES = (fromMs, toMs) -> new Verdict(true, List.of());

  /**
   * What may still come of this time.
   *
   * @param fromMs inclusive
   * @param toMs exclusive
   */
  Verdict of(long fromMs, long toMs);
}
