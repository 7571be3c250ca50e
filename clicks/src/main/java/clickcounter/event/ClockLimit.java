package clickcounter.event;

import java.time.Instant;

/**
 * Which times of events are plausible. Without the upper bound one event of the year 2099 would
 * make all others too old for its ad's ranking, and a write-off of that year could not be reversed
 * before then. Without the lower bound an event with seconds instead of ms would be of January
 * 1970.
 *
 * <p>It decides what is counted. Readers of documents and archives read events of any time, because
 * the documents say whether a line in an archive was counted.
 *
 * @param earliestMs an event's time may not be before this, ms since the epoch
 * @param nowMs the worker's time, ms since the epoch
 * @param maxAheadMs how far ahead of it an event's time may be
 */
public record ClockLimit(long earliestMs, long nowMs, long maxAheadMs) {
  /** Accepts events of any time. */
  public static final ClockLimit NONE = new ClockLimit(0, 0, Long.MAX_VALUE);

  public ClockLimit {
    if (maxAheadMs < 0 || earliestMs < 0) {
      throw new IllegalArgumentException(
          "maxClockAheadMs and earliestTimestampMs: expected 0 ms or more, got %d and %d"
              .formatted(maxAheadMs, earliestMs));
    }
  }

  public boolean allows(long timestampMs) {
    return timestampMs >= earliestMs && timestampMs - nowMs <= maxAheadMs;
  }

  /** Why a time that is not allowed is not. */
  RejectReason reason(long timestampMs) {
    return timestampMs < earliestMs ? RejectReason.TOO_OLD : RejectReason.TOO_FAR_AHEAD;
  }

  /** Describes the fault of this time, which is not allowed, for a person. */
  public String fault(long timestampMs) {
    String time = "timestamp " + timestampMs + " (" + Instant.ofEpochMilli(timestampMs) + ") is ";
    return time + (timestampMs < earliestMs ? tooOld(timestampMs) : tooFarAhead(timestampMs));
  }

  private String tooOld(long timestampMs) {
    boolean mayBeSeconds = allows(timestampMs * 1_000);
    return "too old, expected ms since 1970, at least %d (%s, setting earliestTimestampMs)%s"
        .formatted(
            earliestMs,
            Instant.ofEpochMilli(earliestMs),
            mayBeSeconds ? "; seconds would be " + Instant.ofEpochSecond(timestampMs) : "");
  }

  private String tooFarAhead(long timestampMs) {
    return "%d ms ahead of the clock (%s), expected at most %d ms (setting maxClockAheadMs)"
        .formatted(timestampMs - nowMs, Instant.ofEpochMilli(nowMs), maxAheadMs);
  }
}
