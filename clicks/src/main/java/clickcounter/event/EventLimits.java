package clickcounter.event;

/**
 * What a plausible event keeps to; whatever exceeds it is rejected. Amounts are bounded so that no
 * sum over the life of an ad can overflow a long: nine million clicks of the highest cost fit.
 */
public final class EventLimits {
  /** Numbers above this are not exact in other readers of JSON. */
  public static final long MAX_SEQUENCE = (1L << 53) - 1;

  /** The end of the year 9999, UTC. */
  public static final long MAX_TIMESTAMP_MS = 253_402_300_799_999L;

  /** A million units of the currency for one click. */
  public static final long MAX_COST_MICROS = 1_000_000_000_000L;

  /** A thousand million units of the currency for one change of a budget. */
  public static final long MAX_BUDGET_MICROS = 1_000_000_000_000_000L;

  public static final int MAX_COUNTER_ID_LENGTH = 100;
  public static final int MAX_AD_ID_LENGTH = 128;
  public static final int MAX_REASON_LENGTH = 500;

  /** A line above this is rejected without a look inside. */
  public static final int MAX_LINE_CHARS = 64 * 1024;

  private EventLimits() {}

  static void requireRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": expected " + least + " to " + most + ", got " + value);
    }
  }
}
