package clickcounter.spouts;

import static clickcounter.event.EventLimits.requireAtLeast;

import clickcounter.event.ClockLimit;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;

/**
 * The limits of one spout task.
 *
 * @param maxPendingBytes that unacknowledged messages may take: some 1.5 KB a message, its body,
 *     and {@link #EVENT_BYTES} an event. From then on it receives no more until some are
 *     acknowledged; the last message may exceed it
 * @param maxMessageBytes a larger message is not read, but rejected as one line. Reading it takes
 *     several times its size in memory, and a worker that runs out of memory would receive it
 *     again.
 * @param earliestTimestampMs an event whose timestamp is earlier is rejected
 * @param maxClockAheadMs an event whose timestamp is farther ahead of the clock is rejected
 * @param startupTimeoutMs how long the start waits for the broker
 */
@RecordBuilder
public record SpoutSettings(
    long maxPendingBytes,
    long maxMessageBytes,
    long earliestTimestampMs,
    long maxClockAheadMs,
    long startupTimeoutMs)
    implements Serializable, SpoutSettingsBuilder.With {
  /**
   * Some 100,000 lines. A message takes several times its size while it is read, which the default
   * heap still has.
   */
  public static final long MAX_MESSAGE_BYTES = 16_000_000;

  /** A broker that starts with the topology is there by then. */
  public static final long STARTUP_TIMEOUT_MS = 30_000;

  /**
   * What the tasks keep of a pending event; measured by `deploy/clicks dev benchmark --parts heap`.
   */
  public static final int EVENT_BYTES = 150;

  public SpoutSettings {
    requireAtLeast("maxPendingBytes", maxPendingBytes, 1);
    requireAtLeast("maxMessageBytes", maxMessageBytes, 1);
    requireAtLeast("maxClockAheadMs", maxClockAheadMs, 1);
    requireAtLeast("startupTimeoutMs", startupTimeoutMs, 1);
  }

  /** Which times of events are counted at this time. */
  ClockLimit clockLimit(long nowMs) {
    return new ClockLimit(earliestTimestampMs, nowMs, maxClockAheadMs);
  }

  /** More events cannot be pending, however short their lines are. */
  public long maxPendingEvents() {
    return maxPendingBytes / EVENT_BYTES;
  }
}
