package clickcounter.riak;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Interrupts a run of a repeated task that takes too long; the next run comes all the same. */
final class ImpatientExecutor extends ScheduledThreadPoolExecutor {
  private final Impatience impatience;

  /**
   * @param mostMs how long one run may take
   */
  ImpatientExecutor(int threads, ThreadFactory factory, long mostMs) {
    super(threads, factory);
    setRemoveOnCancelPolicy(true);
    impatience = new Impatience(this, mostMs);
  }

  Impatience impatience() {
    return impatience;
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    return super.scheduleWithFixedDelay(() -> impatience.run(task), initialDelay, delay, unit);
  }
}
