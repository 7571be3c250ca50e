package clickcounter.devnode;

import java.util.function.LongConsumer;

/**
 * Gives each write a number that is larger than all before it, restarts included, so that a key
 * which was deleted and made again never meets a context that covers it by accident.
 *
 * <p>Numbers are reserved on disk in large steps; a restart skips what was left of a step.
 */
final class Dots {

  private static final long STEP = 1_000_000;

  /** More than a power loss can take back of what was reserved. */
  private static final long MAX_AHEAD = 1L << 40;

  private final LongConsumer storeReserved;
  private long last;
  private long reserved;

  /**
   * @param reserved what was stored last, 0 in a new data directory
   * @param storeReserved must have stored the number when it returns
   */
  Dots(long reserved, LongConsumer storeReserved) {
    this.last = reserved;
    this.reserved = reserved;
    this.storeReserved = storeReserved;
  }

  /**
   * Whether this node can have given the dot: after a power loss a client may know more than the
   * disk, but not much more. Any other is made up, and to believe it would use up the numbers.
   */
  synchronized boolean mayHaveGiven(long dot) {
    return dot - reserved <= MAX_AHEAD;
  }

  /** A dot above the context too: after a power loss a client may know more than the disk. */
  synchronized long nextAfter(long context) {
    long next = Math.addExact(Math.max(last, context), 1);
    if (next > reserved) {
      long reservation = Math.addExact(next, STEP);
      storeReserved.accept(reservation);
      reserved = reservation;
    }
    last = next;
    return next;
  }
}
