package clickcounter.tools.documents;

import clickcounter.copies.HoursReader;
import clickcounter.document.AdDocument;
import clickcounter.document.AdHours;
import clickcounter.document.Contribution;
import clickcounter.document.HourCounts;
import clickcounter.document.HoursDocument;
import clickcounter.document.Quarters;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.EventKind;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What an ad counted by the hour: the open hours of its document, and those that were rolled, as of
 * that very document. Counting may go on meanwhile.
 */
public final class AdHourSums {
  private final AdReading.Found ad;
  private final AdDocument main;
  private final SortedMap<Long, HourCounts> rolled = new TreeMap<>();
  private String fault;

  AdHourSums(AdReading.Found ad) {
    this.ad = ad;
    this.main = ad.merged().main();
  }

  /** The days, since the epoch, that may have rolled hours between two quarters. */
  SortedSet<Long> rolledDays(long fromQuarter, long toQuarter) {
    SortedSet<Long> days = new TreeSet<>();
    long rolledTo = main.hours().rolledTo();
    if (rolledTo == AdHours.NONE || fromQuarter >= toQuarter) {
      return days;
    }
    long firstEvent = Quarters.day(Quarters.of(main.totals().firstEventAtMs()));
    long first = Math.max(Quarters.day(fromQuarter), firstEvent);
    long last = Math.min(Quarters.day(toQuarter - 1), Quarters.day(rolledTo));
    for (long day = first; day <= last; day++) {
      days.add(day);
    }
    if (fromQuarter == 0) {
      days.add(0L); // what was counted before clicks were counted by the hour
    }
    return days;
  }

  /** Adds the document of a day, since the epoch. */
  void add(DocumentKey key, long day, Fetched fetched) {
    try {
      HoursDocument document = HoursReader.read(ad.adId(), day, fetched);
      for (long quarter : document.hours().keySet()) {
        addRolled(document, quarter);
      }
    } catch (UnreadableDocument e) {
      fault = key + ": " + e.getMessage();
    }
  }

  private void addRolled(HoursDocument document, long quarter) throws UnreadableDocument {
    if (!main.hours().mayBeRolled(quarter)) {
      return; // it is open in the ad's document, or comes later
    }
    HourCounts counts = document.counts(quarter, main.write().contains());
    if (counts == null) {
      throw new UnreadableDocument(
          "it has counts of later writes of the ad only. Read again; if this comes again, recount the ad");
    }
    rolled.put(quarter, counts);
  }

  /** Why the counts are not known: a document cannot be read; null if they are. */
  public String fault() {
    return fault;
  }

  /** The hours that were read and have events, by the quarter in which they begin. */
  public SortedMap<Long, HourCounts> all() {
    SortedMap<Long, HourCounts> all = new TreeMap<>(rolled);
    main.hours().forEach(all::put);
    ad.merged().forEachAdded(event -> add(all, event));
    all.values().removeIf(HourCounts::isNone);
    return all;
  }

  private static void add(SortedMap<Long, HourCounts> all, Contribution event) {
    if (event.kind() != EventKind.BUDGET) {
      all.merge(
          event.quarter(), HourCounts.of(event.kind(), event.amountMicros()), HourCounts::plus);
    }
  }

  /** The sum of all hours that were read. */
  public HourCounts sum() {
    return HourCounts.sum(all().values());
  }
}
