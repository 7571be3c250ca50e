package clickcounter.simulation;

import clickcounter.document.AdDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/** An ad's document has its newest hours, each with all of its events: {@link Invariant#HOURS}. */
final class HourChecks {
  private static final long HOUR_MS = 3_600_000;
  private static final int HOURS_KEPT = 36;

  private final KnownEvents known;
  private final Statistics statistics;

  HourChecks(KnownEvents known, Statistics statistics) {
    this.known = known;
    this.statistics = statistics;
  }

  /** A write with these events has come. */
  void putCame(AdDocument document, BitSet events) {
    SortedMap<Long, HourCounts> expected = byHour(events);
    if (!expected.isEmpty()) {
      SortedMap<Long, HourCounts> old = expected.headMap(expected.lastKey() - HOURS_KEPT + 1);
      statistics.count(Tally.HOURS_BEHIND_WINDOW, old.size());
      old.clear();
    }
    statistics.checked(Invariant.HOURS);
    statistics.count(Tally.HOURS_IN_WINDOW, expected.size());
    statistics.count(
        Tally.HOURS_BELOW_ZERO,
        expected.values().stream().filter(counts -> counts.clicks() < 0).count());
    SortedMap<Long, HourCounts> found = document.hours().counts();
    if (!found.equals(expected)) {
      throw new Violation(
          Invariant.HOURS,
          "ads/%s: hours %s of %s, but its events are %s",
          document.adId(),
          found,
          document.write(),
          expected);
    }
  }

  private SortedMap<Long, HourCounts> byHour(BitSet events) {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    events.stream()
        .mapToObj(known::get)
        .filter(event -> event.kind() != EventKind.BUDGET)
        .forEach(
            event -> hours.merge(event.timestampMs() / HOUR_MS, counts(event), HourCounts::plus));
    return hours;
  }

  private static HourCounts counts(AdEvent event) {
    long micros = event.amountMicros();
    return switch (event.kind()) {
      case IMPRESSION -> new HourCounts(1, 0, 0, 0);
      case CLICK -> new HourCounts(0, 1, micros, 0);
      case INVALIDATION -> new HourCounts(0, -1, -micros, 1);
      case REINSTATEMENT -> new HourCounts(0, 1, micros, -1);
      default -> new HourCounts(0, 0, 0, 1);
    };
  }
}
