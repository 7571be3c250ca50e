package clickcounter.simulation;

import clickcounter.document.AdDocument;
import clickcounter.document.AdHours;
import clickcounter.document.HourCounts;
import clickcounter.document.HourLength;
import clickcounter.document.HoursDocument;
import clickcounter.document.HoursDocument.Rolled;
import clickcounter.document.HoursDocumentCodec;
import clickcounter.document.Quarters;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Each hour of an ad is whole in one place: in the ad's document, or, if it is not open there, in
 * the document of its day: {@link Invariant#HOURS}.
 */
final class HourChecks {
  private final SimulatedStore store;
  private final KnownEvents known;
  private final HourLength length;

  HourChecks(SimulatedStore store, KnownEvents known, HourLength length) {
    this.store = store;
    this.known = known;
    this.length = length;
  }

  /** What these events count by the hour. */
  Map<Long, HourCounts> byHour(BitSet events) {
    Map<Long, HourCounts> hours = new TreeMap<>();
    events.stream()
        .mapToObj(known::get)
        .filter(event -> event.kind() != EventKind.BUDGET)
        .forEach(event -> hours.merge(hourOf(event), counts(event), HourCounts::plus));
    return hours;
  }

  private long hourOf(AdEvent event) {
    long quarter = event.timestampMs() / Quarters.MS;
    return length == HourLength.QUARTER ? quarter : quarter - quarter % Quarters.PER_HOUR;
  }

  private static HourCounts counts(AdEvent event) {
    return event.kind() == EventKind.CLICK
        ? new HourCounts(0, 1, event.amountMicros())
        : new HourCounts(1, 0, 0);
  }

  /** A write with these events has come. */
  void putCame(AdDocument document, Map<Long, HourCounts> expected) {
    AdHours hours = document.hours();
    hours.forEach(
        (quarter, counts) ->
            require(document, quarter, expected.getOrDefault(quarter, HourCounts.NONE), counts));
    for (Map.Entry<Long, HourCounts> hour : expected.entrySet()) {
      if (!hours.isOpen(hour.getKey()) && !hours.mayBeRolled(hour.getKey())) {
        require(document, hour.getKey(), hour.getValue(), HourCounts.NONE);
      }
    }
  }

  private static void require(
      AdDocument document, long quarter, HourCounts expected, HourCounts found) {
    if (!found.equals(expected)) {
      throw new Violation(
          Invariant.HOURS,
          "ads/"
              + document.adId()
              + ": hour "
              + quarter
              + " of "
              + document.write()
              + " has "
              + found
              + ", but its events are "
              + expected
              + "; hours "
              + document.hours());
    }
  }

  /**
   * A quorum reads this document, alone or as the main line.
   *
   * @param contained the newest write that it surely contains
   */
  void checkRolled(AdDocument document, long contained, Map<Long, HourCounts> expected) {
    if (document.hours().rolledTo() == AdHours.NONE) {
      return;
    }
    for (Map.Entry<Long, HourCounts> hour : expected.entrySet()) {
      if (document.hours().isOpen(hour.getKey())) {
        continue;
      }
      for (int quorum = 0; quorum < store.quorums(); quorum++) {
        Rolled rolled = rolled(document.adId(), hour.getKey(), contained, quorum);
        require(
            document,
            hour.getKey(),
            hour.getValue(),
            rolled == null ? HourCounts.NONE : rolled.counts());
      }
    }
  }

  private Rolled rolled(String adId, long quarter, long contained, int quorum) {
    DocumentKey key =
        new DocumentKey(DocumentKey.HOURS, HoursDocument.key(adId, Quarters.day(quarter)));
    Rolled newest = null;
    for (StoredValue value : store.quorum(key, quorum).siblings()) {
      try {
        HoursDocument day = HoursDocumentCodec.read(value.contentType(), value.bytes());
        for (Rolled rolled : day.hours().getOrDefault(quarter, List.of())) {
          if (rolled.number() <= contained
              && (newest == null || rolled.number() > newest.number())) {
            newest = rolled;
          }
        }
      } catch (UnreadableDocument e) {
        throw new Violation(Invariant.READABLE, "unreadable: " + e);
      }
    }
    return newest;
  }
}
