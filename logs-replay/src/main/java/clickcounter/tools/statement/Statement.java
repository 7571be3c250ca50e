package clickcounter.tools.statement;

import clickcounter.tools.series.DayFinality.DayVerdict;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import java.util.List;

/**
 * What an ad counted in a time.
 *
 * @param corrections in the order of their clicks
 * @param verdict whether clicks of the time may still come
 */
record Statement(
    String adId,
    SeriesRange range,
    List<Day> days,
    List<Correction> corrections,
    DayVerdict verdict) {
  /** A day of the zone. A verdict is of the day of its click. */
  record Day(Period period, EventSums sums, boolean isFinal) {}

  Statement {
    days = List.copyOf(days);
    corrections = corrections.stream().sorted(Correction.ORDER).toList();
  }

  EventSums sums() {
    EventSums all = new EventSums();
    days.forEach(day -> all.add(day.sums()));
    return all;
  }
}
