package clickcounter.tools.check;

import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchivedIds;
import clickcounter.tools.archive.EventLine;

/** What the archives have of one counter, and in which order. Not thread-safe. */
final class CheckedCounter implements VerdictCheck.Archived {
  private final ArchivedIds archived = new ArchivedIds();
  private long lastSequence = -1;
  private long lastMs;

  /** Returns whether the event is met for the first time. */
  boolean add(EventLine event) {
    return archived.add(event);
  }

  /**
   * By how many ms an event's time is before that of an event with a lower number; 0 if it is not.
   * To be asked once for each event.
   */
  long backMs(EventLine event) {
    if (event.sequence() <= lastSequence) {
      return 0;
    }
    long backMs = Math.max(0, lastMs - event.timestampMs());
    lastSequence = event.sequence();
    lastMs = Math.max(lastMs, event.timestampMs());
    return backMs;
  }

  boolean isClosed() {
    return archived.isClosed();
  }

  @Override
  public boolean isComplete() {
    return archived.isComplete();
  }

  /** The lowest number of a close notice. */
  long closedAt() {
    return archived.closeSequence();
  }

  /** Numbers from 0 to the highest that are in no file. */
  LongRanges holes() {
    LongRanges holes = LongRanges.ofRange(0, archived.all().last());
    holes.removeAll(archived.all());
    return holes;
  }

  /** Numbers above that of the close notice. */
  LongRanges afterClose() {
    if (!isClosed()) {
      return LongRanges.of();
    }
    LongRanges after = archived.all().copy();
    after.removeRange(0, closedAt());
    return after;
  }
}
