package clickcounter.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/**
 * Where messages are sent to.
 *
 * @param expiryMs from a message's sending until the broker drops it; 0: never
 */
record SendTarget(String name, boolean isTopic, long expiryMs) {
  static SendTarget queue(String name) {
    return new SendTarget(name, false, 0);
  }

  static SendTarget topic(String name, long expiryMs) {
    return new SendTarget(name, true, expiryMs);
  }

  Destination in(Session session) throws JMSException {
    return isTopic ? session.createTopic(name) : session.createQueue(name);
  }

  @Override
  public String toString() {
    return (isTopic ? "topic " : "queue ") + name;
  }
}
