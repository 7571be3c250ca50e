package clickcounter.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQSession;

/**
 * One connection of a feed of ad states. It asks for each message: so the broker says when nothing
 * waits, and a broker that is merely slow is not taken for one that has nothing.
 */
record StateFeedLink(ActiveMQConnection connection, MessageConsumer consumer, ConnectionLoss loss)
    implements AutoCloseable {
  private static final String ONE_BY_ONE = "?consumer.prefetchSize=0";

  static StateFeedLink open(BrokerSettings settings, String queue, long timeoutMs)
      throws JMSException {
    ConnectionLoss loss = new ConnectionLoss();
    return Connections.open(
        settings,
        timeoutMs,
        loss::set,
        connection -> {
          // A message that is late is not wrong, and this machine's clock may be.
          connection.setConsumerExpiryCheckEnabled(false);
          ActiveMQSession session =
              (ActiveMQSession)
                  connection.createSession(false, ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE);
          MessageConsumer consumer =
              session.createConsumer(session.createQueue(queue + ONE_BY_ONE));
          return new StateFeedLink(connection, consumer, loss);
        });
  }

  /**
   * The next message, or null when the broker has none within this time.
   *
   * @throws JMSException when the connection is lost
   */
  Message receive(long timeoutMs) throws JMSException {
    Message message = consumer.receive(timeoutMs);
    loss.check();
    return message;
  }

  @Override
  public void close() {
    Connections.closeQuietly(connection);
  }
}
