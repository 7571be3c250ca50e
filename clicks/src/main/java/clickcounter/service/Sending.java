package clickcounter.service;

import clickcounter.service.Outbox.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What becomes of a counter's lines: when a batch of them is sent, when again, and when it is left
 * out. Every line that is added ends as sent or as left out, and what is left out is reported.
 *
 * <p>Plain: no thread, no lock; time is passed in, and who asks {@link #next} does what it says.
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

  /** A call has waited for room in vain, and none was made since. */
  private boolean stalled;

  private boolean finishing;
  private boolean abandoned;

  /** What is to be done now. */
  public sealed interface Next {
    /** To give the transport these lines, and then to say how that ended. */
    record Send(List<String> lines, int attempt) implements Next {}

    /** Nothing, for so long or until something is added or ends. */
    record Wait(long ns) implements Next {}

    /** Nothing any more. */
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

  /** Whether a call should wait for room before it adds. */
  boolean mayWaitForRoom() {
    return outbox.isFull() && !stalled;
  }

  boolean isFull() {
    return outbox.isFull();
  }

  /** A call has waited for room as long as it may. */
  void waitedForRoom() {
    stalled = outbox.isFull();
  }

  /**
   * Takes the line, or, when there is no room, leaves it out.
   *
   * @return whether {@link #next} may say something else now
   */
  public boolean add(long sequence, String text, long nowNs) {
    added++;
    if (outbox.isFull()) {
      overflow.add(sequence);
      leftOut++;
      return false;
    }
    outbox.add(new Line(sequence, text, nowNs));
    // The first line starts the linger, a batch ends it; those between change nothing.
    return outbox.size() == 1 || outbox.size() == settings.batchLines();
  }

  /** No line will be added any more: what waits is sent without lingering, and then it ends. */
  public void finish() {
    finishing = true;
    outbox.finish();
  }

  /** Leaves out what waits; the attempt to send that is under way becomes the last. */
  public void abandon() {
    abandoned = true;
    finish();
  }

  /** What is to be done now; not to be asked while lines are being sent. */
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

  /** The transport did not take the lines, as far as it knows. */
  public void failed(Throwable why, long nowNs) {
    failure = why;
    notBeforeNs = nowNs + retryWaitNs(attempt);
    if (attempt >= settings.sendAttempts()) {
      leaveOut(settings.sendAttempts() + " attempts (sendAttempts) failed, the last: " + why);
    }
  }

  private long retryWaitNs(int failedAttempts) {
    // Beyond 20 doublings even 1 ms is above the bound.
    int doublings = Math.min(20, failedAttempts - 1);
    long waitMs = Math.min(MAX_RETRY_WAIT_MS, settings.firstRetryWaitMs() << doublings);
    return TimeUnit.MILLISECONDS.toNanos(waitMs);
  }

  /** Leaves out what is on the way; once settled by anybody, it is not again. */
  private void leaveOut(String reason) {
    leftOut += onTheWay.size();
    LeftOutTally.of(onTheWay).take(counterId, reason).ifPresent(settled::add);
    onTheWay = List.of();
  }

  /** Leaves out everything: nobody will say any more how the sending of it ended. */
  public void leaveOutAll() {
    leaveOut("the transport neither took nor refused them before the log closed");
    // What is taken after this is nothing.
    onTheWay = outbox.takeAll();
    leaveOut(notSentBeforeClose());
  }

  /** Whether something is left out that has to be reported at once. */
  boolean owesReport() {
    return !settled.isEmpty();
  }

  /** What was left out and is not reported yet; of a full buffer once per batch. */
  public List<LeftOut> takeReports() {
    List<LeftOut> reports = new ArrayList<>(settled);
    settled.clear();
    if (onTheWay.isEmpty()) {
      overflow.take(counterId, noRoom()).ifPresent(reports::add);
    }
    return reports;
  }

  public EventLogCounts counts(long refused) {
    return new EventLogCounts(added, sent, leftOut, outbox.size() + onTheWay.size(), refused);
  }

  private String noRoom() {
    return "no room for them: "
        + settings.bufferLines()
        + " lines (bufferLines) waited for the transport already";
  }

  private String notSentBeforeClose() {
    return "the log closed and did not wait longer than "
        + settings.closeWaitMs()
        + " ms (closeWaitMs)";
  }
}
