package clickcounter.ledger;

import java.util.Arrays;

/** Waiters, in the order in which they came. Mutable, not thread-safe. */
final class WaiterList {
  private long[] waiters = new long[2];
  private int size;

  /** Adds to a list that may be null, and returns the list. */
  static WaiterList add(WaiterList list, long waiter) {
    WaiterList grown = list == null ? new WaiterList() : list;
    if (grown.size == grown.waiters.length) {
      grown.waiters = Arrays.copyOf(grown.waiters, 2 * grown.size);
    }
    grown.waiters[grown.size++] = waiter;
    return grown;
  }

  static void forEach(WaiterList list, WaiterSink sink) {
    for (int i = 0; list != null && i < list.size; i++) {
      sink.accept(list.waiters[i], true);
    }
  }
}
