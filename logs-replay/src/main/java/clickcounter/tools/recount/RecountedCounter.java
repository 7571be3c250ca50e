package clickcounter.tools.recount;

import clickcounter.document.CounterDocument;
import clickcounter.document.Fence;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger;
import clickcounter.tools.archive.ArchivedIds;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** One counter of the archives. Thread-safe while they are read. */
final class RecountedCounter {
  final int number;
  final String counterId;

  /**
   * Ids whose events are confirmed, which leave no trace but in the totals. Null if that is said of
   * all. Not to be changed.
   */
  final LongRanges settled;

  final ArchivedIds archived = new ArchivedIds();

  /** What operators decided about its ids. */
  private final Queue<WriteOffRequest> decisions = new ConcurrentLinkedQueue<>();

  RecountedCounter(String counterId, int number, LongRanges settled) {
    this.number = number;
    this.counterId = counterId;
    this.settled = settled;
  }

  /** An operator wrote off ids of this counter, or reopened them. */
  void decide(WriteOffRequest request) {
    decisions.add(request);
  }

  /**
   * A ledger that has recorded these ids, with the counter's close and the decisions of operators.
   *
   * @param before the documents that it replaces, as far as they can be read: decisions of
   *     operators need not be in the archives
   */
  CounterLedger<Object> ledger(
      LongRanges counted, Fence fence, long nowMs, List<CounterDocument> before) {
    CounterLedger<Object> ledger = CounterLedger.recounted(counterId, fence);
    ledger.mark(counted, archived.lastEventAtMs(), nowMs, null);
    if (archived.isClosed()) {
      ledger.close(LongRanges.of(archived.closeSequence()), archived.closedAtMs(), nowMs, null);
    }
    for (CounterDocument document : before) {
      keepDecisions(document.gaps(), ledger);
      if (document.closed() && !archived.isClosed()) {
        ledger.close(new LongRanges(), document.lastEventAtMs(), nowMs, null);
      }
    }
    for (WriteOffRequest request : decisions) {
      ledger.writeOff(
          request.from(),
          request.to(),
          new WriteOff(
              request.reopen(), request.reason(), request.timestampMs(), request.eventId()),
          null);
    }
    return ledger;
  }

  private static void keepDecisions(GapList before, CounterLedger<Object> ledger) {
    for (Gap gap : before.gaps()) {
      if (gap.writeOff() != null) {
        ledger.writeOff(gap.from(), gap.to(), gap.writeOff(), null);
      }
    }
    Ending ending = before.ending();
    if (ending != null) {
      ledger.writeOff(ending.from(), Ending.NO_END, ending.decision(), null);
    }
  }
}
