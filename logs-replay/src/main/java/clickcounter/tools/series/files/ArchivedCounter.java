package clickcounter.tools.series.files;

import clickcounter.event.CounterId;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.series.DayFinality;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which events of a counter the archives have, and of which days. Thread-safe.
 *
 * <p>The numbers of a counter go up with its time, but for the clock skew. So a counted event that
 * is in no file may be of a day if its number lies between the highest of the days before and the
 * lowest of the days after.
 *
 * <p>Verdicts have the times of their clicks, in any order. So a counted event in no file of a
 * counter that has verdicts may be of any day, and of the verdicts in the files each day is known.
 */
public final class ArchivedCounter {
  private static final long DAY_MS = 86_400_000;

  private final CounterReading reading;
  private final AcceptedLosses accepted;
  private final LongRanges counted;
  private final long skewMs;
  private final LongRanges archived = new LongRanges();

  /** The earliest time of an event. */
  private long earliestMs = Long.MAX_VALUE;

  /** Whether there are events of an ad that are no verdicts. */
  private boolean hasOthers;

  /** By the day, the first and the last of its verdicts. */
  private final NavigableMap<Long, Span> verdicts = new TreeMap<>();

  private record Span(long first, long last) {
    Span plus(Span other) {
      return new Span(Math.min(first, other.first), Math.max(last, other.last));
    }
  }

  /** By the day, the last that an event may be of: the highest number. */
  private final NavigableMap<Long, Long> highest = new TreeMap<>();

  /** By the day, the first that an event may be of: the lowest number. */
  private final NavigableMap<Long, Long> lowest = new TreeMap<>();

  /**
   * @param accepted events that need not be in the archives
   */
  ArchivedCounter(CounterReading reading, AcceptedLosses accepted) {
    this(reading, accepted, DayFinality.CLOCK_SKEW.toMillis());
  }

  ArchivedCounter(CounterReading reading, AcceptedLosses accepted, long skewMs) {
    this.accepted = accepted;
    this.reading = reading;
    this.counted = reading.counted();
    this.skewMs = skewMs;
  }

  /** The same counter, of which no archive has been read. */
  ArchivedCounter unread() {
    return new ArchivedCounter(reading, accepted);
  }

  /** Returns whether the event is met for the first time. */
  boolean add(EventLine event) {
    return add(event.sequence(), event.timestampMs(), event.kind());
  }

  /**
   * @param kind null for an event without an ad
   */
  synchronized boolean add(long sequence, long timestampMs, EventKind kind) {
    if (!archived.add(sequence)) {
      return false;
    }
    earliestMs = Math.min(earliestMs, timestampMs);
    if (kind != null && kind.isVerdict()) {
      verdicts.merge(timestampMs / DAY_MS, new Span(sequence, sequence), Span::plus);
      return true;
    }
    hasOthers |= kind != null;
    highest.merge((timestampMs + skewMs) / DAY_MS, sequence, Math::max);
    lowest.merge(Math.max(timestampMs - skewMs, 0) / DAY_MS, sequence, Math::min);
    return true;
  }

  /** The ids that the counter's document has counted. Not to be changed. */
  LongRanges counted() {
    return counted;
  }

  String counterId() {
    return reading.counterId();
  }

  /** The ids that may be of this day, and those of them that are counted; null for none. */
  synchronized CountedIds idsOf(long day) {
    if (!mayHave(day)) {
      return null;
    }
    boolean isInOrder = verdicts.isEmpty() || hasOthers;
    Span ids = isInOrder ? new Span(highestBefore(day) + 1, lowestAfter(day) - 1) : null;
    Span judged = verdicts.get(day);
    Span all = ids == null ? judged : judged == null ? ids : ids.plus(judged);
    return all == null
        ? new CountedIds(counterId(), 0, -1, new LongRanges()) // noted: it has none of the day
        : new CountedIds(
            counterId(), all.first, all.last, CountedIds.within(counted, all.first, all.last));
  }

  /** How many counted events that are in no file may be of this day, at most. */
  synchronized long missing(long day) {
    CountedIds ids = idsOf(day);
    if (ids == null) {
      return 0;
    }
    LongRanges may = verdicts.isEmpty() ? ids.counted() : counted;
    LongRanges missing = accepted.mustBeArchived(counterId(), may);
    missing.removeAll(archived);
    return missing.size();
  }

  /**
   * Whether other events of a day are counted than when its files were made. Nothing is known of a
   * counter whose document cannot be read.
   *
   * @param then the state of which the files were made; null if the counter had no part in them
   */
  boolean hasChanged(long day, CountedIds then) {
    if (reading.blocked() != null) {
      return false;
    }
    return then == null
        ? mayHave(day) && !counted.isEmpty()
        : !CountedIds.within(counted, then.first(), then.last()).equals(then.counted());
  }

  private synchronized boolean mayHave(long day) {
    long beganMs = CounterId.startMs(counterId()).orElse(Long.MIN_VALUE + skewMs);
    // The name is not believed if it contradicts the events.
    boolean began =
        beganMs - skewMs < (day + 1) * DAY_MS
            || Math.min(earliestMs, reading.lastEventAtMs()) < beganMs - skewMs;
    return began && reading.lastEventAtMs() + skewMs >= day * DAY_MS;
  }

  private long highestBefore(long day) {
    return highest.headMap(day, false).values().stream().mapToLong(n -> n).max().orElse(-1);
  }

  private long lowestAfter(long day) {
    return lowest.tailMap(day, false).values().stream()
        .mapToLong(n -> n)
        .min()
        .orElse(EventLimits.MAX_SEQUENCE + 1);
  }
}
