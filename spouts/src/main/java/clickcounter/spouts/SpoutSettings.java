package clickcounter.spouts;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;

/**
 * The limits of one spout task.
 *
 * @param maxPendingEvents at this many it receives no more until some are acknowledged; the last
 *     message may exceed it
 * @param maxPendingBytes the same for the memory that they take: some 1.5 KB a message, its body,
 *     and what the tasks keep of its events
 * @param maxMessageBytes a larger message is not read, but rejected as one line. Reading it takes
 *     several times its size in memory, and a worker that runs out of memory would receive it
 *     again.
 * @param maxClockAheadMs an event whose timestamp is farther ahead of the clock is rejected
 * @param startupTimeoutMs how long the start waits for the broker
 */
@RecordBuilder
public record SpoutSettings(
    int maxPendingEvents,
    long maxPendingBytes,
    long maxMessageBytes,
    long maxClockAheadMs,
    long startupTimeoutMs)
    implements Serializable, SpoutSettingsBuilder.With {
  public SpoutSettings {
    requirePositive("maxPendingEvents", maxPendingEvents);
    requirePositive("maxPendingBytes", maxPendingBytes);
    requirePositive("maxMessageBytes", maxMessageBytes);
    requirePositive("maxClockAheadMs", maxClockAheadMs);
    requirePositive("startupTimeoutMs", startupTimeoutMs);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": expected 1 or more, got " + value);
    }
  }
}
