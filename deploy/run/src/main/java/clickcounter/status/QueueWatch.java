package clickcounter.status;

import clickcounter.broker.QueueDepth;
import clickcounter.broker.QueueStatistics;
import clickcounter.broker.QueueStatistics.QueueState;
import clickcounter.jms.BrokerSettings;
import clickcounter.status.SystemStatus.QueueLoad;
import java.io.IOException;
import java.time.Duration;

/** Looks at the queue for some seconds, and at the queue of rejects. Changes nothing. */
final class QueueWatch {
  private final BrokerSettings broker;
  private final Duration watch;
  private final long answerMs;
  private final Pause pause;

  /** Lets time pass. */
  interface Pause {
    void sleep(Duration time) throws InterruptedException;
  }

  /**
   * @param answerMs how long a broker with the statistics plugin may take for an answer
   */
  QueueWatch(BrokerSettings broker, Duration watch, long answerMs, Pause pause) {
    this.broker = broker;
    this.watch = watch;
    this.answerMs = answerMs;
    this.pause = pause;
  }

  /**
   * The load now. A broker without ActiveMQ's statistics plugin shows the head of a queue only.
   *
   * @throws IOException if no broker answers
   */
  QueueLoad load() throws IOException, InterruptedException {
    try (QueueStatistics queue = QueueStatistics.open(broker, broker.queue(), answerMs)) {
      QueueState first;
      long rejects;
      try (QueueStatistics rejected =
          QueueStatistics.open(broker, broker.rejectedQueue(), answerMs)) {
        first = queue.state();
        rejects = rejected.state().waiting();
      } catch (IOException e) {
        return browsed();
      }
      long startNs = System.nanoTime();
      pause.sleep(watch);
      return of(first, queue.state(), (System.nanoTime() - startNs) / 1e9, rejects);
    }
  }

  static QueueLoad of(QueueState first, QueueState last, double seconds, long rejects) {
    double done = (last.acknowledged() - first.acknowledged()) / seconds;
    double arrived = done + (last.waiting() - first.waiting()) / seconds;
    return new QueueLoad(
        last.waiting(),
        true,
        last.consumers(),
        arrived,
        done,
        drainS(last.waiting(), done - arrived),
        rejects,
        true);
  }

  private static Long drainS(long waiting, double shrinksPerS) {
    if (waiting == 0) {
      return 0L;
    }
    return shrinksPerS <= 0 ? null : (long) Math.ceil(waiting / shrinksPerS);
  }

  private QueueLoad browsed() throws IOException {
    long messages = QueueDepth.of(broker);
    long rejects = QueueDepth.of(broker.withQueues(broker.rejectedQueue(), broker.queue()));
    return new QueueLoad(messages, false, null, null, null, null, rejects, false);
  }
}
