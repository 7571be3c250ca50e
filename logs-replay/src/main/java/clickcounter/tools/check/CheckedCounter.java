package clickcounter.tools.check;

import clickcounter.ids.LongRanges;

/** What the archives have of one counter, as ranges of numbers. Not thread-safe. */
final class CheckedCounter {
  private static final long NEVER = Long.MAX_VALUE;

  private final LongRanges seen = LongRanges.of();
  private final LongRanges repeated = LongRanges.of();

  /** The lowest number of a close notice. */
  private long closedAt = NEVER;

  private long lastSequence = -1;
  private long lastMs;

  /**
   * Adds an event.
   *
   * @return by how many ms its time is before that of an event with a lower number; 0 if it is not
   */
  long add(long sequence, long timestampMs, boolean close) {
    if (!seen.add(sequence)) {
      repeated.add(sequence);
    }
    if (close) {
      closedAt = Math.min(closedAt, sequence);
    }
    if (sequence <= lastSequence) {
      return 0;
    }
    long backMs = Math.max(0, lastMs - timestampMs);
    lastSequence = sequence;
    lastMs = Math.max(lastMs, timestampMs);
    return backMs;
  }

  boolean isClosed() {
    return closedAt != NEVER;
  }

  long closedAt() {
    return closedAt;
  }

  /** Numbers from 0 to the highest that are in no file. */
  LongRanges holes() {
    LongRanges holes = LongRanges.ofRange(0, seen.last());
    holes.removeAll(seen);
    return holes;
  }

  /** Numbers above that of the close notice. */
  LongRanges afterClose() {
    LongRanges after = seen.copy();
    if (isClosed()) {
      after.removeRange(0, closedAt);
    }
    return isClosed() ? after : LongRanges.of();
  }

  /** Numbers that occur more than once. */
  LongRanges repeated() {
    return repeated;
  }
}
