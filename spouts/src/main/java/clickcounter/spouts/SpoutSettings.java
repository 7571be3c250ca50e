package clickcounter.spouts;

import java.io.Serializable;

/**
 * How much one spout task takes on.
 *
 * @param maxPendingMessages above this it receives no more until some are acknowledged. The JMS
 *     client looks through them all for each acknowledgement: messages/s of one line were 18,000
 *     with 100 pending, 14,000 with 2,000, below 5,000 with 5,000. More lines a message, or more
 *     spout tasks, are the way to more.
 * @param maxPendingEvents above this it receives no more; a message of many lines may exceed it
 * @param startupTimeoutMs how long the start waits for the broker before it fails
 */
public record SpoutSettings(int maxPendingMessages, int maxPendingEvents, long startupTimeoutMs)
    implements Serializable {
  public static final SpoutSettings DEFAULT = new SpoutSettings(2_000, 500_000, 30_000);

  public SpoutSettings {
    requirePositive("maxPendingMessages", maxPendingMessages);
    requirePositive("maxPendingEvents", maxPendingEvents);
    requirePositive("startupTimeoutMs", startupTimeoutMs);
  }

  public SpoutSettings withMaxPending(int maxPendingMessages, int maxPendingEvents) {
    return new SpoutSettings(maxPendingMessages, maxPendingEvents, startupTimeoutMs);
  }

  public SpoutSettings withStartupTimeoutMs(long startupTimeoutMs) {
    return new SpoutSettings(maxPendingMessages, maxPendingEvents, startupTimeoutMs);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": expected 1 or more, got " + value);
    }
  }
}
