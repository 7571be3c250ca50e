package clickcounter.counting;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the undecided events in memory of all ads tasks that share it.
 *
 * <p>A delivery of any size is accepted while the limit is not reached, so that every delivery is
 * accepted at some time. The limit is exceeded by less than one delivery of each task. Thread-safe.
 */
public final class HeldEventsBudget {
  private final int most;
  private final AtomicInteger held = new AtomicInteger();

  public HeldEventsBudget(int most) {
    this.most = most;
  }

  /** Adds this many events; false, with none added, when the limit is reached. */
  boolean tryAcquire(int events) {
    if (held.get() >= most) {
      return false;
    }
    held.addAndGet(events);
    return true;
  }

  /** One of them is decided. */
  void release() {
    held.decrementAndGet();
  }
}
