package clickcounter.jms;

import clickcounter.document.UnreadableDocument;
import clickcounter.event.OneLine;
import clickcounter.states.StateMessage;
import clickcounter.states.StateReceiver;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.apache.activemq.command.ActiveMQQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Brings the messages about ads to a receiver, mostly {@link clickcounter.states.AdStates}: each at
 * least once. Connects, and reconnects for ever, on a thread of its own.
 *
 * <p>It reads the queue {@code Consumer.NAME.TOPIC} of a virtual topic. ActiveMQ makes the queue at
 * the first connection and puts a copy of each later message into it, also while it has no reader:
 * remove the queue of a name that is not used any more. Ad servers that share a name share the
 * messages, so each needs a name of its own, and the same after a restart.
 *
 * <p>A message is acknowledged after the receiver has taken it. One that cannot be read, or at
 * which the receiver throws, is logged and skipped.
 *
 * <p>Whether a message has expired decides the broker's clock alone, not this machine's.
 */
public final class JmsStateFeed implements AutoCloseable {
  /** The topic that tools and the local system use unless they are told another. */
  public static final String USUAL_TOPIC = "VirtualTopic.clicks.ad-states";

  private static final Logger LOG = LoggerFactory.getLogger(JmsStateFeed.class);

  /** ActiveMQ makes queues of these topics unless it is told otherwise. */
  private static final Pattern TOPIC = Pattern.compile("VirtualTopic\\.[\\w.:/-]+");

  /** A dot would make it two names. */
  private static final Pattern NAME = Pattern.compile("[\\w:/-]+");

  private static final long CONNECT_TIMEOUT_MS = 30_000;

  /** The broker says after this time that nothing waits. Also how long {@link #close} may take. */
  private static final long RECEIVE_MS = 500;

  private static final long CLOSE_TIMEOUT_MS = 5_000;

  private final BrokerSettings settings;
  private final String queue;
  private final StateReceiver receiver;
  private final AtomicLong skipped = new AtomicLong();
  private final Thread thread;
  private volatile boolean hasQueue;
  private volatile boolean closed;

  private JmsStateFeed(BrokerSettings settings, String queue, StateReceiver receiver) {
    this.settings = settings;
    this.queue = queue;
    this.receiver = receiver;
    this.thread = new Thread(this::run, "jms-states-" + queue);
    thread.setDaemon(true);
  }

  /**
   * Starts to connect, and does not wait. A broker that is away is no failure: the receiver is
   * told.
   *
   * @param settings its queues are not used
   * @param topic where the topology publishes the states, such as {@code
   *     VirtualTopic.clicks.ad-states}
   * @param name of this ad server, or of a group that shares its messages
   * @param receiver is called on the feed's thread
   */
  public static JmsStateFeed start(
      BrokerSettings settings, String topic, String name, StateReceiver receiver) {
    JmsStateFeed feed = new JmsStateFeed(settings, queue(topic, name), receiver);
    feed.thread.start();
    return feed;
  }

  /**
   * The same under a name that nobody has, for a reader whose queue is removed at the end.
   *
   * @param prefix of the name
   */
  public static JmsStateFeed start(
      BrokerSettings settings,
      String topic,
      String prefix,
      RandomGenerator random,
      StateReceiver receiver) {
    String name = prefix + "-" + Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX);
    return start(settings, topic, name, receiver);
  }

  /**
   * The queue of a consumer.
   *
   * @throws IllegalArgumentException when topic or name would make another queue of it
   */
  public static String queue(String topic, String name) {
    if (!TOPIC.matcher(topic).matches()) {
      throw new IllegalArgumentException(
          "topic of ad states: expected VirtualTopic. and letters, digits or any of _.:/-, got '%s': the broker makes no queues of other topics"
              .formatted(topic));
    }
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name of a consumer of ad states: expected letters, digits and any of _:/-, got '%s'"
              .formatted(name));
    }
    return "Consumer." + name + "." + topic;
  }

  /** How many messages were skipped, because they could not be read or the receiver threw. */
  public long skipped() {
    return skipped.get();
  }

  /** Takes no more messages, and does not wait. The receiver may call it. */
  public void stop() {
    closed = true;
  }

  /** Stops within some seconds. The queue stays, and collects messages. */
  @Override
  public void close() {
    stop();
    Connections.awaitEnd(thread, CLOSE_TIMEOUT_MS);
  }

  /**
   * Closes, and has the broker remove the queue with all that is in it, if this has made one.
   *
   * @return null if there is none now, else why it may be there
   */
  public String closeAndRemoveQueue() {
    close();
    if (!hasQueue) {
      return null;
    }
    try {
      Connections.closeQuietly(
          Connections.open(
              settings,
              CLOSE_TIMEOUT_MS,
              e -> LOG.debug("while removing {}", queue, e),
              connection -> {
                connection.destroyDestination(new ActiveMQQueue(queue));
                return connection;
              }));
      return null;
    } catch (JMSException e) {
      return e.getMessage();
    }
  }

  private void run() {
    int failures = 0;
    while (!closed) {
      try (SubscriptionLink link = SubscriptionLink.oneByOne(settings, queue, CONNECT_TIMEOUT_MS)) {
        failures = 0;
        LOG.info("reads {} at {}", queue, settings.url());
        hasQueue = true;
        receiver.connected();
        receiveUntilClosed(link);
      } catch (JMSException | RuntimeException e) {
        if (closed) {
          break;
        }
        failures++;
        // Once: a broker may be away for hours.
        LOG.atLevel(failures == 1 && !closed ? Level.WARN : Level.DEBUG)
            .log("ad states do not arrive, will connect again: {}", e.toString());
        receiver.lost(String.valueOf(e.getMessage()));
        Backoff.DEFAULT.await(failures, () -> closed);
      }
    }
    receiver.lost("closed");
  }

  private void receiveUntilClosed(SubscriptionLink link) throws JMSException {
    while (!closed) {
      Message message = link.receive(RECEIVE_MS);
      if (message == null) {
        receiver.caughtUp(0);
        continue;
      }
      pass(message);
      message.acknowledge();
      receiver.caughtUp(Math.max(0, System.currentTimeMillis() - message.getJMSTimestamp()));
    }
  }

  private void pass(Message message) throws JMSException {
    try {
      if (!(message instanceof TextMessage text)) {
        throw new UnreadableDocument("expected a text message");
      }
      receiver.received(StateMessage.read(String.valueOf(text.getText())));
    } catch (UnreadableDocument | JMSException | RuntimeException e) {
      skipped.incrementAndGet();
      LOG.warn(
          "skipped message {} of {}: {}",
          message.getJMSMessageID(),
          queue,
          OneLine.of(e.toString()));
    }
  }
}
