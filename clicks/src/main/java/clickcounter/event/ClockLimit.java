package clickcounter.event;

import java.time.Instant;

/**
 * How far an event's time may be ahead of the worker's clock. Without this limit one event of the
 * year 2099 would make all others too old for its ad's ranking, and a write-off of that year could
 * not be reversed before then.
 *
 * <p>It applies to counting only. Tools read archives without it, because the documents say whether
 * a line in an archive was counted.
 *
 * @param nowMs the worker's time, ms since the epoch
 * @param maxAheadMs how far ahead of it an event's time may be
 */
public record ClockLimit(long nowMs, long maxAheadMs) {
  /** Accepts events of any time. */
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

  /** Describes the fault of this time for a person. */
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
