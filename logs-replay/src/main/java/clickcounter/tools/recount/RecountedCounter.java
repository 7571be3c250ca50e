package clickcounter.tools.recount;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.RecountBase;
import clickcounter.event.ClockLimit;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.recount.ArchivedEvents.ArchivedCounter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A counter whose document is rebuilt: it records all archived events of the counter, but those
 * that an operator wrote off and those whose time the topology rejects. What operators decided is
 * kept, too, as archives or a value that can be read say.
 */
final class RecountedCounter {
  private final String counterId;
  private final RecountBase base;
  private final CounterLedger<Object> ledger;
  private boolean closed;
  private ArchivedCounter archived;
  private StoredValue document;

  private RecountedCounter(String counterId, List<CounterDocument> before, RecountBase base) {
    this.counterId = counterId;
    this.base = base;
    this.ledger = CounterLedger.recounted(counterId, base);
    for (CounterDocument each : before) {
      closed |= each.closed();
      keepDecisions(each.gaps());
    }
  }

  private void keepDecisions(GapList before) {
    for (Gap gap : before.gaps()) {
      if (gap.writeOff() != null) {
        ledger.writeOff(gap.from(), gap.to(), gap.writeOff(), null);
      }
    }
    if (before.ending() != null) {
      ledger.writeOff(before.ending().from(), Ending.NO_END, before.ending().decision(), null);
    }
  }

  private void decide(WriteOffRequest request) {
    WriteOff decision =
        new WriteOff(request.reopen(), request.reason(), request.timestampMs(), request.eventId());
    ledger.writeOff(request.from(), request.to(), decision, null);
  }

  /** The first of the two writes, which the second confirms, is not put. */
  private void mark(ArchivedCounter events, String writeId, long nowMs) {
    archived = events;
    closed |= events.closed();
    ledger.mark(events.numbers(), events.lastEventAtMs(), nowMs, null);
    if (closed) {
      ledger.close(new LongRanges(), events.lastEventAtMs(), nowMs, null);
    }
    ledger.beginPut(base.id());
    ledger.putSucceeded(waiter -> {});
    document = new StoredValue(CounterDocumentCodec.CONTENT_TYPE, ledger.beginPut(writeId));
  }

  /**
   * Those of these counters of which there is an event.
   *
   * @param before by counter: the values in its place that can be read; empty for all counters
   * @param base of the new document in the place of such values
   */
  static SortedMap<String, RecountedCounter> of(
      ArchivedEvents archive,
      Map<String, List<CounterDocument>> before,
      ClockLimit times,
      Function<List<CounterDocument>, RecountBase> base,
      WriteIds writeIds,
      long nowMs)
      throws IOException {
    Map<String, RecountedCounter> all = new HashMap<>();
    Function<String, RecountedCounter> make =
        id -> {
          List<CounterDocument> values = before.getOrDefault(id, List.of());
          return new RecountedCounter(id, values, base.apply(values));
        };
    before.keySet().forEach(id -> all.computeIfAbsent(id, make));
    for (WriteOffRequest each : archive.decisions()) {
      all.computeIfAbsent(each.targetCounterId(), make).decide(each);
    }
    Map<String, LongRanges> leftOut = new HashMap<>();
    all.forEach((id, counter) -> leftOut.put(id, writtenOff(counter.ledger.gaps())));
    SortedMap<String, RecountedCounter> made = new TreeMap<>();
    for (ArchivedCounter each : archive.counters(before.keySet(), leftOut, times)) {
      RecountedCounter counter = all.computeIfAbsent(each.counterId(), make);
      counter.mark(each, writeIds.next(), nowMs);
      made.put(each.counterId(), counter);
    }
    return made;
  }

  /** The ids that are written off. */
  static LongRanges writtenOff(GapList gaps) {
    LongRanges ids = new LongRanges();
    gaps.gaps().stream()
        .filter(Gap::isWrittenOff)
        .forEach(gap -> ids.addRange(gap.from(), gap.to()));
    return ids;
  }

  /** The archived events that it records. */
  LongRanges numbers() {
    return archived.numbers();
  }

  /** What its document says. */
  CounterReading reading() {
    return new CounterReading(
        counterId, ledger.gaps(), closed, archived.lastEventAtMs(), new LongRanges(), 1, 1, null);
  }

  DocumentKey key() {
    return DocumentKey.counter(counterId);
  }

  StoredValue document() {
    return document;
  }

  /** Whether the document may replace this value: it is the same, or below its base. */
  boolean isAbove(CounterDocument value) {
    return isSame(value) || value.write().number() < base.number();
  }

  /** Whether this value is its document. */
  boolean isSame(CounterDocument value) {
    return value.write().basedOn().equals(List.of(base.id()));
  }
}
