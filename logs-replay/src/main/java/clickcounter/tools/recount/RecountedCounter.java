package clickcounter.tools.recount;

import clickcounter.document.Fence;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger;
import clickcounter.tools.archive.ArchivedIds;
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
   */
  CounterLedger<Object> ledger(LongRanges counted, Fence fence, long nowMs) {
    CounterLedger<Object> ledger = CounterLedger.recounted(counterId, fence);
    ledger.mark(counted, archived.lastEventAtMs(), nowMs, null);
    if (archived.isClosed()) {
      ledger.close(LongRanges.of(archived.closeSequence()), archived.closedAtMs(), nowMs, null);
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
}
