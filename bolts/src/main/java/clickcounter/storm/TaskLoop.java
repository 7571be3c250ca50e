package clickcounter.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread on which a bolt's task does all its work: tuples, answers of the store and the
 * passing of time come to it through a queue, so that the task needs no lock, and a slow store
 * never blocks Storm's executor.
 *
 * <p>When work fails, or somebody interrupts the loop, the state of the task cannot be trusted: the
 * exception leaves the thread, and Storm's handler of uncaught ones ends the worker at once.
 *
 * <p>The queue is bounded by what the spouts have pending. Storm's collector may be used from one
 * foreign thread as long as its batch sizes are 1, which the topology's configuration checks.
 */
final class TaskLoop implements Executor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);
  private static final int MOST_AT_ONCE = 1_000;

  /** How often time is looked at: fine enough for deferrals of tens of ms. */
  static final long TICK_MS = 5;

  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final Thread thread;
  private final Runnable tick;
  private volatile boolean closed;
  private volatile Throwable failure;
  // Below is the loop's own.
  private final List<Runnable> work = new ArrayList<>();
  private long tickedAtNs = System.nanoTime();

  TaskLoop(String name, Runnable tick) {
    this.tick = tick;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /**
   * Queues work.
   *
   * @throws IllegalStateException when earlier work failed: the state of the task cannot be
   *     trusted, the worker has to start again
   */
  @Override
  public void execute(Runnable work) {
    if (failure != null) {
      throw new IllegalStateException(
          thread.getName() + " ended on an error; the worker has to start again", failure);
    }
    queue.add(work);
  }

  /** Why nothing is done any more; null while all is well. */
  Throwable failure() {
    return failure;
  }

  private void run() {
    boolean sound = true;
    while (sound && !closed) {
      sound = turn(TICK_MS);
    }
    if (failure != null && !closed) {
      // Without the cause, which the log has: Storm's handler swallows what some causes stand
      // behind.
      throw new IllegalStateException(thread.getName() + " ended on an error: " + failure);
    }
  }

  /**
   * Does what is queued, and waits for it no longer than this. For the one thread of the loop.
   *
   * @return false when the loop has to end
   */
  boolean turn(long waitMs) {
    try {
      Runnable first = queue.poll(waitMs, TimeUnit.MILLISECONDS);
      if (first != null) {
        work.add(first);
        queue.drainTo(work, MOST_AT_ONCE);
        work.forEach(Runnable::run);
        work.clear();
      }
      tickWhenDue();
      return true;
    } catch (InterruptedException e) {
      if (!closed) {
        fail(new IllegalStateException("interrupted, though nobody closed it"));
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    return false;
  }

  private void fail(Throwable e) {
    failure = e;
    LOG.error(
        "{} ended on an error, the worker ends with it. Nothing is lost: what it held is delivered again after the worker"
            + " has started again.",
        thread.getName(),
        e);
  }

  private void tickWhenDue() {
    long nowNs = System.nanoTime();
    if (nowNs - tickedAtNs >= TimeUnit.MILLISECONDS.toNanos(TICK_MS)) {
      tickedAtNs = nowNs;
      tick.run();
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
