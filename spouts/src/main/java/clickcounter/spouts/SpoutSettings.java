package clickcounter.spouts;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;

/**
 * The limits of one spout task.
 *
 * @param maxPendingMessages at this many it receives no more until some are acknowledged. The JMS
 *     client searches all of them for each acknowledgement, so a higher limit makes the spout
 *     slower. For more throughput send more lines per message, or use more spout tasks.
 * @param maxPendingEvents at this many it receives no more; the last message may exceed it
 * @param maxMessageBytes a larger message is not read, but rejected as one line. Reading it takes
 *     several times its size in memory, and a worker that runs out of memory would receive it
 *     again.
 * @param maxClockAheadMs an event whose timestamp is farther ahead of the clock is rejected
 * @param startupTimeoutMs how long the start waits for the broker
 */
@RecordBuilder
public record SpoutSettings(
    int maxPendingMessages,
    int maxPendingEvents,
    long maxMessageBytes,
    long maxClockAheadMs,
    long startupTimeoutMs)
    implements Serializable, SpoutSettingsBuilder.With {
  public SpoutSettings {
    requirePositive("maxPendingMessages", maxPendingMessages);
    requirePositive("maxPendingEvents", maxPendingEvents);
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
