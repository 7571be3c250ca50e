package clickcounter.document;

import clickcounter.event.EventLimits;

/**
 * Quarter hours in UTC, numbered since the epoch. Clicks by the hour are kept by the number of the
 * quarter in which an hour begins, so every time zone's hours can be put together from quarters:
 * every present offset is a multiple of 15 minutes.
 */
public final class Quarters {
  public static final long MS = 900_000;
  public static final int MINUTES = 15;
  public static final int PER_HOUR = 4;
  public static final int PER_DAY = 96;

  /** The last quarter of which there are events. */
  public static final long MAX = of(EventLimits.MAX_TIMESTAMP_MS);

  private Quarters() {}

  /** The quarter of a timestamp. */
  public static long of(long timestampMs) {
    return timestampMs / MS;
  }

  /** When a quarter begins, in ms since the epoch. */
  public static long startMs(long quarter) {
    return quarter * MS;
  }

  /** The UTC day of a quarter, in days since the epoch. */
  public static long day(long quarter) {
    return quarter / PER_DAY;
  }

  /** The first quarter of a UTC day. */
  public static long firstOf(long day) {
    return day * PER_DAY;
  }
}
