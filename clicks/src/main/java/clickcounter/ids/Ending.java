package clickcounter.ids;

import java.util.Comparator;
import java.util.Objects;

/**
 * An operator's decision about all ids from one on: they will never come, so the counter is closed,
 * or they may come after all. The later of two decisions holds, as with any {@link WriteOff}.
 *
 * @param from the first of these ids
 */
public record Ending(long from, WriteOff decision) {
  /** As the last id of a range: the range has no end. No counter comes to this id. */
  public static final long NO_END = (1L << 53) - 1;

  private static final Comparator<Ending> LAST_WRITER =
      Comparator.comparing(Ending::decision).thenComparing(Ending::from);

  public Ending {
    LongRanges.requireRange(from, NO_END);
    Objects.requireNonNull(decision, "decision");
  }

  /** The ending that holds of two, each of which may be null. */
  static Ending winner(Ending a, Ending b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return LAST_WRITER.compare(a, b) >= 0 ? a : b;
  }
}
