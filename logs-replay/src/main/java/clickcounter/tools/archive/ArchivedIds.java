package clickcounter.tools.archive;

import clickcounter.ids.LongRanges;

/** Which events of one counter the archives have. Thread-safe while they are read. */
public final class ArchivedIds {
  private final LongRanges ids = new LongRanges();
  private long closeSequence = -1;

  /** Returns whether the event is met for the first time. */
  public synchronized boolean add(EventLine event) {
    // If a faulty service wrote several closing events, the first counts.
    if (event.isClose() && (closeSequence < 0 || event.sequence() < closeSequence)) {
      closeSequence = event.sequence();
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
}
