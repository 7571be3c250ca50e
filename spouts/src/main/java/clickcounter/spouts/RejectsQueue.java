package clickcounter.spouts;

import clickcounter.event.Rejected;
import clickcounter.jms.Backoff;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.Connections;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import org.apache.activemq.ActiveMQConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends rejected lines to their queue, a batch in one transaction: all or none, and one disk sync
 * for all. When a commit's answer is lost they may be there although it throws.
 */
final class RejectsQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RejectsQueue.class);

  private final BrokerSettings settings;
  private final long connectTimeoutMs;
  private final Backoff backoff;
  private Link link;
  private int failures;
  private long nextAttemptMs;

  RejectsQueue(BrokerSettings settings, long connectTimeoutMs, Backoff backoff) {
    this.settings = settings;
    this.connectTimeoutMs = connectTimeoutMs;
    this.backoff = backoff;
  }

  void connect(long timeoutMs) throws JMSException {
    link = Link.open(settings, timeoutMs);
  }

  /**
   * Sends these lines.
   *
   * @param nowMs for the backoff; in between attempts to connect it fails at once
   * @param rejectedAtMs the time of day that the messages carry
   */
  void send(List<Rejected> lines, long nowMs, long rejectedAtMs) throws JMSException {
    ensureConnected(nowMs);
    try {
      for (Rejected line : lines) {
        link.send(line, rejectedAtMs);
      }
      link.session.commit();
      failures = 0;
    } catch (JMSException e) {
      close();
      throw e;
    }
  }

  private void ensureConnected(long nowMs) throws JMSException {
    if (link != null) {
      return;
    }
    if (nowMs < nextAttemptMs) {
      throw new JMSException("no connection, next attempt in " + (nextAttemptMs - nowMs) + " ms");
    }
    try {
      connect(connectTimeoutMs);
      LOG.info("connected to {} again", settings.url());
    } catch (JMSException e) {
      failures++;
      nextAttemptMs = nowMs + backoff.delayMs(failures);
      throw e;
    }
  }

  @Override
  public void close() {
    if (link != null) {
      Connections.closeQuietly(link.connection);
      link = null;
    }
  }

  private record Link(ActiveMQConnection connection, Session session, MessageProducer producer) {
    static Link open(BrokerSettings settings, long timeoutMs) throws JMSException {
      return Connections.open(
          settings,
          timeoutMs,
          e -> LOG.warn("lost the connection to {}: {}", settings.url(), e.toString()),
          connection -> {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageProducer producer =
                session.createProducer(session.createQueue(settings.rejectedQueue()));
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            return new Link(connection, session, producer);
          });
    }

    void send(Rejected line, long rejectedAtMs) throws JMSException {
      TextMessage message = session.createTextMessage(line.line());
      message.setStringProperty("reason", line.reason().label());
      message.setStringProperty("detail", line.detail());
      message.setLongProperty("rejectedAt", rejectedAtMs);
      producer.send(message);
    }
  }
}
