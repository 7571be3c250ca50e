package clickcounter.tools.recount;

import clickcounter.document.Fence;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The counters of the archives, by id. Thread-safe. */
final class ArchivedCounters {
  private final ConcurrentHashMap<String, ArchivedCounter> byId = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final Function<String, LongRanges> settled;

  /**
   * @param settled by counter id: ids whose events are confirmed, which leave no trace but in the
   *     totals; null if that is said of all
   */
  ArchivedCounters(Function<String, LongRanges> settled) {
    this.settled = settled;
  }

  ArchivedCounter get(String counterId) {
    return byId.computeIfAbsent(
        counterId, id -> new ArchivedCounter(numbers.getAndIncrement(), id, settled.apply(id)));
  }

  /** An operator wrote off ids of a counter, or reopened them. */
  void writeOff(WriteOffRequest request) {
    get(request.targetCounterId()).decisions.add(request);
  }

  /** Ordered by number. */
  List<ArchivedCounter> all() {
    List<ArchivedCounter> all = new ArrayList<>(byId.values());
    all.sort(Comparator.comparingInt(counter -> counter.number));
    return all;
  }

  /** One counter of the archives. */
  static final class ArchivedCounter {
    final int number;
    final String counterId;

    /** Null for all. Not to be changed. */
    final LongRanges settled;

    /** What operators decided about its ids. */
    private final Queue<WriteOffRequest> decisions = new ConcurrentLinkedQueue<>();

    private final LongRanges archived = new LongRanges();
    private long closeSequence = -1;
    private long closedAtMs;
    private long lastEventAtMs;

    ArchivedCounter(int number, String counterId, LongRanges settled) {
      this.number = number;
      this.counterId = counterId;
      this.settled = settled;
    }

    /** Returns whether the event is met for the first time. */
    synchronized boolean add(long sequence, long timestampMs) {
      lastEventAtMs = Math.max(lastEventAtMs, timestampMs);
      return archived.add(sequence);
    }

    synchronized void close(long sequence, long timestampMs) {
      closeSequence = sequence;
      closedAtMs = timestampMs;
    }

    /** After the reading: the ids of all its events. */
    LongRanges archived() {
      return archived;
    }

    /**
     * A ledger that has recorded these ids, with the counter's close and the decisions of
     * operators.
     */
    CounterLedger<Object> ledger(LongRanges counted, Fence fence, long nowMs) {
      CounterLedger<Object> ledger = CounterLedger.recounted(counterId, fence);
      ledger.mark(counted, lastEventAtMs, nowMs, null);
      if (closeSequence >= 0) {
        ledger.close(LongRanges.of(closeSequence), closedAtMs, nowMs, null);
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
}
