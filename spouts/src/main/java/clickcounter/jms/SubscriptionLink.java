package clickcounter.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of a subscription; when it is lost, the subscription opens another. */
final class SubscriptionLink {
  private static final Logger LOG = LoggerFactory.getLogger(SubscriptionLink.class);

  private final ActiveMQConnection connection;
  private final MessageConsumer consumer;
  private final Loss loss;
  private final AtomicInteger unacknowledged = new AtomicInteger();

  private SubscriptionLink(ActiveMQConnection connection, MessageConsumer consumer, Loss loss) {
    this.connection = connection;
    this.consumer = consumer;
    this.loss = loss;
  }

  static SubscriptionLink open(BrokerSettings settings, long timeoutMs) throws JMSException {
    Loss loss = new Loss();
    return Connections.open(
        settings,
        timeoutMs,
        loss::set,
        connection -> {
          Session session = connection.createSession(false, ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE);
          MessageConsumer consumer = session.createConsumer(session.createQueue(settings.queue()));
          return new SubscriptionLink(connection, consumer, loss);
        });
  }

  /**
   * The next message, or null when none came in time.
   *
   * @throws JMSException when the connection is lost
   */
  Message receive(long timeoutMs) throws JMSException {
    loss.check();
    return consumer.receive(timeoutMs);
  }

  /**
   * @throws JMSException when the connection is lost
   */
  void check() throws JMSException {
    loss.check();
  }

  /** A message of this link was handed to the spout. */
  void handedOut() {
    unacknowledged.incrementAndGet();
  }

  /** One that was handed out is acknowledged. */
  void acknowledged() {
    unacknowledged.decrementAndGet();
  }

  /** Whether messages that were handed out are still unacknowledged. */
  boolean hasUnacknowledged() {
    return unacknowledged.get() > 0;
  }

  void close() {
    Connections.closeQuietly(connection);
  }

  /** Set by the client's threads, read by the subscription's. */
  private static final class Loss {
    private volatile JMSException cause;

    void set(JMSException e) {
      LOG.debug("connection lost", e);
      cause = e;
    }

    void check() throws JMSException {
      if (cause != null) {
        throw cause;
      }
    }
  }
}
