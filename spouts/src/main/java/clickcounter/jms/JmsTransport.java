package clickcounter.jms;

import clickcounter.service.Transport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.activemq.command.ActiveMQQueue;

/**
 * Sends event lines as persistent text messages, one message a call.
 *
 * <p>With {@code maxUnconfirmedMessages} 1 the broker has the message when send returns. With more
 * it has the messages only when {@link #flush} or {@link #close} has returned. Until then up to
 * that many messages are held in memory, and sent again over a new connection when one is lost. A
 * process that dies loses them, but its archive has them. Messages may arrive twice.
 *
 * <p>Thread-safe; calls wait for each other.
 */
public final class JmsTransport implements Transport {
  private final ConfirmedSender sender;
  private boolean closed;

  /** Does not connect before the first send, or {@link #connect}. */
  public JmsTransport(BrokerSettings broker, SenderSettings settings) {
    sender = new ConfirmedSender(broker, new ActiveMQQueue(broker.queue()), 0, settings);
  }

  /**
   * Connects now, so that wrong settings show early.
   *
   * @throws IOException when it cannot, after one attempt
   */
  public synchronized void connect() throws IOException {
    sender.connect();
  }

  @Override
  public void send(List<String> lines) throws IOException {
    sendText(text(lines));
  }

  /** Sends lines, already joined by newlines, as one message. */
  public synchronized void sendText(String text) throws IOException {
    if (closed) {
      throw new IOException("transport is closed; nothing was sent");
    }
    sender.send(new Outgoing(text, Map.of()));
  }

  /** Waits until the broker has confirmed every message. */
  @Override
  public synchronized void flush() throws IOException {
    sender.flush();
  }

  /** Flushes and disconnects, even when the flush fails. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    try {
      flush();
    } finally {
      sender.disconnect();
    }
  }

  private static String text(List<String> lines) {
    if (lines.isEmpty()) {
      throw new IllegalArgumentException("expected at least one line, got none");
    }
    for (String line : lines) {
      if (line.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("expected no newline in a line, got: " + line);
      }
    }
    return String.join("\n", lines);
  }
}
