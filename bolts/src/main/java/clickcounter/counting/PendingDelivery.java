package clickcounter.counting;

import clickcounter.event.Rejected;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.CounterMap;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.List;

/**
 * One delivery that an ads task has not finished: the number of undecided events, and the marks
 * that are ready to send.
 *
 * @param <T> what is acked or failed
 */
final class PendingDelivery<T> {
  private final T handle;
  private final long ticket;
  private final long arrivedAtMs;
  private int open;
  private boolean failed;
  private boolean queued;
  private int counted;
  private int duplicates;
  private final List<Rejected> rejected = new ArrayList<>(0);
  private final CounterMap<Durable> durable = new CounterMap<>();

  private static final class Durable {
    final LongRanges ids = new LongRanges();
    long lastEventAtMs;
  }

  /**
   * @param ticket of the view cache, drawn when the delivery came
   */
  PendingDelivery(T handle, int events, long ticket, long arrivedAtMs) {
    this.handle = handle;
    this.open = events;
    this.ticket = ticket;
    this.arrivedAtMs = arrivedAtMs;
  }

  T handle() {
    return handle;
  }

  long ticket() {
    return ticket;
  }

  boolean isFailed() {
    return failed;
  }

  int open() {
    return open;
  }

  /**
   * The event is durable: its mark can be sent.
   *
   * @param repeated whether it was counted before
   */
  void durable(String counterId, long sequence, long timestampMs, boolean repeated) {
    if (repeated) {
      duplicates++;
    } else {
      counted++;
    }
    Durable of = durable.computeIfAbsent(counterId, Durable::new);
    of.ids.add(sequence);
    of.lastEventAtMs = Math.max(of.lastEventAtMs, timestampMs);
    open--;
  }

  /** The event was settled before it came: it needs no mark. */
  void settled() {
    duplicates++;
    open--;
  }

  void reject(Rejected line) {
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
    if (durable.size() > 0) {
      List<Marks> marks = new ArrayList<>(durable.size());
      durable.forEach((id, of) -> marks.add(new Marks(id, of.ids, of.lastEventAtMs)));
      durable.clear();
      output.mark(handle, marks);
    }
    if (open == 0) {
      if (!rejected.isEmpty()) {
        output.reject(handle, rejected);
      }
      metrics.done(handle, counted, duplicates, rejected.size());
      metrics.durableAfter(nowMs - arrivedAtMs);
      output.ack(handle);
    }
  }

  /**
   * Has the delivery redelivered; its events that other documents hold go on, which is harmless.
   */
  void fail(Output<T> output) {
    if (!failed) {
      failed = true;
      output.fail(handle);
    }
  }
}
