package clickcounter.counting;

import java.util.Arrays;

/**
 * Events that wait, by their waiters, each of which may be marked. Eight bytes an event.
 *
 * <p>Mutable, not thread-safe.
 */
final class WaiterList {
  /** A waiter is not negative. */
  private static final long MARK = Long.MIN_VALUE;

  @FunctionalInterface
  interface Receiver {
    void accept(long waiter, boolean isMarked);
  }

  @FunctionalInterface
  interface Choice {
    boolean test(long waiter, boolean isMarked);
  }

  private long[] waiters = new long[2];
  private int size;

  void add(long waiter, boolean isMarked) {
    if (size == waiters.length) {
      waiters = Arrays.copyOf(waiters, 2 * size);
    }
    waiters[size++] = isMarked ? waiter | MARK : waiter;
  }

  long waiter(int index) {
    return waiters[index] & ~MARK;
  }

  private boolean isMarked(int index) {
    return waiters[index] < 0;
  }

  /** Passes each event and whether it is marked, in the order in which they came. */
  void forEach(Receiver receiver) {
    for (int i = 0; i < size; i++) {
      receiver.accept(waiter(i), isMarked(i));
    }
  }

  /** Empties this list into the returned one. */
  WaiterList takeAll() {
    WaiterList taken = new WaiterList();
    long[] mine = waiters;
    waiters = taken.waiters;
    taken.waiters = mine;
    taken.size = size;
    size = 0;
    return taken;
  }
}
