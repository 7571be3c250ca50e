package clickcounter.event;

import java.util.Objects;

/**
 * What a plausible event keeps to; whatever exceeds it is rejected. How far ahead of the clock an
 * event may be is a setting: {@link ClockLimit}.
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

  /**
   * What an ad's costs or budget may sum up to; an event that would bring them beyond is rejected.
   * A million million units of the currency, and far enough below the end of a long that siblings,
   * each within it, can be merged.
   */
  public static final long MAX_SUM_MICROS = 1L << 60;

  public static final int MAX_COUNTER_ID_LENGTH = 100;
  public static final int MAX_AD_ID_LENGTH = 128;
  public static final int MAX_REASON_LENGTH = 500;

  /** A line above this is rejected without a look inside. */
  public static final int MAX_LINE_CHARS = 64 * 1024;

  private EventLimits() {}

  /**
   * Ids that a parser would reject do not become records either: an event made here is readable.
   */
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
    CounterId.fault(counterId)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(fault);
            });
  }

  /*
   * Half a surrogate pair becomes '?' in UTF-8: as the key of a document it would be the same ad as
   * every other such id.
   */
  private static void requireWellFormed(String adId) {
    for (int i = 0; i < adId.length(); i++) {
      char c = adId.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < adId.length()
              && Character.isLowSurrogate(adId.charAt(i + 1));
      if (!pair) {
        throw new IllegalArgumentException(
            "adId: expected whole characters, found half of a surrogate pair at position " + i);
      }
      i++;
    }
  }

  static void requireRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": expected " + least + " to " + most + ", got " + value);
    }
  }
}
