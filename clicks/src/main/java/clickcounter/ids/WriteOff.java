package clickcounter.ids;

import java.util.Comparator;

/**
 * An operator's decision that ids will never come ({@code reopened} false), or that they are
 * awaited again after all ({@code reopened} true), with its reason and the event that brought it.
 *
 * <p>The last writer wins: of two decisions about one id the later one holds, ties going to the
 * larger event id, so that the outcome does not depend on the order or the number of their
 * arrivals. What follows in the order only makes it total, should two decisions carry one event id.
 */
public record WriteOff(boolean reopened, String reason, long atMs, String eventId)
    implements Comparable<WriteOff> {
  public static final int MAX_REASON_LENGTH = 500;

  private static final Comparator<WriteOff> LAST_WRITER =
      Comparator.comparingLong(WriteOff::atMs)
          .thenComparing(WriteOff::eventId)
          .thenComparing(WriteOff::reopened)
          .thenComparing(WriteOff::reason);

  public WriteOff {
    if (reason == null || reason.isBlank()) {
      throw new IllegalArgumentException("a write-off needs a reason");
    }
    if (reason.length() > MAX_REASON_LENGTH) {
      throw new IllegalArgumentException(
          "expected a reason of at most "
              + MAX_REASON_LENGTH
              + " characters, actual "
              + reason.length());
    }
    if (eventId == null || eventId.isBlank()) {
      throw new IllegalArgumentException("a write-off needs the id of its event");
    }
  }

  @Override
  public int compareTo(WriteOff other) {
    return LAST_WRITER.compare(this, other);
  }

  /** Whether nobody waits any more, by this decision; null for none. */
  static boolean holds(WriteOff decision) {
    return decision != null && !decision.reopened();
  }

  /** Of two decisions, each of which may be missing (null), the one that holds. */
  static WriteOff winner(WriteOff a, WriteOff b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.compareTo(b) >= 0 ? a : b;
  }
}
