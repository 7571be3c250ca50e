package clickcounter.jms;

import jakarta.jms.JMSException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.command.ActiveMQDestination;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages over one connection at a time, and holds those that the broker has not confirmed:
 * they are sent again over a new connection when one is lost. Not thread-safe.
 */
final class ConfirmedSender {
  private static final Logger LOG = LoggerFactory.getLogger(ConfirmedSender.class);

  private final BrokerSettings broker;
  private final ActiveMQDestination target;
  private final long expiryMs;
  private final SenderSettings settings;
  private final ArrayDeque<Outgoing> unconfirmed = new ArrayDeque<>();
  private SenderLink link;

  /**
   * Does not connect before the first send, or {@link #connect}.
   *
   * @param expiryMs from a message's sending until the broker drops it; 0: never
   */
  ConfirmedSender(
      BrokerSettings broker, ActiveMQDestination target, long expiryMs, SenderSettings settings) {
    this.broker = broker;
    this.target = target;
    this.expiryMs = expiryMs;
    this.settings = settings;
  }

  /**
   * Connects now, so that wrong settings show early.
   *
   * @throws IOException when it cannot, after one attempt
   */
  void connect() throws IOException {
    try {
      ensureConnected(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.giveUpAfterMs()));
    } catch (JMSException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Sends the message; returns when fewer messages are unconfirmed than the settings allow.
   *
   * @throws IOException when that takes too long; the message is not held then, but may arrive
   */
  void send(Outgoing message) throws IOException {
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
  void flush() throws IOException {
    settle(0);
  }

  /** Forgets what is not confirmed, which may arrive or not. */
  void forget() {
    unconfirmed.clear();
    disconnect();
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
      link = SenderLink.open(broker, target, expiryMs, Math.max(1, leftMs));
    }
  }

  private void waitOrGiveUp(JMSException cause, long delayMs, long deadlineNs) throws IOException {
    long leftNs = deadlineNs - System.nanoTime();
    if (leftNs <= TimeUnit.MILLISECONDS.toNanos(delayMs)) {
      throw new IOException(
          "could not send to %s %s at %s within %d ms (setting giveUpAfterMs); %d messages unconfirmed, which may or may not have arrived; sending them again is harmless. Last failure: %s"
              .formatted(
                  target.isTopic() ? "topic" : "queue",
                  target.getPhysicalName(),
                  broker.url(),
                  settings.giveUpAfterMs(),
                  unconfirmed.size(),
                  cause.getMessage()),
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

  void disconnect() {
    if (link != null) {
      link.close();
      link = null;
    }
  }
}
