package clickcounter.storm;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of one task. Tuples, answers of the store and clock ticks reach the task through it,
 * so that the task needs no locks and a slow store never blocks Storm's executor.
 *
 * <p>Answers come before tuples: what has begun is finished before more is begun. Else a read would
 * take as long as all tuples that wait, and the events of its ad with it.
 *
 * <p>When work fails or the loop is interrupted, the state of the task cannot be trusted: the
 * exception leaves the thread, and Storm's handler of uncaught exceptions ends the worker at once.
 * This is why it is kept by hand: executors catch exceptions and go on.
 *
 * <p>The queues have no limit of their own: they hold the tuples that the spouts have pending,
 * those among them that timed out and were emitted again, and answers of the store. Storm's
 * collector may be used from one thread besides the executor's as long as Storm's batch sizes are
 * 1, which the topology sets.
 */
final class TaskLoop implements Executor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);

  /** Time between ticks: short enough for deferrals of tens of ms. */
  static final long TICK_MS = 5;

  private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> tuples = new ConcurrentLinkedQueue<>();

  /** A permit for each piece of work in the queues. */
  private final Semaphore queued = new Semaphore(0);

  private final Thread thread;
  private final Runnable tick;
  private volatile boolean closed;
  private volatile Throwable failure;
  // Below is used by the loop's thread only.
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
   * Queues the work that a tuple brings.
   *
   * @throws IllegalStateException when earlier work failed; the worker has to restart
   */
  void onTuple(Runnable work) {
    queue(tuples, work);
  }

  /**
   * Queues the work that an answer brings, before all tuples.
   *
   * @throws IllegalStateException when earlier work failed; the worker has to restart
   */
  @Override
  public void execute(Runnable work) {
    queue(answers, work);
  }

  private void queue(Queue<Runnable> to, Runnable work) {
    if (failure != null) {
      throw new IllegalStateException(
          thread.getName() + " ended on an error; the worker has to restart", failure);
    }
    to.add(work);
    queued.release();
  }

  /** Why the loop ended; null while it runs. */
  Throwable failure() {
    return failure;
  }

  private void run() {
    boolean sound = true;
    while (sound && !closed) {
      sound = turn(TICK_MS);
    }
    if (failure != null && !closed) {
      // Without the cause, which was logged: Storm's handler ignores exceptions with certain
      // causes.
      throw new IllegalStateException(thread.getName() + " ended on an error: " + failure);
    }
  }

  /**
   * Runs the next piece of work, after waiting at most this long for one. Called on the loop's
   * thread only.
   *
   * @return false when the loop must end
   */
  boolean turn(long waitMs) {
    try {
      if (queued.tryAcquire(waitMs, TimeUnit.MILLISECONDS)) {
        Runnable answer = answers.poll();
        (answer != null ? answer : tuples.remove()).run();
      }
      tickWhenDue();
      return true;
    } catch (InterruptedException e) {
      if (!closed) {
        fail(new IllegalStateException("interrupted without being closed"));
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    return false;
  }

  private void fail(Throwable e) {
    failure = e;
    LOG.error(
        "{} ended on an error, and the worker ends with it. Nothing is lost: its tuples are delivered again after the"
            + " worker has restarted.",
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
