package clickcounter.ledger;

import clickcounter.document.Contribution;
import clickcounter.event.EventKind;

/**
 * A {@link Contribution} in one long, because a million of them wait for puts at a time.
 *
 * <pre>
 * bits 0 to 3    kind
 * bits 4 to 63   budget: the amount, signed
 * bits 4 to 23   any other: the hour since the epoch
 * bits 24 to 63  any other: the cost
 * </pre>
 *
 * <p>Every event that a parser accepts fits.
 */
final class PackedContribution {
  private static final EventKind[] KINDS = EventKind.values();
  private static final int HOUR_BITS = 20;
  private static final int COST_SHIFT = EventKind.BITS + HOUR_BITS;
  private static final long MAX_HOUR = (1L << HOUR_BITS) - 1;
  private static final long MAX_COST_MICROS = (1L << Long.SIZE - COST_SHIFT) - 1;
  private static final long MAX_BUDGET_MICROS = (1L << Long.SIZE - EventKind.BITS - 1) - 1;

  private PackedContribution() {}

  /**
   * @throws ArithmeticException when it does not fit: no event has such values, so the document
   *     that names it is damaged
   */
  static long of(Contribution contribution) {
    return of(contribution.kind(), contribution.amountMicros(), contribution.hour());
  }

  /**
   * @throws ArithmeticException when it does not fit, as above
   */
  static long of(EventKind kind, long amountMicros, long hour) {
    boolean fits =
        kind == EventKind.BUDGET
            ? Math.abs(amountMicros) <= MAX_BUDGET_MICROS
            : hour <= MAX_HOUR && amountMicros <= MAX_COST_MICROS;
    if (!fits) {
      throw new ArithmeticException(
          "a %s event of %d micros in hour %d is beyond all limits"
              .formatted(kind.type(), amountMicros, hour));
    }
    return kind == EventKind.BUDGET
        ? amountMicros << EventKind.BITS | kind.ordinal()
        : amountMicros << COST_SHIFT | hour << EventKind.BITS | kind.ordinal();
  }

  static EventKind kind(long code) {
    return KINDS[(int) code & (1 << EventKind.BITS) - 1];
  }

  static long amountMicros(long code) {
    return kind(code) == EventKind.BUDGET ? code >> EventKind.BITS : code >>> COST_SHIFT;
  }

  static long hour(long code) {
    return kind(code) == EventKind.BUDGET ? 0 : code >>> EventKind.BITS & MAX_HOUR;
  }

  static Contribution decode(long code) {
    return new Contribution(kind(code), amountMicros(code), hour(code));
  }
}
