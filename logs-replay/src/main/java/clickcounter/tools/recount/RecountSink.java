package clickcounter.tools.recount;

import clickcounter.document.AdHours;
import clickcounter.document.AdTotals;
import clickcounter.document.HourLength;
import clickcounter.event.EventKind;
import clickcounter.tools.archive.ArchiveScan.LineSink;
import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.audit.OpenEvents;
import clickcounter.tools.documents.CounterReading.IdCursor;
import clickcounter.tools.recount.ArchivedCounters.ArchivedCounter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Adds up what one thread reads. Each event is taken once, whoever reads it: of the settled ones
 * the sums by ad, the others one by one.
 */
final class RecountSink implements LineSink {
  private final ArchivedCounters counters;
  private final Set<String> adIds;
  private final Set<String> counterIds;
  private final ByteNames counterNames = new ByteNames();
  private final ByteNames adNames = new ByteNames();
  private ArchivedCounter[] known = new ArchivedCounter[16];
  private IdCursor[] settled = new IdCursor[16];
  private final HourLength hourLength;
  private AdTotals[] totals = new AdTotals[1_024];
  private AdHours[] hours = new AdHours[1_024];
  private final BitSet adsOfCounters = new BitSet();
  private final OpenEvents open = new OpenEvents();
  private long events;

  /**
   * @param adIds that are recounted; empty for all
   * @param counterIds whose ads are wanted
   */
  RecountSink(
      ArchivedCounters counters, Set<String> adIds, Set<String> counterIds, HourLength hourLength) {
    this.counters = counters;
    this.adIds = adIds;
    this.counterIds = counterIds;
    this.hourLength = hourLength;
  }

  @Override
  public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    int index = event.counter(counterNames);
    ArchivedCounter counter = known(index);
    if (!counter.add(event.sequence(), event.timestampMs())) {
      return;
    }
    events++;
    if (event.isClose()) {
      counter.close(event.sequence(), event.timestampMs());
    }
    if (event.writeOff() != null) {
      counters.writeOff(event.writeOff());
    }
    if (event.kind() == null || !adIds.isEmpty() && !adIds.contains(event.adId())) {
      return;
    }
    int ad = event.ad(adNames);
    if (counterIds.contains(counter.counterId)) {
      adsOfCounters.set(ad);
    }
    if (counter.settled == null || settled[index].contains(event.sequence())) {
      totals(ad).add(event.kind(), event.amountMicros(), event.timestampMs());
      long quarter = hourLength.quarterOf(event.kind(), event.timestampMs());
      hours[ad].add(event.kind(), event.amountMicros(), quarter);
    } else {
      open.add(
          counter.number,
          ad,
          0,
          event.kind(),
          event.sequence(),
          event.timestampMs(),
          event.amountMicros());
    }
  }

  private ArchivedCounter known(int index) {
    if (index >= known.length) {
      known = Arrays.copyOf(known, index * 2);
      settled = Arrays.copyOf(settled, index * 2);
    }
    if (known[index] == null) {
      known[index] = counters.get(counterNames.name(index));
      if (known[index].settled != null) {
        settled[index] = new IdCursor(known[index].settled);
      }
    }
    return known[index];
  }

  private AdTotals totals(int ad) {
    if (ad >= totals.length) {
      totals = Arrays.copyOf(totals, Math.max(ad + 1, totals.length * 2));
      hours = Arrays.copyOf(hours, totals.length);
    }
    if (totals[ad] == null) {
      totals[ad] = new AdTotals();
      hours[ad] = new AdHours();
    }
    return totals[ad];
  }

  /** Distinct events. */
  long events() {
    return events;
  }

  /** Receives the settled part of an ad's totals. */
  interface TotalsReceiver {
    void settled(String adId, AdTotals totals, AdHours hours);
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
        (counter, ad, reading, kind, sequence, timestampMs, amount) ->
            receiver.event(counter, adNames.name(ad), kind, sequence, timestampMs, amount));
  }

  void close() {
    open.close();
  }
}
