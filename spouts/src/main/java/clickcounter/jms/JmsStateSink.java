package clickcounter.jms;

import clickcounter.states.StateMessage;
import clickcounter.states.StateSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.activemq.command.ActiveMQTopic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the states of ads to a topic: persistent text messages that expire after {@link
 * #EXPIRY_MS}, with the properties {@code adId}, {@code state} and {@code version} for selectors.
 *
 * <p>A state is answered within about twice the time after which its settings give up. While the
 * broker is away, all that wait are answered together, once in that time, so that they are not all
 * tried again and again.
 *
 * <p>It has a thread of its own ({@code jms-states}), because a JMS session belongs to one thread
 * and a send may wait for the broker. The queue has no limit of its own: it holds one or two states
 * of each ad whose events are held.
 */
public final class JmsStateSink implements StateSink {
  /**
   * An ad server that was away for longer reads its documents again. Until then the broker keeps
   * its messages.
   */
  public static final long EXPIRY_MS = TimeUnit.HOURS.toMillis(1);

  private static final Logger LOG = LoggerFactory.getLogger(JmsStateSink.class);
  private static final int MOST_AT_ONCE = 500;

  /** Longer than a broker's disk stands still: giving up has all the events delivered again. */
  private static final long GIVE_UP_AFTER_MS = 30_000;

  private static final long CLOSE_TIMEOUT_MS = 2_000;
  private static final long INTERRUPT_EVERY_MS = 50;

  private final ConfirmedSender sender;
  private final String target;
  private final LinkedBlockingQueue<Sending> queue = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "jms-states");
  private boolean closed;

  private record Sending(StateMessage message, Consumer<String> ended) {}

  private JmsStateSink(BrokerSettings broker, String topic, SenderSettings settings) {
    sender = new ConfirmedSender(broker, new ActiveMQTopic(topic), EXPIRY_MS, settings);
    target = "topic " + topic + " at " + broker.url();
    thread.setDaemon(true);
  }

  /**
   * Connects.
   *
   * @param topic of all brokers; ad servers read it through queues if it is a virtual one
   * @throws IOException when no broker accepts the connection, or the user may not write the topic
   */
  public static JmsStateSink open(BrokerSettings broker, String topic) throws IOException {
    return open(broker, topic, new SenderSettings(MOST_AT_ONCE, GIVE_UP_AFTER_MS, Backoff.DEFAULT));
  }

  static JmsStateSink open(BrokerSettings broker, String topic, SenderSettings settings)
      throws IOException {
    JmsStateSink sink = new JmsStateSink(broker, topic, settings);
    sink.sender.connect();
    sink.thread.start();
    return sink;
  }

  @Override
  public void send(StateMessage message, Consumer<String> ended) {
    if (!add(new Sending(message, ended))) {
      ended.accept("closed");
    }
  }

  private synchronized boolean add(Sending sending) {
    return !closed && queue.add(sending);
  }

  private void run() {
    List<Sending> batch = new ArrayList<>();
    try {
      while (!isClosed()) {
        batch.add(queue.take());
        queue.drainTo(batch, MOST_AT_ONCE - 1);
        String failure = failureOf(batch);
        if (failure != null) {
          queue.drainTo(batch);
        }
        batch.forEach(sending -> sending.ended.accept(failure));
        batch.clear();
      }
    } catch (InterruptedException e) {
      LOG.debug("closed");
    }
    sender.disconnect();
    queue.drainTo(batch);
    batch.forEach(sending -> sending.ended.accept("closed"));
  }

  /** Null when the broker has all of them. */
  private String failureOf(List<Sending> batch) {
    try {
      for (Sending sending : batch) {
        sender.send(outgoing(sending.message));
      }
      sender.flush();
      return null;
    } catch (IOException e) {
      sender.forget();
      LOG.warn(
          "{} states of ads not sent to {}. Their events are delivered again, and send them again: {}",
          batch.size(),
          target,
          e.getMessage());
      return e.getMessage();
    }
  }

  private static Outgoing outgoing(StateMessage message) {
    return new Outgoing(
        message.toJson(),
        Map.of(
            "adId", message.adId(),
            "state", message.state().label(),
            "version", message.storedNumber()));
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_TIMEOUT_MS);
    try {
      while (thread.isAlive() && System.nanoTime() - deadlineNs < 0) {
        thread.interrupt(); // more than once: the JMS client swallows interrupts
        thread.join(INTERRUPT_EVERY_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
