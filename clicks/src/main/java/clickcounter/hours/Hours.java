package clickcounter.hours;

import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;

/** Whole hours in UTC, numbered since the epoch. */
public final class Hours {
  public static final long MS = 3_600_000;
  public static final int PER_DAY = 24;

  /** The last hour of which there are events. */
  public static final long MAX = of(EventLimits.MAX_TIMESTAMP_MS);

  private Hours() {}

  /** The hour of a timestamp. */
  public static long of(long timestampMs) {
    return timestampMs / MS;
  }

  /** The hour in which an event counts; 0 for a budget event, which counts in none. */
  public static long of(EventKind kind, long timestampMs) {
    return kind == EventKind.BUDGET ? 0 : of(timestampMs);
  }

  /** When an hour begins, in ms since the epoch. */
  public static long startMs(long hour) {
    return hour * MS;
  }

  /** The UTC day of an hour, in days since the epoch. */
  public static long day(long hour) {
    return hour / PER_DAY;
  }
}
