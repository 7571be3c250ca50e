package clickcounter.service;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one thread that hands lines to the transport: it carries, {@link Sending} decides. Service
 * threads wait for it no longer than the settings say.
 */
final class Sender implements Runnable {
  private final String counterId;
  private final EventLogSettings settings;
  private final Transport transport;
  private final GuardedListener listener;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();

  /** There may be something else to do than to wait. */
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
    // A service that forgot to close its log ends all the same; the lines are in the archive.
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Takes the line, or, when there is no room, leaves it out; the sender's thread reports that. */
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
      // The service wants its thread back, for reasons of its own: the event is in the archive.
      Thread.currentThread().interrupt();
      return;
    }
    sending.waitedForRoom();
  }

  /** No line will be added any more: sends what waits, without lingering, and ends. */
  void finish() {
    locked(sending::finish);
  }

  /** Leaves out what waits; the attempt to send that is under way becomes the last. */
  void abandon() {
    locked(sending::abandon);
  }

  /** Whether the thread has ended within this time; if so, everything is sent or reported. */
  boolean awaitEnd(long waitMs) throws InterruptedException {
    // join(0) would wait for ever.
    thread.join(Math.max(1, waitMs));
    return !thread.isAlive();
  }

  /** Reports what is not settled, in the place of a thread that hangs in the transport. */
  void reportUnsettled() {
    locked(sending::leaveOutAll);
    report();
  }

  EventLogCounts counts(long refused) {
    lock.lock();
    try {
      return sending.counts(refused);
    } finally {
      lock.unlock();
    }
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

  /** What is to be done beside waiting; or to report what was left out meanwhile. */
  private Sending.Next awaitNext() {
    lock.lock();
    try {
      Sending.Next next = sending.next(System.nanoTime());
      while (next instanceof Sending.Next.Wait wait && !sending.owesReport()) {
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
      // Nobody but the log ends this thread: its lines would be left out without need.
    }
  }

  private void carry(Sending.Next.Send send) {
    try {
      transport.send(send.lines());
    } catch (Throwable e) {
      // An Error too: it would end the only sender, and the lines would wait for ever, unreported.
      listener.sendFailed(
          "attempt "
              + send.attempt()
              + " of "
              + settings.sendAttempts()
              + " to send "
              + send.lines().size()
              + " lines of "
              + counterId
              + " failed; they are in the archive",
          e);
      locked(() -> sending.failed(e, System.nanoTime()));
      return;
    }
    locked(sending::sent);
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void report() {
    List<LeftOut> reports;
    lock.lock();
    try {
      reports = sending.takeReports();
    } finally {
      lock.unlock();
    }
    reports.forEach(listener::leftOut);
  }
}
