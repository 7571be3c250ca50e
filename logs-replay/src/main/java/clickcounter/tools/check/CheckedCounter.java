package clickcounter.tools.check;

import clickcounter.ids.LongRanges;

/** One counter of the archives that are checked. Thread-safe. */
public final class CheckedCounter {
  private final String counterId;
  private final LongRanges ids = new LongRanges();
  private final LongRanges repeated = new LongRanges();
  private long closeSequence = -1;
  private long firstEventAtMs = Long.MAX_VALUE;
  private long lastEventAtMs;
  private long ahead;

  CheckedCounter(String counterId) {
    this.counterId = counterId;
  }

  synchronized void add(long sequence, long timestampMs, boolean isClose, boolean isAhead) {
    if (!ids.add(sequence)) {
      repeated.add(sequence);
    }
    firstEventAtMs = Math.min(firstEventAtMs, timestampMs);
    lastEventAtMs = Math.max(lastEventAtMs, timestampMs);
    closeSequence = isClose ? Math.max(closeSequence, sequence) : closeSequence;
    ahead += isAhead ? 1 : 0;
  }

  public String counterId() {
    return counterId;
  }

  /** Distinct events. */
  public synchronized long events() {
    return ids.size();
  }

  /** The numbers that no line has, from 0 to the highest that one has. */
  public synchronized LongRanges holes() {
    LongRanges holes = new LongRanges();
    holes.addRange(0, ids.last());
    holes.removeAll(ids);
    return holes;
  }

  /** The numbers that several lines have. */
  synchronized LongRanges repeated() {
    return repeated.copy();
  }

  public synchronized boolean isClosed() {
    return closeSequence >= 0;
  }

  /** The numbers above that of the closing event, which says that there are none. */
  public synchronized LongRanges afterClose() {
    LongRanges after = new LongRanges();
    if (isClosed() && ids.last() > closeSequence) {
      after.addAll(ids);
      LongRanges before = new LongRanges();
      before.addRange(0, closeSequence);
      after.removeAll(before);
    }
    return after;
  }

  /** Events whose time is so far ahead of this machine's clock that they would be rejected. */
  public synchronized long ahead() {
    return ahead;
  }

  public synchronized long firstEventAtMs() {
    return firstEventAtMs;
  }

  public synchronized long lastEventAtMs() {
    return lastEventAtMs;
  }
}
