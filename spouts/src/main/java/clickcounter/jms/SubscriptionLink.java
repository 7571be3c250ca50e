package clickcounter.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQSession;

/**
 * One connection of a subscription; when it is lost, the subscription opens another.
 *
 * <p>It has several consumers, because client and broker search all unacknowledged messages of one
 * for each acknowledgement: with 40,000 of them that is more work than all the rest.
 */
final class SubscriptionLink {
  private static final int CONSUMERS = 8;

  private final ActiveMQConnection connection;
  private final List<MessageConsumer> consumers;
  private final ConnectionLoss loss;
  private final AtomicInteger unacknowledged = new AtomicInteger();

  /** The consumer that is asked next. */
  private int next;

  private SubscriptionLink(
      ActiveMQConnection connection, List<MessageConsumer> consumers, ConnectionLoss loss) {
    this.connection = connection;
    this.consumers = consumers;
    this.loss = loss;
  }

  static SubscriptionLink open(BrokerSettings settings, long timeoutMs) throws JMSException {
    ConnectionLoss loss = new ConnectionLoss();
    int count = Math.min(CONSUMERS, settings.prefetch());
    return Connections.open(
        settings.withPrefetch(settings.prefetch() / count),
        timeoutMs,
        loss::set,
        connection -> {
          List<MessageConsumer> consumers = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            consumers.add(consumer(connection, settings.queue()));
          }
          return new SubscriptionLink(connection, consumers, loss);
        });
  }

  private static MessageConsumer consumer(ActiveMQConnection connection, String queue)
      throws JMSException {
    Session session = connection.createSession(false, ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE);
    return session.createConsumer(session.createQueue(queue));
  }

  /**
   * The next message, or null when none came in time.
   *
   * @throws JMSException when the connection is lost
   */
  Message receive(long timeoutMs) throws JMSException {
    loss.check();
    for (int i = 0; i < consumers.size(); i++) {
      Message message = turn().receiveNoWait();
      if (message != null) {
        return message;
      }
    }
    return turn().receive(timeoutMs);
  }

  private MessageConsumer turn() {
    next = (next + 1) % consumers.size();
    return consumers.get(next);
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
}
