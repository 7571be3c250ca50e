package clickcounter.counting;

import clickcounter.event.EventBatch;
import clickcounter.event.Rejected;
import clickcounter.ids.LongRanges;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * One delivery that an ads task has not finished: its events, which of them are durable and not
 * marked yet, and how many are undecided.
 *
 * @param <T> what is acked or failed
 */
final class PendingDelivery<T> {
  private final T handle;
  private final EventBatch batch;
  private final long ticket;
  private final long arrivedAtMs;

  /** Its place in {@link Deliveries}. */
  int slot;

  private int open;
  private boolean failed;
  private boolean queued;
  private int counted;
  private int duplicates;
  private long costMicros;
  private long overdeliveredMicros;
  private List<Rejected> rejected = List.of();

  /** The events whose marks are ready to send. */
  private final BitSet unmarked;

  /** The clicks whose costs are in the sums. */
  private final BitSet paid = new BitSet(0);

  /**
   * @param ticket of the view cache, drawn when the delivery came
   */
  PendingDelivery(T handle, EventBatch batch, long ticket, long arrivedAtMs) {
    this.handle = handle;
    this.batch = batch;
    this.open = batch.size();
    this.ticket = ticket;
    this.arrivedAtMs = arrivedAtMs;
    this.unmarked = new BitSet(batch.size());
  }

  T handle() {
    return handle;
  }

  EventBatch batch() {
    return batch;
  }

  long ticket() {
    return ticket;
  }

  /** How many events are undecided. */
  int open() {
    return open;
  }

  /**
   * The event is durable: its mark can be sent.
   *
   * @param index of the event in the batch
   * @param repeated whether it was counted before
   */
  void durable(int index, boolean repeated) {
    if (repeated) {
      duplicates++;
    } else {
      counted++;
    }
    unmarked.set(index);
    open--;
  }

  /**
   * A click was counted, perhaps once more after its document was read again.
   *
   * @param overdelivered what of its costs is beyond the budget as it is now
   */
  void cost(int index, long micros, long overdelivered) {
    if (!paid.get(index)) {
      paid.set(index);
      costMicros += micros;
      overdeliveredMicros += overdelivered;
    }
  }

  /** An event was settled before it came: it needs no mark. */
  void settled() {
    duplicates++;
    open--;
  }

  void reject(Rejected line) {
    if (rejected.isEmpty()) {
      rejected = new ArrayList<>();
    }
    rejected.add(line);
    open--;
  }

  /** True for the first call since the last flush. */
  boolean queueForFlush() {
    boolean first = !queued;
    queued = true;
    return first;
  }

  /**
   * Sends the marks that are ready, and acks when no event is open. Does nothing for a failed
   * delivery.
   */
  void flush(Output<T> output, CountingMetrics metrics, long nowMs) {
    queued = false;
    if (failed) {
      return;
    }
    if (!unmarked.isEmpty()) {
      output.mark(handle, takeMarks());
    }
    if (open == 0) {
      if (!rejected.isEmpty()) {
        output.reject(handle, rejected);
      }
      metrics.done(counted, duplicates, rejected.size());
      metrics.durableAfter(nowMs - arrivedAtMs);
      metrics.costs(costMicros, overdeliveredMicros);
      output.ack(handle);
    }
  }

  private List<Marks> takeMarks() {
    LongRanges[] ids = new LongRanges[batch.counters()];
    long[] lastEventAtMs = new long[ids.length];
    for (int i = unmarked.nextSetBit(0); i >= 0; i = unmarked.nextSetBit(i + 1)) {
      int counter = batch.counter(i);
      if (ids[counter] == null) {
        ids[counter] = new LongRanges();
      }
      ids[counter].add(batch.sequence(i));
      lastEventAtMs[counter] = Math.max(lastEventAtMs[counter], batch.timestampMs(i));
    }
    unmarked.clear();
    List<Marks> marks = new ArrayList<>();
    for (int counter = 0; counter < ids.length; counter++) {
      if (ids[counter] != null) {
        marks.add(new Marks(batch.counterIdAt(counter), ids[counter], lastEventAtMs[counter]));
      }
    }
    return marks;
  }

  void keepAlive(Output<T> output) {
    if (!failed) {
      output.keepAlive(handle);
    }
  }

  /**
   * An event cannot be decided: has the delivery redelivered. Its events that other documents hold
   * go on, which is harmless.
   */
  void fail(Output<T> output) {
    open--;
    if (!failed) {
      failed = true;
      output.fail(handle);
    }
  }
}
