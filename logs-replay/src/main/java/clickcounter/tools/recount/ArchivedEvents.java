package clickcounter.tools.recount;

import clickcounter.event.AdEventFields;
import clickcounter.event.ClockLimit;
import clickcounter.event.EventKind;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.CounterReading;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What a recount asks the archives, in the state in which they were opened. */
public interface ArchivedEvents {
  /** The archives, which grow. */
  @FunctionalInterface
  interface Archives {
    /**
     * What was archived before this call, instead of what was opened before.
     *
     * @throws IOException if a file could not be read to its end
     */
    ArchivedEvents open() throws IOException;
  }

  /** An event that changes an ad's document. */
  record Event(
      String adId,
      String counterId,
      long sequence,
      EventKind kind,
      long timestampMs,
      long amountMicros)
      implements AdEventFields {}

  /**
   * What there is of a counter.
   *
   * @param numbers of its events
   * @param lastEventAtMs the latest time of these
   * @param closed whether one of these is its close event
   */
  record ArchivedCounter(
      String counterId, LongRanges numbers, long lastEventAtMs, boolean closed) {}

  /** The ads that have events of these counters. */
  Set<String> adsOf(Set<String> counterIds) throws IOException;

  /** Those of these numbers that are archived, by counter. */
  Map<String, LongRanges> archived(Map<String, LongRanges> numbers) throws IOException;

  /** What these documents call counted, that is not archived. To be asked once. */
  Map<String, LongRanges> lacking(Collection<CounterReading> counters) throws IOException;

  /**
   * The events of ads, one ad after the other, each number once. To be closed before anything else
   * is asked.
   *
   * @param adIds empty for all
   */
  Stream<Event> events(Set<String> adIds) throws IOException;

  /** What operators decided about counters. */
  List<WriteOffRequest> decisions() throws IOException;

  /**
   * What there is of these counters; those that have no event are left out.
   *
   * @param counterIds empty for all
   * @param leftOut numbers that are passed over
   * @param times that are not passed over
   */
  List<ArchivedCounter> counters(
      Set<String> counterIds, Map<String, LongRanges> leftOut, ClockLimit times) throws IOException;
}
