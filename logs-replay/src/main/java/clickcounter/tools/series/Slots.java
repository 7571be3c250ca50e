package clickcounter.tools.series;

/**
 * Quarter hours in UTC, numbered since the epoch: the shortest time that clicks are counted by.
 * Every present offset of a time zone is a multiple of 15 minutes, so all zones' hours are made of
 * slots. An hour of UTC is named by the slot in which it begins.
 */
public final class Slots {
  public static final long MS = 900_000;
  public static final int MINUTES = 15;
  public static final int PER_HOUR = 4;
  public static final int PER_DAY = 96;

  private Slots() {}

  /** The slot of a timestamp. */
  public static long of(long timestampMs) {
    return timestampMs / MS;
  }

  /** The first slot that begins at this time or later. */
  static long from(long timestampMs) {
    return of(timestampMs + MS - 1);
  }

  /** When a slot begins, in ms since the epoch. */
  public static long startMs(long slot) {
    return slot * MS;
  }

  /** The first slot of the hour of a slot. */
  public static long hourOf(long slot) {
    return slot - slot % PER_HOUR;
  }

  /** The UTC day of a slot, in days since the epoch. */
  public static long day(long slot) {
    return slot / PER_DAY;
  }

  /** The first slot of a UTC day. */
  public static long firstOf(long day) {
    return day * PER_DAY;
  }
}
