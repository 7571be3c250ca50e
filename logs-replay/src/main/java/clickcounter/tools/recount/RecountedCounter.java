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
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.recount.ArchivedEvents.ArchivedCounter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A counter whose document is made anew: it records all archived events of the counter, but those
 * that an operator wrote off and those whose time the topology rejects.
 *
 * @param decided what operators decided: decisions need not be in the archives
 * @param wasClosed whether a document said before that it ended properly
 */
record RecountedCounter(ArchivedCounter archived, GapList decided, boolean wasClosed) {
  /**
   * Those of these counters of which there is an event.
   *
   * @param counterIds empty for all
   * @param before their documents, as far as they can be read
   */
  static List<RecountedCounter> of(
      ArchivedEvents archive,
      Set<String> counterIds,
      Map<String, List<CounterDocument>> before,
      ClockLimit times)
      throws IOException {
    Map<String, GapList> decided = new HashMap<>();
    before.forEach(
        (id, documents) -> documents.forEach(each -> keepDecisions(each.gaps(), of(id, decided))));
    for (WriteOffRequest each : archive.decisions()) {
      of(each.targetCounterId(), decided).writeOff(each.from(), each.to(), decision(each));
    }
    Map<String, LongRanges> leftOut = new HashMap<>();
    decided.forEach((id, gaps) -> leftOut.put(id, writtenOff(gaps)));
    return archive.counters(counterIds, leftOut, times).stream()
        .map(
            counter ->
                new RecountedCounter(
                    counter,
                    of(counter.counterId(), decided),
                    before.getOrDefault(counter.counterId(), List.of()).stream()
                        .anyMatch(CounterDocument::closed)))
        .toList();
  }

  private static GapList of(String counterId, Map<String, GapList> decided) {
    return decided.computeIfAbsent(counterId, id -> new GapList());
  }

  private static WriteOff decision(WriteOffRequest request) {
    return new WriteOff(
        request.reopen(), request.reason(), request.timestampMs(), request.eventId());
  }

  private static void keepDecisions(GapList before, GapList decided) {
    for (Gap gap : before.gaps()) {
      if (gap.writeOff() != null) {
        decided.writeOff(gap.from(), gap.to(), gap.writeOff());
      }
    }
    if (before.ending() != null) {
      decided.writeOff(before.ending().from(), Ending.NO_END, before.ending().decision());
    }
  }

  /** The ids that are written off. */
  static LongRanges writtenOff(GapList gaps) {
    LongRanges ids = new LongRanges();
    for (Gap gap : gaps.gaps()) {
      if (gap.isWrittenOff()) {
        ids.addRange(gap.from(), gap.to());
      }
    }
    return ids;
  }

  String counterId() {
    return archived.counterId();
  }

  private CounterLedger<Object> ledger(RecountBase base, long nowMs) {
    CounterLedger<Object> ledger = CounterLedger.recounted(counterId(), base);
    ledger.mark(archived.numbers(), archived.lastEventAtMs(), nowMs, null);
    if (archived.closed() || wasClosed) {
      ledger.close(new LongRanges(), archived.lastEventAtMs(), nowMs, null);
    }
    for (Gap gap : decided.gaps()) {
      if (gap.writeOff() != null) {
        ledger.writeOff(gap.from(), gap.to(), gap.writeOff(), null);
      }
    }
    Ending ending = decided.ending();
    if (ending != null) {
      ledger.writeOff(ending.from(), Ending.NO_END, ending.decision(), null);
    }
    return ledger;
  }

  /**
   * Its document: the second of two writes, which confirms what the first one recorded. The first
   * one is not put.
   */
  StoredValue document(RecountBase base, String writeId, long nowMs) {
    CounterLedger<Object> ledger = ledger(base, nowMs);
    ledger.beginPut(base.id());
    ledger.putSucceeded(waiter -> {});
    return new StoredValue(CounterDocumentCodec.CONTENT_TYPE, ledger.beginPut(writeId));
  }

  /** What its document says. */
  CounterReading reading(RecountBase base, long nowMs) {
    return new CounterReading(
        counterId(),
        ledger(base, nowMs).gaps(),
        archived.closed() || wasClosed,
        archived.lastEventAtMs(),
        new LongRanges(),
        1,
        1,
        null);
  }
}
