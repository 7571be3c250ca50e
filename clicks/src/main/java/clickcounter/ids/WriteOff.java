package clickcounter.ids;

import java.util.Comparator;

/**
 * An operator's decision that ids will never come ({@code reopened} false), or that they may come
 * after all ({@code reopened} true), with its reason and the event that carried it.
 *
 * <p>Of two decisions about one id the later one holds; ties go to the larger event id. So the
 * outcome does not depend on the order or the number of their arrivals. The remaining fields are
 * compared only to make the order total.
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
              + " characters, found "
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

  /** Whether this decision writes the ids off; false for null. */
  static boolean holds(WriteOff decision) {
    return decision != null && !decision.reopened();
  }

  /** The decision that holds of two, each of which may be null. */
  static WriteOff winner(WriteOff a, WriteOff b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.compareTo(b) >= 0 ? a : b;
  }
}
