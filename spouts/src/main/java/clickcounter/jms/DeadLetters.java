package clickcounter.jms;

import static clickcounter.event.EventLimits.requireAtLeast;

import java.io.IOException;
import java.util.List;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQMessage;

/**
 * Messages of the queue of events that the broker has given up, because they expired or were
 * delivered too often: their events are not counted.
 *
 * @param messages how many there are at least
 * @param exact whether there are no more
 */
public record DeadLetters(long messages, boolean exact) {
  public static final DeadLetters NONE = new DeadLetters(0, true);

  /** That of all queues, unless the broker has an individualDeadLetterStrategy. */
  public static final String SHARED = "ActiveMQ.DLQ";

  public DeadLetters {
    requireAtLeast("messages", messages, 0);
  }

  /** The queue's own: with the usual prefix of that strategy, and that of ActiveMQ's manual. */
  private static List<String> own(String queue) {
    return List.of(SHARED + ".Queue." + queue, "DLQ." + queue);
  }

  /**
   * Asks a broker. Without the statistics plugin, the head of the shared queue is known at most.
   */
  public static DeadLetters of(BrokerSettings broker) {
    Depth depth;
    try (QueueStatistics statistics = QueueStatistics.open(broker, QueueStatistics.ANSWER_MS)) {
      depth = depth(broker, statistics);
    } catch (IOException e) {
      depth = Depth.UNKNOWN;
    }
    return of(broker, depth);
  }

  /** How long the queues are in which they may be. */
  public record Depth(long own, long shared) {
    public static final Depth UNKNOWN = new Depth(0, Long.MAX_VALUE);
  }

  /** Asks for the lengths alone, which is cheap. */
  public static Depth depth(BrokerSettings broker, QueueStatistics statistics) throws IOException {
    long own = 0;
    for (String queue : own(broker.queue())) {
      own += statistics.state(queue).waiting();
    }
    return new Depth(own, statistics.state(SHARED).waiting());
  }

  /** Looks whose the messages are in the shared queue, of which a broker shows the oldest only. */
  public static DeadLetters of(BrokerSettings broker, Depth depth) {
    if (depth.shared() == 0) {
      return new DeadLetters(depth.own(), true);
    }
    long[] shown = {0};
    try {
      long ours =
          QueueDepth.of(
              broker,
              SHARED,
              message -> {
                shown[0]++;
                return message instanceof ActiveMQMessage letter && isOf(broker.queue(), letter);
              });
      return new DeadLetters(depth.own() + ours, shown[0] >= depth.shared());
    } catch (IOException e) {
      return new DeadLetters(depth.own(), false); // the user may not read it
    }
  }

  private static boolean isOf(String queue, ActiveMQMessage letter) {
    ActiveMQDestination origin = letter.getOriginalDestination();
    return origin != null && origin.getPhysicalName().equals(queue);
  }
}
