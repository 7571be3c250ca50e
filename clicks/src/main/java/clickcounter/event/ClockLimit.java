package clickcounter.event;

import java.time.Instant;

/**
 * How far an event's time may lie ahead of the clock of whoever counts it. One event of the year
 * 2099 would make all others too old for its ad's ranking, and one such write-off could not be
 * taken back before that year.
 *
 * <p>It holds for counting alone. An archive is read without it: whether a line in it was counted
 * is for the documents to say.
 *
 * @param nowMs the worker's time, ms since the epoch
 * @param maxAheadMs how far ahead of it an event may be
 */
public record ClockLimit(long nowMs, long maxAheadMs) {
  /** Takes an event of any time. */
  public static final ClockLimit NONE = new ClockLimit(0, Long.MAX_VALUE);

  public ClockLimit {
    if (maxAheadMs < 0) {
      throw new IllegalArgumentException(
          "maxClockAheadMs: expected 0 ms or more, got " + maxAheadMs);
    }
  }

  boolean allows(long timestampMs) {
    return timestampMs - nowMs <= maxAheadMs;
  }

  /** What is wrong with this time, for a person. */
  String fault(long timestampMs) {
    return "timestamp "
        + timestampMs
        + " ("
        + Instant.ofEpochMilli(timestampMs)
        + ") is "
        + (timestampMs - nowMs)
        + " ms ahead of the worker's clock ("
        + Instant.ofEpochMilli(nowMs)
        + "), expected at most "
        + maxAheadMs
        + " ms (setting maxClockAheadMs)";
  }
}
