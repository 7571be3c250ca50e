package clickcounter.tools.archive;

import clickcounter.ids.LongRanges;

/** Which events of one counter the archives have. Thread-safe while they are read. */
public final class ArchivedIds {
  private final LongRanges ids = new LongRanges();
  private long closeSequence = -1;
  private long closedAtMs;
  private long lastEventAtMs;

  /** Returns whether the event is met for the first time. */
  public synchronized boolean add(EventLine event) {
    lastEventAtMs = Math.max(lastEventAtMs, event.timestampMs());
    // If a faulty service wrote several closing events, the first counts.
    if (event.isClose() && (closeSequence < 0 || event.sequence() < closeSequence)) {
      closeSequence = event.sequence();
      closedAtMs = event.timestampMs();
    }
    return ids.add(event.sequence());
  }

  /** After the reading: the numbers of all its events. Not to be changed. */
  public LongRanges all() {
    return ids;
  }

  public boolean isClosed() {
    return closeSequence >= 0;
  }

  /** The number of the closing event, or -1. */
  public long closeSequence() {
    return closeSequence;
  }

  /** The time of the closing event, ms since the epoch. */
  public long closedAtMs() {
    return closedAtMs;
  }

  /** The latest time of its events, ms since the epoch. */
  public long lastEventAtMs() {
    return lastEventAtMs;
  }
}
