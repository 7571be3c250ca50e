package clickcounter.riak;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts who takes too long: a run of a repeated task, whose next run comes all the same, and
 * on other threads what {@link #impatiently} runs.
 *
 * <p>The client waits without a limit for decoders that it puts into a connection's pipeline from
 * another thread: one that checks a node's health, one that logs in. If the connection is closed
 * just then, Netty never tells the decoder anything. The node would count as dead, or all who send
 * would wait, until the worker ends. Seen with a proxy that accepts connections while the node
 * behind it is down; a load balancer does the same.
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
    return super.scheduleWithFixedDelay(() -> impatiently(task), initialDelay, delay, unit);
  }

  /** Runs the task on the caller's thread, which is not interrupted afterwards. */
  void impatiently(Runnable task) {
    Thread runner = Thread.currentThread();
    Future<?> alarm = schedule(runner::interrupt, mostMs, TimeUnit.MILLISECONDS);
    try {
      task.run();
    } finally {
      alarm.cancel(false);
      // An alarm that came too late is not for whatever the thread does next.
      Thread.interrupted();
    }
  }
}
