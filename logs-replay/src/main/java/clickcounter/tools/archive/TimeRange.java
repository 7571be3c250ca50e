package clickcounter.tools.archive;

import clickcounter.hours.Hours;
import java.time.Instant;

/**
 * The events of a time: {@code fromMs} or later, and before {@code toMs}; ms since the epoch. Its
 * text goes behind what is said of them, as in "EQUAL from 2026-06-01T00:00:00Z on".
 */
public record TimeRange(long fromMs, long toMs) {
  public static final TimeRange ALL = new TimeRange(0, Long.MAX_VALUE);

  public TimeRange {
    if (fromMs >= toMs) {
      throw new IllegalArgumentException(
          "expected --from before --to, got "
              + Instant.ofEpochMilli(fromMs)
              + " and "
              + Instant.ofEpochMilli(toMs));
    }
  }

  public boolean isAll() {
    return equals(ALL);
  }

  public boolean has(long timeMs) {
    return timeMs >= fromMs && timeMs < toMs;
  }

  /** The first hour that lies wholly in it, if any does. */
  public long firstHour() {
    return Hours.of(fromMs) + (fromMs % Hours.MS == 0 ? 0 : 1);
  }

  /**
   * The hour behind the last one that lies wholly in it; at most {@link #firstHour} if none does.
   */
  public long endHour() {
    return Hours.of(toMs);
  }

  @Override
  public String toString() {
    if (isAll()) {
      return "of all times";
    }
    String from = "from " + Instant.ofEpochMilli(fromMs);
    if (toMs == ALL.toMs) {
      return from + " on";
    }
    String to = Instant.ofEpochMilli(toMs).toString();
    return fromMs == ALL.fromMs ? "before " + to : from + " to " + to;
  }
}
