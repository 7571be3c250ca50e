package clickcounter.counting;

import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The deliveries that an ads task has not finished, each in a slot. A waiter is the number of a
 * slot and the index of an event in its delivery: eight bytes name an event that waits for a put.
 *
 * <p>Each event is decided once: it is durable, settled, rejected, or fails. A slot is given to
 * another delivery only when all events of its delivery are decided, so no waiter can name a wrong
 * one.
 *
 * @param <T> a delivery's handle
 */
final class Deliveries<T> {
  private final HeldEventsBudget budget;
  private final AdsSettings settings;
  private final LongSupplier nowMs;
  private final Output<T> output;
  private final CountingMetrics metrics;
  private final List<PendingDelivery<T>> slots = new ArrayList<>();
  private int[] free = new int[16];
  private int freeSlots;
  private List<PendingDelivery<T>> toFlush = new ArrayList<>();
  private long flushAtMs = Long.MAX_VALUE;
  private long keepAliveAtMs = Long.MIN_VALUE;
  private int heldEvents;

  Deliveries(
      AdsSettings settings,
      HeldEventsBudget budget,
      LongSupplier nowMs,
      Output<T> output,
      CountingMetrics metrics) {
    this.settings = settings;
    this.budget = budget;
    this.nowMs = nowMs;
    this.output = output;
    this.metrics = metrics;
  }

  /** Adds a delivery, and gives the waiter of its first event; those of the others follow it. */
  long add(PendingDelivery<T> delivery) {
    heldEvents += delivery.open();
    int slot = freeSlots > 0 ? free[--freeSlots] : slots.size();
    if (slot == slots.size()) {
      slots.add(delivery);
    } else {
      slots.set(slot, delivery);
    }
    delivery.slot = slot;
    return (long) slot << Integer.SIZE;
  }

  PendingDelivery<T> of(long waiter) {
    return slots.get((int) (waiter >>> Integer.SIZE));
  }

  /** The index of a waiter's event in its delivery. */
  static int index(long waiter) {
    return (int) waiter;
  }

  String counterId(long waiter) {
    return of(waiter).batch().counterId(index(waiter));
  }

  /**
   * The event is durable in its ad's document.
   *
   * @param repeated whether it was counted before
   */
  void durable(long waiter, boolean repeated) {
    PendingDelivery<T> delivery = of(waiter);
    delivery.durable(index(waiter), repeated);
    ended(delivery);
  }

  /** The event was settled before it came. */
  void settled(long waiter) {
    PendingDelivery<T> delivery = of(waiter);
    delivery.settled();
    ended(delivery);
  }

  /** The event is not counted. */
  void reject(long waiter, RejectReason reason, String detail) {
    PendingDelivery<T> delivery = of(waiter);
    String line = EventWriter.toLine(delivery.batch().event(index(waiter)));
    delivery.reject(new Rejected(line, reason, detail));
    ended(delivery);
  }

  /** The event cannot be decided: its delivery is delivered again. */
  void fail(long waiter) {
    PendingDelivery<T> delivery = of(waiter);
    delivery.fail(output);
    ended(delivery);
  }

  /**
   * Keeps all of them from timing out while the task holds their events. A store that is slower
   * than the events come makes the line of documents long, and each put takes more events: that is
   * how it keeps up. A store that is away is asked again. If deliveries timed out meanwhile, the
   * same work would be done twice. Those of a task that hangs time out.
   */
  private void keepAlive() {
    for (PendingDelivery<T> delivery : slots) {
      if (delivery != null) {
        delivery.keepAlive(output);
      }
    }
  }

  /** The event is decided: a complete delivery sends its marks now, another one soon. */
  private void ended(PendingDelivery<T> delivery) {
    heldEvents--;
    budget.release();
    if (delivery.open() == 0) {
      remove(delivery);
      delivery.flush(output, metrics, nowMs.getAsLong());
    } else if (delivery.queueForFlush()) {
      toFlush.add(delivery);
      flushAtMs = Math.min(flushAtMs, nowMs.getAsLong() + settings.markFlushMs());
    }
  }

  private void remove(PendingDelivery<T> delivery) {
    slots.set(delivery.slot, null);
    if (freeSlots == free.length) {
      free = Arrays.copyOf(free, 2 * freeSlots);
    }
    free[freeSlots++] = delivery.slot;
  }

  void onTick() {
    if (nowMs.getAsLong() >= flushAtMs) {
      flush();
    }
    if (nowMs.getAsLong() >= keepAliveAtMs) {
      keepAliveAtMs = nowMs.getAsLong() + settings.keepAliveMs();
      keepAlive();
    }
  }

  void flush() {
    flushAtMs = Long.MAX_VALUE;
    List<PendingDelivery<T>> due = toFlush;
    toFlush = new ArrayList<>();
    for (PendingDelivery<T> delivery : due) {
      if (delivery.open() > 0) {
        delivery.flush(output, metrics, nowMs.getAsLong());
      }
    }
  }

  /** How many events are not decided yet. */
  int heldEvents() {
    return heldEvents;
  }
}
