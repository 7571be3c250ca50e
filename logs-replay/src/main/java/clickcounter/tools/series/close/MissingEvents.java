package clickcounter.tools.series.close;

import clickcounter.event.EventLimits;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.tools.audit.AuditReport.CounterFinding;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.KnownCounters;
import java.util.List;

/**
 * Whether events that an audit misses may be of a month that was final before the audit began.
 *
 * <p>What a counter's document waited for by then is of another time: otherwise the month was not
 * final. It did not wait for what was written off, nor for what lies above the end of the counter.
 * Of a counter that was not known by then, its name says when it began.
 *
 * @param known what was final by then
 */
record MissingEvents(Month month, KnownCounters known, long nowMs) {
  boolean mayBeOfMonth(CounterFinding counter) {
    LongRanges missing = counter.missing().copy();
    missing.addAll(counter.inNoFile());
    if (missing.isEmpty()) {
      return false;
    }
    CounterReading then = known.readings().get(counter.counterId());
    return then == null ? mayHaveBegun(counter.counterId()) : !waitedFor(then, missing);
  }

  private boolean mayHaveBegun(String counterId) {
    List<CounterReading> nothing = List.of(CounterReading.absent(counterId));
    return !new DayFinality(nothing, nowMs, DayFinality.CLOCK_SKEW)
        .ofDays(month.firstDay(), month.endDay())
        .isFinal();
  }

  /** Whether all these were in open gaps, or above the highest number of an open counter. */
  private static boolean waitedFor(CounterReading then, LongRanges missing) {
    LongRanges rest = missing.copy();
    for (Gap gap : then.openGaps()) {
      rest.removeRange(gap.from(), gap.to());
    }
    if (!then.hasEnded()) {
      rest.removeRange(then.next(), EventLimits.MAX_SEQUENCE);
    }
    return rest.isEmpty();
  }
}
