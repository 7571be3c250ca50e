package clickcounter.deploy;

import jakarta.jms.JMSException;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.Enumeration;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;

/** Looks at a queue of a broker in another process. */
final class QueueDepth {
  private QueueDepth() {}

  /**
   * Messages in the queue, those that a consumer has not acknowledged included; a broker shows a
   * few hundred at most.
   */
  static long of(String brokerUrl, String queue) throws IOException {
    try (ActiveMQConnection connection =
        (ActiveMQConnection) new ActiveMQConnectionFactory(brokerUrl).createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
        int messages = 0;
        for (Enumeration<?> all = browser.getEnumeration();
            all.hasMoreElements();
            all.nextElement()) {
          messages++;
        }
        return messages;
      }
    } catch (JMSException e) {
      throw new IOException(
          "the broker " + brokerUrl + " does not show its queue " + queue + ": " + e.getMessage(),
          e);
    }
  }
}
