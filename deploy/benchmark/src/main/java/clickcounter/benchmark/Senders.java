package clickcounter.benchmark;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Connections that send messages in turn, as that many services would. Used by one thread. */
final class Senders implements AutoCloseable {
  private final List<JmsTransport> connections = new ArrayList<>();
  private int next;

  private Senders() {}

  /**
   * @param unconfirmed messages of each connection that the broker has not confirmed, at most
   */
  static Senders open(String brokerUrl, int count, int unconfirmed) throws IOException {
    Senders senders = new Senders();
    for (int i = 0; i < count; i++) {
      senders.connections.add(
          new JmsTransport(BrokerSettings.at(brokerUrl), SenderSettings.async(unconfirmed)));
    }
    return senders;
  }

  /** Sends it; waits while its connection has too many unconfirmed messages. */
  void send(String text) throws IOException {
    connections.get(next).sendText(text);
    next = (next + 1) % connections.size();
  }

  /** Waits until the broker has confirmed all. */
  void flush() throws IOException {
    for (JmsTransport connection : connections) {
      connection.flush();
    }
  }

  @Override
  public void close() throws IOException {
    for (JmsTransport connection : connections) {
      connection.close();
    }
  }
}
