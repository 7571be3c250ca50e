package clickcounter.spouts;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;

/**
 * How much one spout task takes on.
 *
 * @param maxPendingMessages above this it receives no more until some are acknowledged. The JMS
 *     client looks through them all for each acknowledgement: messages/s of one line were 18,000
 *     with 100 pending, 14,000 with 2,000, below 5,000 with 5,000. More lines a message, or more
 *     spout tasks, are the way to more.
 * @param maxPendingEvents above this it receives no more; a message of many lines may exceed it
 * @param maxMessageBytes a larger message is not read, but rejected as one line: unpacked, decoded
 *     and parsed it takes some six times its size, and a worker that ends for want of memory gets
 *     it again
 * @param maxClockAheadMs an event whose time is farther ahead of the clock is rejected
 * @param startupTimeoutMs how long the start waits for the broker before it fails
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
