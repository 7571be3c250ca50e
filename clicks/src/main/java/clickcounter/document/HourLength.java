package clickcounter.document;

import clickcounter.event.EventKind;

/**
 * How long an hour is in which clicks are counted. Whole hours answer time zones whose offset is a
 * whole number of hours; quarters answer all.
 */
public enum HourLength {
  HOUR(Quarters.PER_HOUR),
  QUARTER(1);

  private final int quarters;

  HourLength(int quarters) {
    this.quarters = quarters;
  }

  /**
   * @param minutes 60 or 15
   */
  public static HourLength ofMinutes(int minutes) {
    for (HourLength length : values()) {
      if (length.minutes() == minutes) {
        return length;
      }
    }
    throw new IllegalArgumentException("hourMinutes: expected 60 or 15, found " + minutes);
  }

  public int minutes() {
    return quarters * Quarters.MINUTES;
  }

  /** The quarter in which the hour of this time begins. */
  public long quarterOf(long timestampMs) {
    long quarter = Quarters.of(timestampMs);
    return quarter - quarter % quarters;
  }

  /** The quarter in which the hour of an event begins; 0 for a budget event, which has none. */
  public long quarterOf(EventKind kind, long timestampMs) {
    return kind == EventKind.BUDGET ? 0 : quarterOf(timestampMs);
  }
}
