package clickcounter.status;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.QueueDepth;
import clickcounter.scrape.QueueStatistics;
import clickcounter.scrape.QueueStatistics.QueueState;
import clickcounter.status.SystemStatus.QueueLoad;
import java.io.IOException;
import java.time.Duration;

/** Looks at the queue twice, and at the queue of rejects. Changes nothing. */
public final class QueueWatch {
  private final BrokerSettings broker;
  private final long answerMs;

  /** Lets time pass. */
  interface Pause {
    void sleep(Duration time) throws InterruptedException;
  }

  /** What a broker with ActiveMQ's statistics plugin says at one time. */
  private record Look(QueueState queue, long rejects, long atNs) {}

  /** The last look; null before the first, and after one without the plugin. */
  private Look last;

  /**
   * @param answerMs how long a broker with the statistics plugin may take for an answer
   */
  public QueueWatch(BrokerSettings broker, long answerMs) {
    this.broker = broker;
    this.answerMs = answerMs;
  }

  /**
   * The load now, with the rates of a time from now on.
   *
   * @throws IOException if no broker answers
   */
  QueueLoad load(Duration watch, Pause pause) throws IOException, InterruptedException {
    QueueLoad first = load();
    if (!first.exact()) {
      return first;
    }
    pause.sleep(watch);
    return load();
  }

  /**
   * The load now, with the rates since the last call; the first call knows none. A broker without
   * ActiveMQ's statistics plugin shows the head of a queue only, and no rates.
   *
   * @throws IOException if no broker answers
   */
  public QueueLoad load() throws IOException {
    Look before = last;
    last = null;
    Look now;
    try {
      now = look();
    } catch (IOException e) {
      return browsed();
    }
    last = now;
    if (before == null) {
      QueueState queue = now.queue();
      Long drainS = queue.waiting() == 0 ? 0L : null;
      return new QueueLoad(
          queue.waiting(), true, queue.consumers(), null, null, drainS, now.rejects(), true);
    }
    double seconds = Math.max(1, now.atNs() - before.atNs()) / 1e9;
    return of(before.queue(), now.queue(), seconds, now.rejects());
  }

  private Look look() throws IOException {
    try (QueueStatistics queue = QueueStatistics.open(broker, broker.queue(), answerMs);
        QueueStatistics rejected = QueueStatistics.open(broker, broker.rejectedQueue(), answerMs)) {
      return new Look(queue.state(), rejected.state().waiting(), System.nanoTime());
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
