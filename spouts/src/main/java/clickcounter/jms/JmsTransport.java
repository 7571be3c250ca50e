package clickcounter.jms;

import clickcounter.service.Transport;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(JmsTransport.class);

  private final BrokerSettings broker;
  private final SenderSettings settings;
  private final ArrayDeque<Outgoing> unconfirmed = new ArrayDeque<>();
  private SenderLink link;
  private boolean closed;

  /** Does not connect before the first send, or {@link #connect}. */
  public JmsTransport(BrokerSettings broker, SenderSettings settings) {
    this.broker = broker;
    this.settings = settings;
  }

  /**
   * Connects now, so that wrong settings show early.
   *
   * @throws IOException when it cannot, after one attempt
   */
  public synchronized void connect() throws IOException {
    try {
      ensureConnected(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.giveUpAfterMs()));
    } catch (JMSException e) {
      throw new IOException(e.getMessage(), e);
    }
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
    Outgoing message = new Outgoing(text);
    unconfirmed.addLast(message);
    try {
      settle(settings.maxUnconfirmedMessages() - 1);
    } catch (IOException e) {
      // The caller sends this one again; the earlier ones stay here.
      unconfirmed.remove(message);
      throw e;
    }
  }

  /** Waits until the broker has confirmed every message. */
  public synchronized void flush() throws IOException {
    settle(0);
  }

  /** Flushes and disconnects, even when the flush fails. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    try {
      flush();
    } finally {
      disconnect();
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

  /** Retries until at most this many messages are unconfirmed, or the time is up. */
  private void settle(int mostUnconfirmed) throws IOException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.giveUpAfterMs());
    for (int failures = 1; !unconfirmed.isEmpty(); failures++) {
      try {
        ensureConnected(deadlineNs);
        for (Outgoing message : unconfirmed) {
          link.sendOnce(message);
        }
        link.awaitConfirmed(unconfirmed, mostUnconfirmed, deadlineNs);
        return;
      } catch (JMSException e) {
        disconnect();
        waitOrGiveUp(e, settings.backoff().delayMs(failures), deadlineNs);
      }
    }
  }

  private void ensureConnected(long deadlineNs) throws JMSException {
    if (link != null && link.isLost()) {
      disconnect();
    }
    if (link == null) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
      link = SenderLink.open(broker, Math.max(1, leftMs));
    }
  }

  private void waitOrGiveUp(JMSException cause, long delayMs, long deadlineNs) throws IOException {
    long leftNs = deadlineNs - System.nanoTime();
    if (leftNs <= TimeUnit.MILLISECONDS.toNanos(delayMs)) {
      throw new IOException(
          "could not send to queue "
              + broker.queue()
              + " at "
              + broker.url()
              + " within "
              + settings.giveUpAfterMs()
              + " ms (setting giveUpAfterMs); "
              + unconfirmed.size()
              + " messages unconfirmed, which may or may not have arrived; sending them again"
              + " is harmless. Last failure: "
              + cause.getMessage(),
          cause);
    }
    LOG.warn("sending to {} failed, will retry: {}", broker.url(), cause.getMessage());
    try {
      TimeUnit.MILLISECONDS.sleep(delayMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(
          "interrupted while waiting to send again; " + unconfirmed.size() + " unconfirmed", cause);
    }
  }

  private void disconnect() {
    if (link != null) {
      link.close();
      link = null;
    }
  }

  /** A message that is not confirmed yet. */
  static final class Outgoing {
    final String text;

    /** The link that it was sent over, if any. */
    SenderLink sentBy;

    /** Set by the client's threads of any link. */
    volatile boolean confirmed;

    Outgoing(String text) {
      this.text = text;
    }
  }
}
