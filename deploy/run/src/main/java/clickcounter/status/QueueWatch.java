package clickcounter.status;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.DeadLetters;
import clickcounter.jms.QueueDepth;
import clickcounter.jms.QueueStatistics;
import clickcounter.jms.QueueStatistics.QueueState;
import clickcounter.status.SystemStatus.QueueLoad;
import java.io.IOException;

/**
 * Looks at the queue, twice for its rates, at the rejects and the dead letters. Changes nothing.
 */
public final class QueueWatch {
  private final BrokerSettings broker;
  private final long answerMs;
  private final long deferralMs;

  /** What a broker with ActiveMQ's statistics plugin says at one time. */
  private record Look(QueueState queue, long rejects, DeadLetters.Depth dead, long atNs) {}

  /** The last look; null before the first, and after one without the plugin. */
  private Look last;

  private DeadLetters deadLetters = DeadLetters.NONE;
  private DeadLetters.Depth deadLettersAt = new DeadLetters.Depth(0, 0);

  /**
   * @param answerMs how long a broker with the statistics plugin may take for an answer
   * @param deferralMs the topology's setting: so long a message waits for the puts of its events
   */
  public QueueWatch(BrokerSettings broker, long answerMs, long deferralMs) {
    this.broker = broker;
    this.answerMs = answerMs;
    this.deferralMs = deferralMs;
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
    try {
      last = look();
    } catch (IOException e) {
      return browsed();
    }
    browseDeadLetters(last.dead());
    if (before == null) {
      Long drainS = last.queue().waiting() == 0 ? 0L : null;
      return load(last.queue(), null, null, drainS, last.rejects());
    }
    double seconds = Math.max(1, last.atNs() - before.atNs()) / 1e9;
    return load(before.queue(), last.queue(), seconds, last.rejects());
  }

  private Look look() throws IOException {
    try (QueueStatistics queue = QueueStatistics.open(broker, answerMs)) {
      QueueState state = queue.state(broker.queue());
      long atNs = System.nanoTime();
      long rejects = queue.state(broker.rejectedQueue()).waiting();
      return new Look(state, rejects, DeadLetters.depth(broker, queue), atNs);
    }
  }

  /** They are read only when others have come or gone. */
  private void browseDeadLetters(DeadLetters.Depth depth) {
    if (!depth.equals(deadLettersAt)) {
      deadLetters = DeadLetters.of(broker, depth);
      deadLettersAt = depth;
    }
  }

  QueueLoad load(QueueState first, QueueState last, double seconds, long rejects) {
    double done = (last.acknowledged() - first.acknowledged()) / seconds;
    double arrived = done + (last.waiting() - first.waiting()) / seconds;
    return load(last, arrived, done, drainS(last.waiting(), done, arrived), rejects);
  }

  private Long drainS(long waiting, double donePerS, double arrivedPerS) {
    // Messages wait for the puts of their events: with some slack, so many are no backlog.
    if (waiting <= donePerS * Math.max(1_000, 2 * deferralMs) / 1_000) {
      return 0L;
    }
    double shrinksPerS = donePerS - arrivedPerS;
    return shrinksPerS <= 0 ? null : (long) Math.ceil(waiting / shrinksPerS);
  }

  private QueueLoad load(
      QueueState queue, Double arrivedPerS, Double donePerS, Long drainS, long rejects) {
    return new QueueLoad(
        queue.waiting(),
        true,
        queue.consumers(),
        arrivedPerS,
        donePerS,
        drainS,
        rejects,
        true,
        deadLetters);
  }

  private QueueLoad browsed() throws IOException {
    long messages = QueueDepth.of(broker);
    long rejects = QueueDepth.of(broker, broker.rejectedQueue(), message -> true);
    DeadLetters dead = DeadLetters.of(broker, DeadLetters.Depth.UNKNOWN);
    return new QueueLoad(messages, false, null, null, null, null, rejects, false, dead);
  }
}
