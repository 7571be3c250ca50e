package clickcounter.riak;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts whoever takes too long.
 *
 * <p>The client waits without a limit for decoders that it puts into a connection's pipeline from
 * another thread: one that checks a node's health, one that logs in. If the connection is closed
 * just then, Netty never tells the decoder anything. The node would count as dead, or all who send
 * would wait, until the worker ends. Seen with a proxy that accepts connections while the node
 * behind it is down; a load balancer does the same.
 *
 * @param clock whose threads interrupt
 * @param mostMs how long one run may take
 */
record Impatience(ScheduledExecutorService clock, long mostMs) {
  /** Runs the task on the caller's thread, which is not interrupted afterwards. */
  void run(Runnable task) {
    Thread runner = Thread.currentThread();
    Future<?> alarm = clock.schedule(runner::interrupt, mostMs, TimeUnit.MILLISECONDS);
    try {
      task.run();
    } finally {
      alarm.cancel(false);
      // An alarm that came too late is not for whatever the thread does next.
      Thread.interrupted();
    }
  }
}
