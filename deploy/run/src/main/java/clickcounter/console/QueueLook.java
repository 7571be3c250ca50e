package clickcounter.console;

import clickcounter.broker.QueueDepth;
import clickcounter.broker.QueueStatistics;
import clickcounter.broker.QueueStatistics.QueueState;
import clickcounter.jms.BrokerSettings;
import java.io.IOException;
import java.time.Clock;

/** Looks at the queues, and says how long the one of events takes to empty. On one thread. */
final class QueueLook {
  private static final long BROKER_ANSWER_MS = 1_000;

  private final BrokerSettings broker;
  private final Clock clock;
  private QueueState last;
  private long lastMs;

  QueueLook(BrokerSettings broker, Clock clock) {
    this.broker = broker;
    this.clock = clock;
  }

  /**
   * @throws IOException when the broker does not answer
   */
  Now.Queue now() throws IOException {
    try (QueueStatistics events = QueueStatistics.open(broker, broker.queue(), BROKER_ANSWER_MS);
        QueueStatistics rejects =
            QueueStatistics.open(broker, broker.rejectedQueue(), BROKER_ANSWER_MS)) {
      QueueState state = events.state();
      long nowMs = clock.millis();
      Long drainS = drainS(state, nowMs);
      last = state;
      lastMs = nowMs;
      return new Now.Queue(state.waiting(), true, drainS, rejects.state().waiting());
    } catch (IOException noStatistics) {
      long messages = QueueDepth.of(broker);
      long rejects = QueueDepth.of(broker.withQueues(broker.rejectedQueue(), broker.queue()));
      return new Now.Queue(messages, false, null, rejects);
    }
  }

  private Long drainS(QueueState state, long nowMs) {
    if (state.waiting() == 0) {
      return 0L;
    }
    if (last == null || state.waiting() >= last.waiting()) {
      return null;
    }
    double shrinksPerS = (last.waiting() - state.waiting()) * 1_000.0 / Math.max(1, nowMs - lastMs);
    return (long) Math.ceil(state.waiting() / shrinksPerS);
  }
}
