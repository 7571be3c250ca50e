package clickcounter.spouts;

import java.io.Serializable;

/**
 * How much one spout task takes on.
 *
 * @param maxPendingMessages above this it receives no more until some are acknowledged; the JMS
 *     client and the broker look through them all for each acknowledgement, so thousands are dear
 * @param maxPendingEvents above this it receives no more; a message of many lines may exceed it
 * @param startupTimeoutMs how long the start waits for the broker before it fails
 */
public record SpoutSettings(int maxPendingMessages, int maxPendingEvents, long startupTimeoutMs)
    implements Serializable {
  public static final SpoutSettings DEFAULT = new SpoutSettings(5_000, 500_000, 30_000);

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
