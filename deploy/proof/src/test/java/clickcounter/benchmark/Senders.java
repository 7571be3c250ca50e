package clickcounter.benchmark;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that send messages in turn, as that many services would. The broker syncs its disk
 * for each message of a connection before it reads the next one, so a single connection would
 * measure the disk's latency. Used by one thread.
 */
final class Senders implements AutoCloseable {
  private static final int CONNECTIONS = 24;

  /** Messages of each connection that the broker has not confirmed, at most. */
  private static final int UNCONFIRMED_MESSAGES = 50;

  private final List<JmsTransport> connections = new ArrayList<>();
  private int next;

  /** Connects with the first message of each connection. */
  private Senders(String brokerUrl) {
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(
          new JmsTransport(
              BrokerSettings.at(brokerUrl), SenderSettings.async(UNCONFIRMED_MESSAGES)));
    }
  }

  /** Sends all of them; the broker has them when this returns. */
  static void sendAll(String brokerUrl, DayMessages messages) throws IOException {
    try (Senders senders = new Senders(brokerUrl)) {
      messages.forEach(senders::send);
      for (JmsTransport connection : senders.connections) {
        connection.flush();
      }
    }
  }

  /** Sends it; waits while its connection has too many unconfirmed messages. */
  private void send(String text) throws IOException {
    connections.get(next).sendText(text);
    next = (next + 1) % connections.size();
  }

  @Override
  public void close() throws IOException {
    for (JmsTransport connection : connections) {
      connection.close();
    }
  }
}
