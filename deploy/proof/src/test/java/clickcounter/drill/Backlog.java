package clickcounter.drill;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.QueueStatistics;
import clickcounter.jms.QueueStatistics.QueueState;
import java.io.IOException;

/**
 * The queue of events, as the broker describes it. Reconnects when the broker was down. Not
 * thread-safe.
 */
final class Backlog implements AutoCloseable {
  private static final String QUEUE = "clicks";

  private final String brokerUrl;
  private QueueStatistics queue;

  Backlog(String brokerUrl) {
    this.brokerUrl = brokerUrl;
  }

  QueueState state() throws IOException {
    try {
      if (queue == null) {
        queue = QueueStatistics.open(BrokerSettings.at(brokerUrl), QueueStatistics.ANSWER_MS);
      }
      return queue.state(QUEUE);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() {
    if (queue != null) {
      try {
        queue.close();
      } catch (IOException e) {
        // The broker may be dead: drills kill it.
      }
      queue = null;
    }
  }
}
