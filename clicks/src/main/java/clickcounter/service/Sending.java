package clickcounter.service;

import java.util.ArrayDeque;
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
  private final String noRoom;
  private final ArrayDeque<Line> waiting = new ArrayDeque<>();
  private final List<LeftOut> settled = new ArrayList<>();

  /** What found no room and is not reported yet; null for nothing. */
  private LeftOut overflow;

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

  /** An event's line, its number, and when it was added. */
  private record Line(long sequence, String text, long sinceNs) {}

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
    noRoom =
        "no room for them: %d lines (bufferLines) were waiting to be sent already"
            .formatted(settings.bufferLines());
  }

  /** Whether a call should wait for room before it adds a line. */
  boolean mayWaitForRoom() {
    return isFull() && !stalled;
  }

  boolean isFull() {
    return waiting.size() >= settings.bufferLines();
  }

  /** Reports that a call has waited for room as long as it may. */
  void waitedForRoom() {
    stalled = isFull();
  }

  /**
   * Adds the line, or leaves it out when there is no room.
   *
   * @return whether {@link #next} may answer differently now
   */
  public boolean add(long sequence, String text, long nowNs) {
    added++;
    if (isFull()) {
      boolean first = overflow == null;
      long from = first ? sequence : overflow.firstSequence();
      long events = first ? 1 : overflow.events() + 1;
      overflow = new LeftOut(counterId, from, sequence, events, noRoom);
      leftOut++;
      return false;
    }
    waiting.add(new Line(sequence, text, nowNs));
    // The first line starts the linger and a full batch ends it; lines between change nothing.
    return waiting.size() == 1 || waiting.size() == settings.batchLines();
  }

  /** No line will be added any more: what waits is sent without lingering. */
  public void finish() {
    finishing = true;
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
        long dueNs = untilDueNs(nowNs);
        if (dueNs > 0) {
          return finishing && waiting.isEmpty() ? new Next.End() : new Next.Wait(dueNs);
        }
        takeBatch(nowNs);
      }
      if (!abandoned) {
        return attemptAt(nowNs);
      }
      leaveOut(notSentBeforeClose() + (failure == null ? "" : ", the last attempt: " + failure));
    }
  }

  /** A batch is due when it is full, or when its oldest line has lingered; then this is 0. */
  private long untilDueNs(long nowNs) {
    if (waiting.isEmpty()) {
      return Long.MAX_VALUE;
    }
    if (finishing || waiting.size() >= settings.batchLines()) {
      return 0;
    }
    long lingerNs = TimeUnit.MILLISECONDS.toNanos(settings.lingerMs());
    return Math.max(0, lingerNs - (nowNs - waiting.getFirst().sinceNs()));
  }

  private void takeBatch(long nowNs) {
    onTheWay = takeOldest(settings.batchLines());
    attempt = 0;
    failure = null;
    notBeforeNs = nowNs;
    stalled = false;
  }

  private List<Line> takeOldest(int most) {
    List<Line> batch = new ArrayList<>();
    while (batch.size() < most && !waiting.isEmpty()) {
      batch.add(waiting.remove());
    }
    return batch;
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
    int lines = onTheWay.size();
    if (lines > 0) {
      long first = onTheWay.get(0).sequence();
      long last = onTheWay.get(lines - 1).sequence();
      settled.add(new LeftOut(counterId, first, last, lines, reason));
    }
    leftOut += lines;
    onTheWay = List.of();
  }

  /** Leaves out everything: the result of the attempt under way will not be known. */
  public void leaveOutAll() {
    leaveOut("the transport neither accepted nor refused them before the log closed");
    // Nothing waits after this, so nothing is reported twice.
    onTheWay = takeOldest(waiting.size());
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
    if (onTheWay.isEmpty() && overflow != null) {
      reports.add(overflow);
      overflow = null;
    }
    return reports;
  }

  public EventLogCounts counts(long refused) {
    return new EventLogCounts(added, sent, leftOut, waiting.size() + onTheWay.size(), refused);
  }

  private String notSentBeforeClose() {
    return "the log closed and did not wait longer than %d ms (closeWaitMs)"
        .formatted(settings.closeWaitMs());
  }
}
