package clickcounter.jms;

import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.Enumeration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.command.ActiveMQMessage;

/** Looks at the messages in a queue of any broker, by browsing. They stay there. */
public final class QueueDepth {
  private static final long CONNECT_TIMEOUT_MS = 10_000;
  private static final long BROWSE_TIMEOUT_MS = 10_000;

  private QueueDepth() {}

  /** Which messages are meant. */
  public interface Which {
    boolean isMeant(Message message) throws JMSException;

    /** Those that the broker got until a time, by its clock; ms since the epoch. */
    static Which gotUntil(long ms) {
      return message -> gotAtMs(message) <= ms;
    }
  }

  /**
   * The number of messages in the queue, including those delivered and not acknowledged. A broker
   * shows a few hundred at most, the oldest, so this is a lower bound.
   *
   * @throws IOException if no broker answers, or it is lost meanwhile
   */
  public static long of(BrokerSettings broker) throws IOException {
    return of(broker, broker.queue(), message -> true);
  }

  /**
   * Those of another queue that are meant.
   *
   * @throws IOException if no broker answers, or it is lost meanwhile
   */
  public static long of(BrokerSettings broker, String queue, Which which) throws IOException {
    try (ActiveMQConnection connection =
        Connections.open(broker, CONNECT_TIMEOUT_MS, e -> {}, opened -> opened)) {
      return count(connection, queue, which, BROWSE_TIMEOUT_MS);
    } catch (JMSException e) {
      throw new IOException(
          "the broker %s does not show its queue %s: %s"
              .formatted(broker.url(), queue, e.getMessage()),
          e);
    }
  }

  /**
   * Closes the connection if the broker is lost or the time is over. Otherwise a browser waits for
   * ever for a broker that is gone, or for one that took over and never reports the end of the
   * queue.
   */
  static long count(ActiveMQConnection connection, String queue, Which which, long timeoutMs)
      throws JMSException {
    AtomicReference<JMSException> lost = new AtomicReference<>();
    ExceptionListener giveUp =
        e -> {
          lost.set(e);
          Connections.closeQuietly(connection);
        };
    connection.setExceptionListener(giveUp);
    CompletableFuture<Void> counted = new CompletableFuture<>();
    counted
        .orTimeout(timeoutMs, TimeUnit.MILLISECONDS)
        .exceptionallyAsync(
            late -> {
              giveUp.onException(
                  new JMSException("the queue was not listed within " + timeoutMs + " ms"));
              return null;
            });
    try {
      long messages = browse(connection, queue, which);
      if (lost.get() != null) {
        throw lost.get();
      }
      return messages;
    } catch (JMSException e) {
      throw lost.get() != null ? lost.get() : e;
    } finally {
      counted.complete(null);
    }
  }

  private static long browse(ActiveMQConnection connection, String queue, Which which)
      throws JMSException {
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
      long messages = 0;
      Enumeration<?> all = browser.getEnumeration();
      while (all.hasMoreElements()) {
        messages += which.isMeant((Message) all.nextElement()) ? 1 : 0;
      }
      return messages;
    }
  }

  /** By the broker's clock: those of senders differ. By the sender's if the broker does not say. */
  private static long gotAtMs(Message message) throws JMSException {
    long gotAtMs = ((ActiveMQMessage) message).getBrokerInTime();
    return gotAtMs > 0 ? gotAtMs : message.getJMSTimestamp();
  }
}
