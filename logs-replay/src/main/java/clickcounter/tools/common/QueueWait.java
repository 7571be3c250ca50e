package clickcounter.tools.common;

import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import java.io.IOException;

/**
 * The messages that were sent until a time, which are under way while the queue has them: a message
 * is acknowledged when all of its events are settled. Those of live traffic after that time do not
 * count.
 */
public record QueueWait(Backends backends, BrokerSettings broker, long sentUntilMs) {
  private static final long LOOK_MS = 500;

  /**
   * How many of them are in the queue; a lower bound.
   *
   * @throws IOException if the broker does not answer
   */
  public long messages() throws IOException {
    return backends.queuedMessages(broker, sentUntilMs);
  }

  /**
   * Waits for ever, until the queue has none of them, and shows the progress.
   *
   * @throws IOException if the broker does not answer
   */
  public void untilDone(Terminal terminal) throws IOException {
    long left = messages();
    if (left == 0) {
      return;
    }
    try (Progress progress = Progress.of(terminal, "queue", "messages done", left)) {
      while (left > 0) {
        backends.waits().pause(LOOK_MS);
        long now = messages();
        progress.step(Math.max(0, left - now));
        left = now;
      }
    }
  }
}
