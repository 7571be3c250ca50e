package clickcounter.counting;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The deliveries that an ads task has not finished, each in a slot. A waiter is the number of a
 * slot and the index of an event in its delivery: eight bytes name an event that waits for a put.
 *
 * <p>A slot is given to another delivery only when all events of its delivery are decided, so no
 * waiter can name a wrong one.
 *
 * @param <T> a delivery's handle
 */
final class Deliveries<T> {
  private final List<PendingDelivery<T>> slots = new ArrayList<>();
  private int[] free = new int[16];
  private int freeSlots;

  /** Adds a delivery, and gives the waiter of its first event; those of the others follow it. */
  long add(PendingDelivery<T> delivery) {
    int slot = freeSlots > 0 ? free[--freeSlots] : slots.size();
    if (slot == slots.size()) {
      slots.add(delivery);
    } else {
      slots.set(slot, delivery);
    }
    delivery.slot = slot;
    return (long) slot << Integer.SIZE;
  }

  /** The delivery of a waiter. */
  PendingDelivery<T> of(long waiter) {
    return slots.get((int) (waiter >>> Integer.SIZE));
  }

  /** The index of a waiter's event in its delivery. */
  static int index(long waiter) {
    return (int) waiter;
  }

  /** Frees the slot of a delivery whose events are all decided. */
  void remove(PendingDelivery<T> delivery) {
    slots.set(delivery.slot, null);
    if (freeSlots == free.length) {
      free = Arrays.copyOf(free, 2 * freeSlots);
    }
    free[freeSlots++] = delivery.slot;
  }
}
