package clickcounter.service;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The thread that passes lines to the transport. {@link Sending} decides; this class adds the
 * thread and the lock. Service threads wait for it no longer than the settings allow.
 */
final class Sender implements Runnable {
  private final String counterId;
  private final EventLogSettings settings;
  private final Transport transport;
  private final GuardedListener listener;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when the thread may have something to do. */
  private final Condition changed = lock.newCondition();

  private final Condition roomMade = lock.newCondition();

  /** Guarded by the lock. */
  private final Sending sending;

  Sender(
      String counterId, EventLogSettings settings, Transport transport, GuardedListener listener) {
    this.counterId = counterId;
    this.settings = settings;
    this.transport = transport;
    this.listener = listener;
    sending = new Sending(counterId, settings);
    thread = new Thread(this, "event-log-" + counterId);
    // A service that forgot to close its log can end; the lines are in the archive.
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Adds the line, or leaves it out when there is no room; the sender's thread reports that. */
  void add(long sequence, String text) {
    lock.lock();
    try {
      if (sending.mayWaitForRoom()) {
        awaitRoom();
      }
      if (sending.add(sequence, text, System.nanoTime())) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitRoom() {
    long leftNs = TimeUnit.MILLISECONDS.toNanos(settings.fullBufferWaitMs());
    try {
      while (sending.isFull() && leftNs > 0) {
        leftNs = roomMade.awaitNanos(leftNs);
      }
    } catch (InterruptedException e) {
      // The service has interrupted its thread for its own reasons. The event is in the archive.
      Thread.currentThread().interrupt();
      return;
    }
    sending.waitedForRoom();
  }

  /** No line will be added any more: sends what waits without lingering, then ends. */
  void finish() {
    change(sending::finish);
  }

  /** Leaves out what waits. The attempt that is under way is the last. */
  void abandon() {
    change(sending::abandon);
  }

  /**
   * Waits for the thread to end, unless the caller is interrupted. Returns whether it has ended;
   * then everything is sent or reported.
   */
  boolean awaitEnd(long waitMs) {
    try {
      // join(0) would wait forever.
      thread.join(Math.max(1, waitMs));
      return !thread.isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Leaves out and reports everything unsent, because the thread hangs in the transport. */
  void reportUnsettled() {
    change(sending::leaveOutAll);
    report();
  }

  EventLogCounts counts(long refused) {
    return locked(() -> sending.counts(refused));
  }

  @Override
  public void run() {
    Sending.Next next;
    do {
      next = awaitNext();
      if (next instanceof Sending.Next.Send send) {
        carry(send);
      }
      report();
    } while (!(next instanceof Sending.Next.End));
  }

  /** Waits until there is something to do: the next step, or a report of what was left out. */
  private Sending.Next awaitNext() {
    lock.lock();
    try {
      Sending.Next next = sending.next(System.nanoTime());
      while (next instanceof Sending.Next.Wait wait && !sending.hasUrgentReport()) {
        waitForChange(wait.ns());
        next = sending.next(System.nanoTime());
      }
      roomMade.signalAll();
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void waitForChange(long mostNs) {
    try {
      changed.awaitNanos(mostNs);
    } catch (InterruptedException e) {
      // Only the log ends this thread: ending now would leave out lines without need.
    }
  }

  private void carry(Sending.Next.Send send) {
    try {
      transport.send(send.lines());
    } catch (Throwable e) {
      // Errors too: one would end the only sender, and the lines would wait forever without a
      // report.
      listener.sendFailed(
          "attempt %d of %d to send %d lines of %s failed; they are in the archive"
              .formatted(send.attempt(), settings.sendAttempts(), send.lines().size(), counterId),
          e);
      change(() -> sending.failed(e, System.nanoTime()));
      return;
    }
    change(sending::sent);
  }

  private void change(Runnable change) {
    locked(
        () -> {
          change.run();
          changed.signalAll();
          return null;
        });
  }

  private <T> T locked(Supplier<T> use) {
    lock.lock();
    try {
      return use.get();
    } finally {
      lock.unlock();
    }
  }

  private void report() {
    locked(sending::drainReports).forEach(listener::leftOut);
  }
}
