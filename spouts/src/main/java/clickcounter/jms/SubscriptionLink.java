package clickcounter.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQSession;

/**
 * One connection that receives messages, which are acknowledged one by one. When it is lost, its
 * owner opens another.
 */
final class SubscriptionLink implements AutoCloseable {
  private static final int CONSUMERS = 8;

  /**
   * Messages that the broker sends ahead of their acknowledgement: one page of the broker, which
   * keeps a spout busy. Above 400 the queue stalls while 200 messages are unacknowledged: the
   * broker pages 200 in at a time, and the client extends its window only after half a prefetch.
   */
  private static final int PREFETCH = 200;

  private final ActiveMQConnection connection;
  private final List<MessageConsumer> consumers;

  /** Why it is lost, set by the client's threads. */
  private final AtomicReference<JMSException> loss;

  private int next;

  private SubscriptionLink(
      ActiveMQConnection connection,
      List<MessageConsumer> consumers,
      AtomicReference<JMSException> loss) {
    this.connection = connection;
    this.consumers = consumers;
    this.loss = loss;
  }

  /**
   * Of the queue of events. It has several consumers, because client and broker search all
   * unacknowledged messages of one for each acknowledgement: with 40,000 of them that is more work
   * than all the rest.
   */
  static SubscriptionLink toQueue(BrokerSettings settings, long timeoutMs) throws JMSException {
    String queue = settings.queue() + "?consumer.prefetchSize=" + PREFETCH / CONSUMERS;
    return open(settings, queue, CONSUMERS, timeoutMs);
  }

  /**
   * Of another queue. It asks for each message: so the broker says when nothing waits, and a broker
   * that is merely slow is not taken for one that has nothing.
   */
  static SubscriptionLink oneByOne(BrokerSettings settings, String queue, long timeoutMs)
      throws JMSException {
    return open(settings, queue + "?consumer.prefetchSize=0", 1, timeoutMs);
  }

  private static SubscriptionLink open(
      BrokerSettings settings, String queue, int count, long timeoutMs) throws JMSException {
    AtomicReference<JMSException> loss = new AtomicReference<>();
    return Connections.open(
        settings,
        timeoutMs,
        loss::set,
        connection -> {
          // A message that is late is not wrong, and this machine's clock may be.
          connection.setConsumerExpiryCheckEnabled(false);
          List<MessageConsumer> consumers = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            consumers.add(consumer(connection, queue));
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
    Message message = null;
    for (int i = 1; i < consumers.size() && message == null; i++) {
      message = turn().receiveNoWait();
    }
    if (message == null) {
      message = turn().receive(timeoutMs);
    }
    check();
    return message;
  }

  private MessageConsumer turn() {
    next = (next + 1) % consumers.size();
    return consumers.get(next);
  }

  void check() throws JMSException {
    if (loss.get() != null) {
      throw loss.get();
    }
  }

  @Override
  public void close() {
    Connections.closeQuietly(connection);
  }
}
