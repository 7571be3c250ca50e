package clickcounter.jms;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQMessageProducer;
import org.apache.activemq.ActiveMQSession;
import org.apache.activemq.AsyncCallback;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQTextMessage;

/**
 * One connection of a sender. Confirmations come on the client's threads, which never wait for it.
 *
 * @param lost completed with the failure when the connection is lost or a message is refused
 */
record SenderLink(
    ActiveMQConnection connection,
    ActiveMQSession session,
    ActiveMQMessageProducer producer,
    CompletableFuture<Object> lost) {
  /**
   * @param expiryMs from a message's sending until the broker drops it; 0: never
   */
  static SenderLink open(
      BrokerSettings settings, ActiveMQDestination target, long expiryMs, long timeoutMs)
      throws JMSException {
    CompletableFuture<Object> lost = new CompletableFuture<>();
    return Connections.open(
        settings,
        timeoutMs,
        lost::completeExceptionally,
        connection -> {
          ActiveMQSession session =
              (ActiveMQSession) connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
          ActiveMQMessageProducer producer =
              (ActiveMQMessageProducer) session.createProducer(target);
          producer.setDeliveryMode(DeliveryMode.PERSISTENT);
          producer.setTimeToLive(expiryMs);
          return new SenderLink(connection, session, producer, lost);
        });
  }

  void sendOnce(Outgoing message) throws JMSException {
    if (message.sentBy == this) {
      return;
    }
    message.sentBy = this;
    AsyncCallback callback =
        new AsyncCallback() {
          @Override
          public void onSuccess() {
            message.confirmed.complete(message);
          }

          @Override
          public void onException(JMSException e) {
            lost.completeExceptionally(e);
          }
        };
    producer.send(textMessage(message), callback);
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
    while (!unconfirmed.isEmpty()) {
      CompletableFuture<Object> confirmed = unconfirmed.peekFirst().confirmed;
      if (!confirmed.isDone()) {
        if (unconfirmed.size() <= most) {
          return;
        }
        await(confirmed, deadlineNs - System.nanoTime());
      }
      unconfirmed.removeFirst();
    }
  }

  private void await(CompletableFuture<Object> confirmed, long mostNs) throws JMSException {
    try {
      CompletableFuture.anyOf(confirmed, lost).get(mostNs, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw (JMSException) e.getCause();
    } catch (TimeoutException e) {
      throw new JMSException("no confirmation from the broker (is its store or memory full?)");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JMSException("interrupted while waiting for a confirmation");
    }
  }

  boolean isLost() {
    return lost.isDone();
  }

  void close() {
    Connections.closeQuietly(connection);
  }
}
