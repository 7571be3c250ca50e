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

/** Counts the messages in a queue of any broker, by browsing. */
public final class QueueDepth {
  private static final long CONNECT_TIMEOUT_MS = 10_000;
  private static final long BROWSE_TIMEOUT_MS = 10_000;

  private QueueDepth() {}

  /**
   * The number of messages in the queue, including those delivered and not acknowledged. A broker
   * shows a few hundred at most, the oldest, so this is a lower bound.
   *
   * @throws IOException if no broker answers, or it is lost meanwhile
   */
  public static long of(BrokerSettings broker) throws IOException {
    return of(broker, Long.MAX_VALUE);
  }

  /**
   * Of these, the messages that the broker got until a time, by its clock. Clocks of senders
   * differ; they are asked only where the broker notes no time.
   *
   * @throws IOException if no broker answers, or it is lost meanwhile
   */
  public static long of(BrokerSettings broker, long sentUntilMs) throws IOException {
    try (ActiveMQConnection connection =
        Connections.open(broker, CONNECT_TIMEOUT_MS, e -> {}, opened -> opened)) {
      return count(connection, broker.queue(), sentUntilMs, BROWSE_TIMEOUT_MS);
    } catch (JMSException e) {
      throw new IOException(
          "the broker "
              + broker.url()
              + " does not show its queue "
              + broker.queue()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Closes the connection if the broker is lost or the time is over. Otherwise a browser waits for
   * ever for a broker that is gone, or for one that took over and never reports the end of the
   * queue.
   */
  static long count(ActiveMQConnection connection, String queue, long sentUntilMs, long timeoutMs)
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
      long messages = browse(connection, queue, sentUntilMs);
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

  private static long browse(ActiveMQConnection connection, String queue, long sentUntilMs)
      throws JMSException {
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
      long messages = 0;
      Enumeration<?> all = browser.getEnumeration();
      while (all.hasMoreElements()) {
        messages += sentMs((Message) all.nextElement()) <= sentUntilMs ? 1 : 0;
      }
      return messages;
    }
  }

  private static long sentMs(Message message) throws JMSException {
    boolean isNoted = message instanceof ActiveMQMessage m && m.getBrokerInTime() > 0;
    return isNoted ? ((ActiveMQMessage) message).getBrokerInTime() : message.getJMSTimestamp();
  }
}
