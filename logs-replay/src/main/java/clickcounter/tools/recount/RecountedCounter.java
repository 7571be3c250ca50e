package clickcounter.tools.recount;

import clickcounter.document.CounterDocument;
import clickcounter.document.RecountBase;
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

  /** Ids that the counter's document says are counted. Not to be changed. */
  final LongRanges recorded;

  /** Ids that are known to be written off before the archives are read. Not to be changed. */
  final LongRanges writtenOff;

  final ArchivedIds archived = new ArchivedIds();

  /** Events of the archives that are not counted, because the topology rejects their times. */
  private final LongRanges leftOutRejected = new LongRanges();

  /** Those of {@link #writtenOff} that the archives have. */
  private final LongRanges leftOutWrittenOff = new LongRanges();

  /** What operators decided about its ids. */
  private final Queue<WriteOffRequest> decisions = new ConcurrentLinkedQueue<>();

  RecountedCounter(
      String counterId,
      int number,
      LongRanges settled,
      LongRanges recorded,
      LongRanges writtenOff) {
    this.number = number;
    this.counterId = counterId;
    this.settled = settled;
    this.recorded = recorded;
    this.writtenOff = writtenOff;
  }

  synchronized void leaveOutRejected(long sequence) {
    leftOutRejected.add(sequence);
  }

  synchronized void leaveOutWrittenOff(long sequence) {
    leftOutWrittenOff.add(sequence);
  }

  LongRanges leftOutRejected() {
    return leftOutRejected;
  }

  LongRanges leftOutWrittenOff() {
    return leftOutWrittenOff;
  }

  /** An operator wrote off ids of this counter, or reopened them. */
  void decide(WriteOffRequest request) {
    decisions.add(request);
  }

  /** After the reading: the archived events that operators wrote off and did not reopen. */
  LongRanges archivedAndWrittenOff() {
    GapList decided = new GapList();
    decisions.forEach(each -> decided.writeOff(each.from(), each.to(), decision(each)));
    LongRanges ids = writtenOff(decided);
    LongRanges notArchived = ids.copy();
    notArchived.removeAll(archived.all());
    ids.removeAll(notArchived);
    return ids;
  }

  /** The ids that a document says are written off. */
  static LongRanges writtenOff(GapList gaps) {
    LongRanges ids = new LongRanges();
    for (Gap gap : gaps.gaps()) {
      if (gap.isWrittenOff()) {
        ids.addRange(gap.from(), gap.to());
      }
    }
    return ids;
  }

  private static WriteOff decision(WriteOffRequest request) {
    return new WriteOff(
        request.reopen(), request.reason(), request.timestampMs(), request.eventId());
  }

  /**
   * A ledger that has recorded these ids, with the counter's close and the decisions of operators.
   *
   * @param lastEventAtMs the latest time of these events
   * @param before the documents that it replaces, as far as they can be read: decisions of
   *     operators need not be in the archives
   */
  CounterLedger<Object> ledger(
      LongRanges counted,
      long lastEventAtMs,
      RecountBase base,
      long nowMs,
      List<CounterDocument> before) {
    CounterLedger<Object> ledger = CounterLedger.recounted(counterId, base);
    ledger.mark(counted, lastEventAtMs, nowMs, null);
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
      ledger.writeOff(request.from(), request.to(), decision(request), null);
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
