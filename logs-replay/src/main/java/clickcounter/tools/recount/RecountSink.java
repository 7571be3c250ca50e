package clickcounter.tools.recount;

import clickcounter.document.AdTotals;
import clickcounter.event.ClockLimit;
import clickcounter.event.EventKind;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.CounterTable;
import clickcounter.tools.archive.CounterTable.Met;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.audit.OpenEvents;
import clickcounter.tools.audit.OpenEvents.OpenEvent;
import clickcounter.tools.documents.CounterReading.IdCursor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Adds up what one thread reads. Each event is taken once, by one of the threads: settled ones as
 * sums by ad, the others one by one.
 */
final class RecountSink implements ArchivedLineSink {
  private final CounterTable<RecountedCounter> counters;
  private final Met<MetCounter> met;
  private final Set<String> adIds;
  private final Set<String> counterIds;
  private final ByteNames adNames = new ByteNames();
  private AdTotals[] totals = new AdTotals[1_024];
  private RecentHours[] hours = new RecentHours[1_024];
  private final BitSet adsOfCounters = new BitSet();
  private final OpenEvents open = new OpenEvents();
  private final Supplier<ClockLimit> clock;
  private ClockLimit times;
  private long events;

  /**
   * @param adIds that are recounted; empty for all
   * @param counterIds whose ads are wanted
   * @param clock which times the topology counts now
   */
  RecountSink(
      CounterTable<RecountedCounter> counters,
      Set<String> adIds,
      Set<String> counterIds,
      Supplier<ClockLimit> clock) {
    this.counters = counters;
    this.met = counters.met(MetCounter::of);
    this.adIds = adIds;
    this.counterIds = counterIds;
    this.clock = clock;
    this.times = clock.get();
  }

  @Override
  public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    MetCounter metCounter = met.of(event);
    RecountedCounter counter = metCounter.counter();
    if (isRejected(event.timestampMs()) && !counter.recorded.contains(event.sequence())) {
      if (isOfAds(event)) {
        counter.leaveOutRejected(event.sequence());
      }
      return;
    }
    if (event.kind() != null && counter.writtenOff.contains(event.sequence())) {
      counter.leaveOutWrittenOff(event.sequence());
      return;
    }
    if (!counter.archived.add(event)) {
      return;
    }
    events++;
    if (event.writeOff() != null) {
      counters.get(event.writeOff().targetCounterId()).decide(event.writeOff());
    }
    if (event.kind() == null || !isOfAds(event)) {
      return;
    }
    int ad = event.ad(adNames);
    if (counterIds.contains(counter.counterId)) {
      adsOfCounters.set(ad);
    }
    if (metCounter.isSettled(event.sequence())) {
      totals(ad).add(event.kind(), event.amountMicros(), event.timestampMs());
      long hour = Hours.of(event.kind(), event.timestampMs());
      hours[ad].add(event.kind(), event.amountMicros(), hour);
    } else {
      open.add(
          new OpenEvent(
              counter.number,
              ad,
              0,
              event.kind(),
              event.sequence(),
              event.timestampMs(),
              event.amountMicros()));
    }
  }

  private boolean isOfAds(EventLine event) {
    return adIds.isEmpty() || event.kind() != null && adIds.contains(event.adId());
  }

  private boolean isRejected(long timestampMs) {
    if (!times.allows(timestampMs)) {
      times = clock.get(); // it has gone on
    }
    return !times.allows(timestampMs);
  }

  /**
   * A counter, as one thread sees it.
   *
   * @param settled null if all its events are
   */
  private record MetCounter(RecountedCounter counter, IdCursor settled) {
    static MetCounter of(RecountedCounter counter) {
      return new MetCounter(
          counter, counter.settled == null ? null : new IdCursor(counter.settled));
    }

    boolean isSettled(long sequence) {
      return settled == null || settled.contains(sequence);
    }
  }

  private AdTotals totals(int ad) {
    if (ad >= totals.length) {
      totals = Arrays.copyOf(totals, Math.max(ad + 1, totals.length * 2));
      hours = Arrays.copyOf(hours, totals.length);
    }
    if (totals[ad] == null) {
      totals[ad] = new AdTotals();
      hours[ad] = new RecentHours();
    }
    return totals[ad];
  }

  /** Distinct events. */
  long events() {
    return events;
  }

  /** Receives the settled part of an ad's totals. */
  interface TotalsReceiver {
    void settled(String adId, AdTotals totals, RecentHours hours);
  }

  /** Receives the events that were not settled. */
  interface OpenReceiver {
    void event(
        int counter, String adId, EventKind kind, long sequence, long timestampMs, long amount);
  }

  /** Passes all ads that were met; the totals are empty if none of an ad's events was settled. */
  void forEachAd(TotalsReceiver receiver) {
    for (int ad = 0; ad < adNames.size(); ad++) {
      receiver.settled(adNames.name(ad), totals(ad), hours[ad]);
    }
  }

  /** Passes the ads of the counters whose ads are wanted. */
  void forEachAdOfCounters(Consumer<String> ads) {
    adsOfCounters.stream().forEach(ad -> ads.accept(adNames.name(ad)));
  }

  void forEachOpen(OpenReceiver receiver) {
    open.forEach(
        event ->
            receiver.event(
                event.counter(),
                adNames.name(event.ad()),
                event.kind(),
                event.sequence(),
                event.timestampMs(),
                event.amountMicros()));
  }

  void close() {
    open.close();
  }
}
