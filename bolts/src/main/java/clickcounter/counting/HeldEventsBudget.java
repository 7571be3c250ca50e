package clickcounter.counting;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the undecided events in memory of all ads tasks that share it.
 *
 * <p>A delivery is taken as long as the bound is not reached, however large it is: so each is taken
 * some time, and the bound is passed by less than one delivery of each task. Thread-safe.
 */
public final class HeldEventsBudget {
  private final int most;
  private final AtomicInteger held = new AtomicInteger();

  public HeldEventsBudget(int most) {
    this.most = most;
  }

  /** Takes so many events; false, with none taken, when the bound is reached. */
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
