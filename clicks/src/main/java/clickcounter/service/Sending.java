package clickcounter.service;

import clickcounter.service.Outbox.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Decides when a batch of a counter's lines is sent, when it is retried, and when it is left out.
 * Every line that is added ends as sent or as left out, and every line left out is reported.
 *
 * <p>No thread and no lock; time is passed in, and the caller of {@link #next} does what it says.
 * Not thread-safe: {@link Sender} guards it.
 */
public final class Sending {
  private static final long MAX_RETRY_WAIT_MS = 10_000;

  private final String counterId;
  private final EventLogSettings settings;
  private final Outbox outbox;
  private final LeftOutTally overflow = new LeftOutTally();
  private final List<LeftOut> settled = new ArrayList<>();
  private List<Line> onTheWay = List.of();
  private int attempt;
  private long notBeforeNs;
  private Throwable failure;
  private long added;
  private long sent;
  private long leftOut;

  /** A call has waited for room in vain, and there was no room since. */
  private boolean stalled;

  private boolean finishing;
  private boolean abandoned;

  /** What the caller has to do now. */
  public sealed interface Next {
    /** Pass these lines to the transport, then call {@link #sent} or {@link #failed}. */
    record Send(List<String> lines, int attempt) implements Next {}

    /** Wait this long, or until a line is added or the log ends. */
    record Wait(long ns) implements Next {}

    /** Stop: there is nothing left to do. */
    record End() implements Next {}
  }

  public Sending(String counterId, EventLogSettings settings) {
    this.counterId = counterId;
    this.settings = settings;
    outbox =
        new Outbox(
            settings.bufferLines(),
            settings.batchLines(),
            TimeUnit.MILLISECONDS.toNanos(settings.lingerMs()));
  }

  /** Whether a call should wait for room before it adds a line. */
  boolean mayWaitForRoom() {
    return outbox.isFull() && !stalled;
  }

  boolean isFull() {
    return outbox.isFull();
  }

  /** Reports that a call has waited for room as long as it may. */
  void waitedForRoom() {
    stalled = outbox.isFull();
  }

  /**
   * Adds the line, or leaves it out when there is no room.
   *
   * @return whether {@link #next} may answer differently now
   */
  public boolean add(long sequence, String text, long nowNs) {
    added++;
    if (outbox.isFull()) {
      overflow.add(sequence);
      leftOut++;
      return false;
    }
    outbox.add(new Line(sequence, text, nowNs));
    // The first line starts the linger and a full batch ends it; lines between change nothing.
    return outbox.size() == 1 || outbox.size() == settings.batchLines();
  }

  /** No line will be added any more: what waits is sent without lingering. */
  public void finish() {
    finishing = true;
    outbox.finish();
  }

  /** Leaves out what waits. The attempt that is under way is the last. */
  public void abandon() {
    abandoned = true;
    finish();
  }

  /** What to do now. Not to be called while lines are being sent. */
  public Next next(long nowNs) {
    while (true) {
      if (onTheWay.isEmpty()) {
        long dueNs = outbox.untilDueNs(nowNs);
        if (dueNs > 0) {
          return finishing && outbox.isEmpty() ? new Next.End() : new Next.Wait(dueNs);
        }
        takeBatch(nowNs);
      }
      if (!abandoned) {
        return attemptAt(nowNs);
      }
      leaveOut(notSentBeforeClose() + (failure == null ? "" : ", the last attempt: " + failure));
    }
  }

  private void takeBatch(long nowNs) {
    onTheWay = outbox.takeBatch();
    attempt = 0;
    failure = null;
    notBeforeNs = nowNs;
    stalled = false;
  }

  private Next attemptAt(long nowNs) {
    if (notBeforeNs > nowNs) {
      return new Next.Wait(notBeforeNs - nowNs);
    }
    attempt++;
    return new Next.Send(onTheWay.stream().map(Line::text).toList(), attempt);
  }

  /** The transport says that the queue has the lines. */
  public void sent() {
    sent += onTheWay.size();
    onTheWay = List.of();
  }

  /** The transport failed. The queue may have the lines all the same. */
  public void failed(Throwable why, long nowNs) {
    failure = why;
    notBeforeNs = nowNs + retryWaitNs(attempt);
    if (attempt >= settings.sendAttempts()) {
      leaveOut(settings.sendAttempts() + " attempts (sendAttempts) failed, the last: " + why);
    }
  }

  private long retryWaitNs(int failedAttempts) {
    // After 20 doublings even 1 ms exceeds the bound.
    int doublings = Math.min(20, failedAttempts - 1);
    long waitMs = Math.min(MAX_RETRY_WAIT_MS, settings.firstRetryWaitMs() << doublings);
    return TimeUnit.MILLISECONDS.toNanos(waitMs);
  }

  /**
   * Leaves out the batch that is being sent. A batch that was sent or left out already is empty
   * here.
   */
  private void leaveOut(String reason) {
    leftOut += onTheWay.size();
    LeftOutTally.of(onTheWay).drain(counterId, reason).ifPresent(settled::add);
    onTheWay = List.of();
  }

  /** Leaves out everything: the result of the attempt under way will not be known. */
  public void leaveOutAll() {
    leaveOut("the transport neither accepted nor refused them before the log closed");
    // The outbox is empty after this, so nothing is reported twice.
    onTheWay = outbox.takeAll();
    leaveOut(notSentBeforeClose());
  }

  /** Whether something was left out that has to be reported at once. */
  boolean hasUrgentReport() {
    return !settled.isEmpty();
  }

  /**
   * Returns what was left out and not reported yet. For a full buffer that is one report per batch.
   */
  public List<LeftOut> drainReports() {
    List<LeftOut> reports = new ArrayList<>(settled);
    settled.clear();
    if (onTheWay.isEmpty()) {
      overflow.drain(counterId, noRoom()).ifPresent(reports::add);
    }
    return reports;
  }

  public EventLogCounts counts(long refused) {
    return new EventLogCounts(added, sent, leftOut, outbox.size() + onTheWay.size(), refused);
  }

  private String noRoom() {
    return "no room for them: %d lines (bufferLines) were waiting to be sent already"
        .formatted(settings.bufferLines());
  }

  private String notSentBeforeClose() {
    return "the log closed and did not wait longer than %d ms (closeWaitMs)"
        .formatted(settings.closeWaitMs());
  }
}
