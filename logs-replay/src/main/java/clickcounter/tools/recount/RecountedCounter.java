package clickcounter.tools.recount;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.OtherFields;
import clickcounter.document.RecountBase;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.recount.ArchivedEvents.ArchivedCounter;
import java.util.List;

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

  /** Keeps what the values found in its place say, if they are of this counter. */
  RecountedCounter(String counterId, List<CounterDocument> found, RecountBase base) {
    this.counterId = counterId;
    this.base = base;
    List<CounterDocument> before = found.stream().filter(this::isOwn).toList();
    this.ledger = CounterLedger.recounted(counterId, base, OtherFields.merged(before));
    for (CounterDocument each : before) {
      closed |= each.closed();
      keepDecisions(each.gaps());
    }
  }

  boolean isOwn(CounterDocument value) {
    return value.counterId().equals(counterId);
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

  void decide(WriteOffRequest request) {
    WriteOff decision =
        new WriteOff(request.reopen(), request.reason(), request.timestampMs(), request.eventId());
    ledger.writeOff(request.from(), request.to(), decision, null);
  }

  /** The first of the two writes, which the second confirms, is not put. */
  void mark(ArchivedCounter events, String writeId, long nowMs) {
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

  /** The ids that an operator wrote off. */
  LongRanges writtenOff() {
    return writtenOff(ledger.gaps());
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
