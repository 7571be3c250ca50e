package clickcounter.riak;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a run of a repeated task that takes too long; the next run comes all the same.
 *
 * <p>The client's health check waits without a limit for a decoder that it puts into a connection's
 * pipeline from another thread. If the connection is closed just then, Netty never tells the
 * decoder anything, and the node would count as dead until the worker ends. Seen with a proxy that
 * accepts connections while the node behind it is down; a load balancer does the same.
 */
final class ImpatientExecutor extends ScheduledThreadPoolExecutor {
  private final long mostMs;

  /**
   * @param mostMs how long one run may take
   */
  ImpatientExecutor(int threads, ThreadFactory factory, long mostMs) {
    super(threads, factory);
    this.mostMs = mostMs;
    setRemoveOnCancelPolicy(true);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    return super.scheduleWithFixedDelay(() -> runOnce(task), initialDelay, delay, unit);
  }

  private void runOnce(Runnable task) {
    Thread runner = Thread.currentThread();
    Future<?> alarm = schedule(runner::interrupt, mostMs, TimeUnit.MILLISECONDS);
    try {
      task.run();
    } finally {
      alarm.cancel(false);
      // An alarm that came too late is not for whoever has the thread next.
      Thread.interrupted();
    }
  }
}
