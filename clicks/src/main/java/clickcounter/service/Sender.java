package clickcounter.service;

import clickcounter.service.Outbox.Line;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one thread that hands lines to the transport, and the buffer before it. Every line that is
 * added ends as sent or as left out, and what is left out is reported; only the order of reports is
 * not promised. Service threads wait for it no longer than the settings say.
 */
final class Sender implements Runnable {
  private static final long MAX_RETRY_WAIT_MS = 10_000;

  private final String counterId;
  private final EventLogSettings settings;
  private final Transport transport;
  private final GuardedListener listener;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();

  /** The outbox has a line more, or the end has come nearer. */
  private final Condition changed = lock.newCondition();

  private final Condition roomMade = lock.newCondition();

  // All below is guarded by the lock.
  private final Outbox outbox;
  private final LeftOutTally overflow = new LeftOutTally();
  private List<Line> onTheWay = List.of();
  private long added;
  private long sent;
  private long leftOut;

  /** A call has waited for room in vain, and none was made since. */
  private boolean stalled;

  private boolean finishing;
  private boolean abandoned;

  Sender(
      String counterId, EventLogSettings settings, Transport transport, GuardedListener listener) {
    this.counterId = counterId;
    this.settings = settings;
    this.transport = transport;
    this.listener = listener;
    outbox =
        new Outbox(
            settings.bufferLines(),
            settings.batchLines(),
            TimeUnit.MILLISECONDS.toNanos(settings.lingerMs()));
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
      if (outbox.isFull() && !stalled) {
        awaitRoom();
      }
      added++;
      if (outbox.isFull()) {
        overflow.add(sequence);
        leftOut++;
        return;
      }
      outbox.add(new Line(sequence, text, System.nanoTime()));
      // The first line starts the linger, a batch ends it; those between change nothing.
      if (outbox.size() == 1 || outbox.size() == settings.batchLines()) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitRoom() {
    long leftNs = TimeUnit.MILLISECONDS.toNanos(settings.fullBufferWaitMs());
    try {
      while (outbox.isFull() && leftNs > 0) {
        leftNs = roomMade.awaitNanos(leftNs);
      }
    } catch (InterruptedException e) {
      // The service wants its thread back, for reasons of its own: the event is in the archive.
      Thread.currentThread().interrupt();
      return;
    }
    stalled = outbox.isFull();
  }

  /** No line will be added any more: sends what waits, without lingering, and ends. */
  void finish() {
    lock.lock();
    try {
      finishing = true;
      outbox.finish();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Leaves out what waits; the attempt to send that is under way becomes the last. */
  void abandon() {
    lock.lock();
    try {
      abandoned = true;
    } finally {
      lock.unlock();
    }
    finish();
  }

  /** Whether the thread has ended within this time; if so, everything is sent or reported. */
  boolean awaitEnd(long waitMs) throws InterruptedException {
    // join(0) would wait for ever.
    thread.join(Math.max(1, waitMs));
    return !thread.isAlive();
  }

  /** Reports what is not settled, in the place of a thread that hangs in the transport. */
  void reportUnsettled() {
    List<Line> waiting;
    lock.lock();
    try {
      // At once: what the thread takes after this is nothing, whenever it wakes.
      waiting = outbox.takeAll();
      leftOut += waiting.size();
    } finally {
      lock.unlock();
    }
    settle("the transport neither took nor refused them before the log closed");
    report(LeftOutTally.of(waiting), notSentBeforeClose());
    reportOverflow();
  }

  EventLogCounts counts(long refused) {
    lock.lock();
    try {
      return new EventLogCounts(added, sent, leftOut, outbox.size() + onTheWay.size(), refused);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() {
    for (List<Line> batch = awaitBatch(); !batch.isEmpty(); batch = awaitBatch()) {
      deliver(batch.stream().map(Line::text).toList());
      reportOverflow();
    }
    reportOverflow();
  }

  /** The next batch; an empty one says that the end has come. */
  private List<Line> awaitBatch() {
    lock.lock();
    try {
      long dueNs = outbox.untilDueNs(System.nanoTime());
      while (dueNs > 0 && !(finishing && outbox.isEmpty())) {
        waitForChange(dueNs);
        dueNs = outbox.untilDueNs(System.nanoTime());
      }
      onTheWay = outbox.takeBatch();
      stalled = false;
      roomMade.signalAll();
      return onTheWay;
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

  private void deliver(List<String> texts) {
    Throwable failure = null;
    for (int attempt = 1; attempt <= settings.sendAttempts(); attempt++) {
      if (!mayAttempt(attempt)) {
        settle(notSentBeforeClose() + (failure == null ? "" : ", the last attempt: " + failure));
        return;
      }
      failure = send(texts, attempt);
      if (failure == null) {
        settleAsSent();
        return;
      }
    }
    settle(settings.sendAttempts() + " attempts (sendAttempts) failed, the last: " + failure);
  }

  private Throwable send(List<String> texts, int attempt) {
    try {
      transport.send(texts);
      return null;
    } catch (Throwable e) {
      // An Error too: it would end the only sender, and the lines would wait for ever, unreported.
      listener.sendFailed(
          "attempt "
              + attempt
              + " of "
              + settings.sendAttempts()
              + " to send "
              + texts.size()
              + " lines of "
              + counterId
              + " failed; they are in the archive",
          e);
      return e;
    }
  }

  /** Waits before each attempt but the first; false when the log does not want to wait any more. */
  private boolean mayAttempt(int attempt) {
    lock.lock();
    try {
      long endNs = System.nanoTime() + retryWaitNs(attempt);
      long leftNs = endNs - System.nanoTime();
      while (!abandoned && attempt > 1 && leftNs > 0) {
        waitForChange(leftNs);
        leftNs = endNs - System.nanoTime();
      }
      return !abandoned;
    } finally {
      lock.unlock();
    }
  }

  private long retryWaitNs(int attempt) {
    // Beyond 20 doublings even 1 ms is above the bound.
    int doublings = Math.min(20, Math.max(0, attempt - 2));
    long waitMs = Math.min(MAX_RETRY_WAIT_MS, settings.firstRetryWaitMs() << doublings);
    return TimeUnit.MILLISECONDS.toNanos(waitMs);
  }

  private void settleAsSent() {
    lock.lock();
    try {
      sent += onTheWay.size();
      onTheWay = List.of();
    } finally {
      lock.unlock();
    }
  }

  /** Leaves out what is on the way; once settled by anybody, it is not again. */
  private void settle(String reason) {
    LeftOutTally tally;
    lock.lock();
    try {
      tally = LeftOutTally.of(onTheWay);
      leftOut += onTheWay.size();
      onTheWay = List.of();
    } finally {
      lock.unlock();
    }
    report(tally, reason);
  }

  private void report(LeftOutTally tally, String reason) {
    tally.take(counterId, reason).ifPresent(listener::leftOut);
  }

  private void reportOverflow() {
    Optional<LeftOut> taken;
    lock.lock();
    try {
      taken =
          overflow.take(
              counterId,
              "no room for them: "
                  + settings.bufferLines()
                  + " lines (bufferLines) waited for the transport already");
    } finally {
      lock.unlock();
    }
    taken.ifPresent(listener::leftOut);
  }

  private String notSentBeforeClose() {
    return "the log closed and did not wait longer than "
        + settings.closeWaitMs()
        + " ms (closeWaitMs)";
  }
}
