package clickcounter.drill;

import clickcounter.jms.QueueStatistics;
import clickcounter.jms.QueueStatistics.QueueState;
import java.io.IOException;
import java.util.function.Predicate;

/**
 * The queue of events, as the broker describes it. Reconnects when the broker was down. Not
 * thread-safe.
 */
final class Backlog implements AutoCloseable {
  private static final String QUEUE = "clicks";

  private final String brokerUrl;
  private final Poll poll;
  private QueueStatistics queue;
  private QueueState last;

  Backlog(String brokerUrl, Poll poll) {
    this.brokerUrl = brokerUrl;
    this.poll = poll;
  }

  QueueState state() throws IOException {
    try {
      if (queue == null) {
        queue = QueueStatistics.open(brokerUrl, QUEUE);
      }
      return queue.state();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Messages acknowledged since the broker started. */
  long acknowledged() throws IOException {
    return state().acknowledged();
  }

  /** Waits until one more message is acknowledged. */
  void awaitProgress(long withinMs) throws IOException, InterruptedException {
    long before = acknowledged();
    await("acknowledged messages", d -> d.acknowledged() > before, withinMs);
  }

  void awaitEmpty(long withinMs) throws IOException, InterruptedException {
    await("no unacknowledged message", d -> d.waiting() == 0, withinMs);
  }

  void awaitConsumers(int consumers, long withinMs) throws IOException, InterruptedException {
    await(consumers + " consumers", d -> d.consumers() >= consumers, withinMs);
  }

  private void await(String what, Predicate<QueueState> condition, long withinMs)
      throws IOException, InterruptedException {
    poll.until(
        what,
        () -> {
          last = null;
          last = state();
          return condition.test(last);
        },
        withinMs,
        () -> "the queue " + QUEUE + ": " + (last == null ? "unknown" : last));
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
