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
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
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

  /** A quorum reads this document, alone or as the main line. */
  void checkRolled(AdDocument document, Map<Long, HourCounts> expected) {
    if (document.hours().rolledTo() == AdHours.NONE) {
      return;
    }
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      Map<Long, List<HoursDocument>> days = new HashMap<>();
      for (Map.Entry<Long, HourCounts> hour : expected.entrySet()) {
        if (!document.hours().isOpen(hour.getKey())) {
          int ofQuorum = quorum;
          List<HoursDocument> day =
              days.computeIfAbsent(
                  Quarters.day(hour.getKey()), d -> day(document.adId(), d, ofQuorum));
          HourCounts found = rolled(day, hour.getKey(), document.write().contains());
          require(document, hour.getKey(), hour.getValue(), found);
        }
      }
    }
  }

  /** The document of a day, with its siblings. */
  private List<HoursDocument> day(String adId, long day, int quorum) {
    DocumentKey key = new DocumentKey(DocumentKey.HOURS, HoursDocument.key(adId, day));
    List<HoursDocument> documents = new ArrayList<>();
    for (StoredValue value : store.quorum(key, quorum).siblings()) {
      try {
        documents.add(HoursDocumentCodec.read(value.contentType(), value.bytes()));
      } catch (UnreadableDocument e) {
        throw new Violation(Invariant.READABLE, "unreadable: " + e);
      }
    }
    return documents;
  }

  /** The newest count of an hour up to this write. */
  private static HourCounts rolled(List<HoursDocument> day, long quarter, long contained) {
    return day.stream()
        .flatMap(document -> document.hours().getOrDefault(quarter, List.of()).stream())
        .filter(rolled -> rolled.number() <= contained)
        .max(Comparator.comparingLong(Rolled::number))
        .map(Rolled::counts)
        .orElse(HourCounts.NONE);
  }
}
