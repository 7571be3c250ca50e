package clickcounter.drill;

import clickcounter.broker.QueueStatistics;
import clickcounter.broker.QueueStatistics.Depth;
import java.io.IOException;

/** The queue of events, as the broker describes it. Reconnects when the broker was down. */
final class Backlog implements AutoCloseable {
  private static final String QUEUE = "clicks";
  private static final long POLL_MS = 100;

  private final String brokerUrl;
  private final ProgressLines progress;
  private QueueStatistics queue;

  Backlog(String brokerUrl, ProgressLines progress) {
    this.brokerUrl = brokerUrl;
    this.progress = progress;
  }

  Depth depth() throws IOException {
    try {
      if (queue == null) {
        queue = QueueStatistics.open(brokerUrl, QUEUE);
      }
      return queue.depth();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Messages acknowledged since the broker started. */
  long acknowledged() throws IOException {
    return depth().acknowledged();
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

  private interface Condition {
    boolean holds(Depth depth);
  }

  private void await(String what, Condition condition, long withinMs)
      throws IOException, InterruptedException {
    progress.doing("waiting for " + what);
    long deadline = System.nanoTime() + withinMs * 1_000_000;
    while (true) {
      Object found;
      IOException trouble = null;
      try {
        Depth depth = depth();
        if (condition.holds(depth)) {
          return;
        }
        found = depth;
      } catch (IOException e) {
        trouble = e;
        found = e.getMessage();
      }
      if (System.nanoTime() > deadline) {
        throw new Stuck(
            "queue %s: expected %s within %d s, found %s"
                .formatted(QUEUE, what, withinMs / 1_000, found),
            trouble);
      }
      Thread.sleep(POLL_MS);
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
