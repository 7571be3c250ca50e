package clickcounter.event;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The limits of plausible events. Anything beyond is rejected. Which times are plausible is a
 * setting, see {@link ClockLimit}.
 */
public final class EventLimits {
  /** The largest integer that every JSON reader represents exactly. */
  public static final long MAX_SEQUENCE = (1L << 53) - 1;

  /** In August 2089: the number of a quarter hour since the epoch has 22 bits until then. */
  public static final long MAX_TIMESTAMP_MS = (1L << 22) * 900_000 - 1;

  /** 2000-01-01. A clock that was never set shows an earlier time. */
  public static final long EARLIEST_CLOCK_MS = 946_684_800_000L;

  /** One million units of the currency for one click. */
  public static final long MAX_COST_MICROS = 1_000_000_000_000L;

  /** One billion units of the currency for one change of a budget. */
  public static final long MAX_BUDGET_MICROS = 1_000_000_000_000_000L;

  /**
   * The largest sum of an ad's costs or budget, above one trillion units of the currency; an event
   * that would exceed it is rejected. It is far enough below the end of a long that siblings, each
   * within it, can be merged without overflow.
   */
  public static final long MAX_SUM_MICROS = 1L << 60;

  public static final int MAX_COUNTER_ID_LENGTH = 100;
  public static final int MAX_AD_ID_LENGTH = 128;
  public static final int MAX_REASON_LENGTH = 500;

  /** Longer lines are rejected without being parsed. */
  public static final int MAX_LINE_CHARS = 64 * 1024;

  private static final Pattern SEQUENCE = Pattern.compile("0|[1-9][0-9]{0,15}");

  private EventLimits() {}

  /** Rejects ids that a parser would reject, so that every event made in code can be read back. */
  static void requireIds(String counterId, String adId) {
    requireCounterId(counterId);
    Objects.requireNonNull(adId, "adId");
    if (adId.isEmpty() || adId.length() > MAX_AD_ID_LENGTH) {
      throw new IllegalArgumentException(
          "adId: expected 1 to " + MAX_AD_ID_LENGTH + " characters, got " + adId.length());
    }
    requireWellFormed(adId);
  }

  static void requireCounterId(String counterId) {
    Objects.requireNonNull(counterId, "counterId");
    CounterId.requireValid(counterId);
  }

  /** Rejects what is not {@code counterId:sequence} as {@link Event#eventId()} writes it. */
  static void requireEventId(String name, String id) {
    int colon = id.lastIndexOf(':');
    boolean good = colon > 0 && SEQUENCE.matcher(id.substring(colon + 1)).matches();
    if (!good || Long.parseLong(id, colon + 1, id.length(), 10) > MAX_SEQUENCE) {
      throw new IllegalArgumentException(
          name + ": expected 'counterId:sequence', found '" + EventParser.abbreviated(id) + "'");
    }
    CounterId.requireValid(id.substring(0, colon));
  }

  /*
   * Half a surrogate pair becomes '?' in UTF-8. Two such ad ids would have the same document key.
   */
  private static void requireWellFormed(String adId) {
    int at = LineText.halfPair(adId);
    if (at >= 0) {
      throw new IllegalArgumentException(
          "adId: expected whole characters, found half of a surrogate pair at position " + at);
    }
  }

  /** Rejects numbers that a parser would reject. */
  static void requireRanges(EventKind kind, long sequence, long timestampMs, long amountMicros) {
    requireRange("sequence", sequence, 0, MAX_SEQUENCE);
    requireRange("timestamp", timestampMs, 0, MAX_TIMESTAMP_MS);
    switch (kind) {
      case CLICK, INVALIDATION, REINSTATEMENT ->
          requireAmount("costMicros", amountMicros, 0, MAX_COST_MICROS);
      case BUDGET ->
          requireAmount("budgetMicros", amountMicros, -MAX_BUDGET_MICROS, MAX_BUDGET_MICROS);
      default -> requireRange("costMicros", amountMicros, 0, 0);
    }
  }

  private static void requireAmount(String name, long micros, long least, long most) {
    if (micros < least || micros > most) {
      throw new IllegalArgumentException(
          "%s: expected %d to %d (at most %s units of the currency), got %d (%s units)"
              .formatted(name, least, most, units(most), micros, units(micros)));
    }
  }

  /** An amount in units of the currency, for a person. */
  public static String units(long micros) {
    return BigDecimal.valueOf(micros, 6).stripTrailingZeros().toPlainString();
  }

  public static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + ": expected " + least + " or more, got " + value);
    }
  }

  public static void requireRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": expected " + least + " to " + most + ", got " + value);
    }
  }
}
