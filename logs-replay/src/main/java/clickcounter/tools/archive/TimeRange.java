package clickcounter.tools.archive;

import java.time.Instant;

/** The events of a time: {@code fromMs} or later, and before {@code toMs}; ms since the epoch. */
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
}
