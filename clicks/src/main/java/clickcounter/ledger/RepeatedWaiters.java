package clickcounter.ledger;

import java.util.Arrays;

/**
 * The waiters for an id that was counted before it was offered: for the next put, or for the one
 * that is under way. Few ledgers have any.
 *
 * <p>Mutable, not thread-safe.
 */
final class RepeatedWaiters {
  private static final long[] NOBODY = {};

  private long[] forNextPut = NOBODY;
  private long[] forPutInFlight = NOBODY;
  private int nextPut;
  private int putInFlight;

  void awaitNextPut(long waiter) {
    forNextPut = withRoom(forNextPut, nextPut);
    forNextPut[nextPut++] = waiter;
  }

  void awaitPutInFlight(long waiter) {
    forPutInFlight = withRoom(forPutInFlight, putInFlight);
    forPutInFlight[putInFlight++] = waiter;
  }

  private static long[] withRoom(long[] waiters, int size) {
    return size < waiters.length ? waiters : Arrays.copyOf(waiters, Math.max(2, 2 * size));
  }

  void beginPut() {
    forPutInFlight = forNextPut;
    putInFlight = nextPut;
    forNextPut = NOBODY;
    nextPut = 0;
  }

  void putSucceeded(WaiterSink done) {
    forEach(forPutInFlight, putInFlight, done);
    forPutInFlight = NOBODY;
    putInFlight = 0;
  }

  void forEach(WaiterSink sink) {
    forEach(forPutInFlight, putInFlight, sink);
    forEach(forNextPut, nextPut, sink);
  }

  private static void forEach(long[] waiters, int size, WaiterSink sink) {
    for (int i = 0; i < size; i++) {
      sink.accept(waiters[i], true);
    }
  }
}
