package clickcounter.jms;

import clickcounter.event.Rejected;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.activemq.command.ActiveMQQueue;

/**
 * Sends rejected lines to their queue. When send fails, some of the lines may be in the queue.
 *
 * <p>A full broker confirms a line only when it has room again, perhaps never. After a failure all
 * calls fail at once for as long as it took, so that the caller is not blocked most of the time.
 * Not thread-safe.
 */
public final class RejectsQueue implements AutoCloseable {
  /** What a full broker leaves in the buffers of the connection, so that no write waits for it. */
  private static final int MOST_BYTES = 30_000;

  private static final int BYTES_BESIDE_TEXT = 500;

  private final ConfirmedSender sender;
  private final long giveUpAfterMs;
  private String lastFailure;
  private long nextAttemptMs;

  /**
   * @param giveUpAfterMs how long a line may take, connecting included
   */
  public RejectsQueue(BrokerSettings broker, long giveUpAfterMs) {
    this.giveUpAfterMs = giveUpAfterMs;
    sender =
        new ConfirmedSender(
            broker,
            new ActiveMQQueue(broker.rejectedQueue()),
            0,
            new SenderSettings(MOST_BYTES / BYTES_BESIDE_TEXT, giveUpAfterMs, Backoff.DEFAULT));
  }

  /**
   * Connects now, so that wrong settings show early.
   *
   * @throws IOException when it cannot, after one attempt
   */
  public void connect() throws IOException {
    sender.connect();
  }

  /**
   * Sends these lines. The broker has them all when it returns.
   *
   * @param nowMs for the time after a failure in which send fails at once
   * @param rejectedAtMs the time in the messages
   */
  public void send(List<Rejected> lines, long nowMs, long rejectedAtMs) throws IOException {
    if (lastFailure != null && nowMs - nextAttemptMs < 0) {
      throw new IOException(lastFailure + " (next attempt in " + (nextAttemptMs - nowMs) + " ms)");
    }
    try {
      sendAll(lines, rejectedAtMs);
      lastFailure = null;
    } catch (IOException e) {
      sender.forget();
      lastFailure = e.getMessage();
      nextAttemptMs = nowMs + 2 * giveUpAfterMs;
      throw e;
    }
  }

  private void sendAll(List<Rejected> lines, long rejectedAtMs) throws IOException {
    int bytes = 0;
    for (Rejected line : lines) {
      int more = line.line().length() + line.detail().length() + BYTES_BESIDE_TEXT;
      if (bytes + more > MOST_BYTES) {
        sender.flush();
        bytes = 0;
      }
      bytes += more;
      sender.send(
          new Outgoing(
              line.line(),
              Map.of(
                  "reason", line.reason().label(),
                  "detail", line.detail(),
                  "rejectedAt", rejectedAtMs)));
    }
    sender.flush();
  }

  @Override
  public void close() {
    sender.disconnect();
  }
}
