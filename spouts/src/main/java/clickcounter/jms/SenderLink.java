package clickcounter.jms;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayDeque;
import java.util.Map;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQMessageProducer;
import org.apache.activemq.ActiveMQSession;
import org.apache.activemq.command.ActiveMQTextMessage;

/** One connection of a sender. SendConfirmations come on the client's threads. */
record SenderLink(
    ActiveMQConnection connection,
    ActiveMQSession session,
    ActiveMQMessageProducer producer,
    SendConfirmations confirmations) {
  static SenderLink open(BrokerSettings settings, SendTarget target, long timeoutMs)
      throws JMSException {
    SendConfirmations confirmations = new SendConfirmations();
    return Connections.open(
        settings,
        timeoutMs,
        confirmations::fail,
        connection -> {
          ActiveMQSession session =
              (ActiveMQSession) connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
          ActiveMQMessageProducer producer =
              (ActiveMQMessageProducer) session.createProducer(target.in(session));
          producer.setDeliveryMode(DeliveryMode.PERSISTENT);
          producer.setTimeToLive(target.expiryMs());
          return new SenderLink(connection, session, producer, confirmations);
        });
  }

  /** Sends the message unless this link has sent it. */
  void sendOnce(Outgoing message) throws JMSException {
    if (message.sentBy == this) {
      return;
    }
    message.sentBy = this;
    producer.send(textMessage(message), confirmations.of(message));
  }

  private TextMessage textMessage(Outgoing outgoing) throws JMSException {
    ActiveMQTextMessage message = (ActiveMQTextMessage) session.createTextMessage();
    if (!TextBody.write(outgoing.text, message)) {
      message.setText(outgoing.text);
    }
    for (Map.Entry<String, Object> property : outgoing.properties.entrySet()) {
      message.setObjectProperty(property.getKey(), property.getValue());
    }
    return message;
  }

  /** Removes confirmed messages from the head, and waits until at most this many are left. */
  void awaitConfirmed(ArrayDeque<Outgoing> unconfirmed, int most, long deadlineNs)
      throws JMSException {
    confirmations.await(unconfirmed, most, deadlineNs);
  }

  boolean isLost() {
    return confirmations.isFailed();
  }

  void close() {
    Connections.closeQuietly(connection);
  }
}
