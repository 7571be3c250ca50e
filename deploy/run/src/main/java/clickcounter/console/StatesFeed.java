package clickcounter.console;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsStateFeed;
import clickcounter.reading.AdStateReader;
import clickcounter.states.AdStates;
import clickcounter.states.AdStatesSettings;
import clickcounter.states.FeedStatus;
import clickcounter.states.StateAnswer;
import clickcounter.states.StateMessage;
import clickcounter.states.StateReceiver;
import clickcounter.store.DocumentStore;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an ad server sees: {@link AdStates}, as in an ad server, with a queue of its own for the
 * messages. Without a topic there are no messages, and each document is read when it is asked for.
 * Thread-safe.
 */
final class StatesFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatesFeed.class);
  private static final int MOST_CHANGES = 100;
  private static final int MOST_ADS = 10_000;
  private static final long ANSWER_S = 10;

  private final DocumentStore store;
  private final Clock clock;
  private final String topic;
  private final AdStates states;
  private final ArrayDeque<StateMessage> changes = new ArrayDeque<>();
  private JmsStateFeed feed;

  private StatesFeed(DocumentStore store, Clock clock, String topic) {
    this.store = store;
    this.clock = clock;
    this.topic = topic;
    states = adStates();
  }

  private AdStates adStates() {
    AdStatesSettings settings = AdStatesSettings.defaults().withMaxAds(MOST_ADS);
    return new AdStates(new AdStateReader(store, clock), settings, System::nanoTime);
  }

  /**
   * @param topic of the states; empty if none are sent
   */
  static StatesFeed start(
      BrokerSettings broker,
      String topic,
      DocumentStore store,
      Clock clock,
      RandomGenerator random) {
    StatesFeed made = new StatesFeed(store, clock, topic);
    if (made.hasTopic()) {
      made.feed = JmsStateFeed.start(broker, topic, "console", random, made.new Remembering());
    }
    return made;
  }

  /** Passes all on, and remembers the newest messages. */
  private final class Remembering implements StateReceiver {
    @Override
    public void received(StateMessage message) {
      synchronized (changes) {
        changes.addFirst(message);
        if (changes.size() > MOST_CHANGES) {
          changes.removeLast();
        }
      }
      states.received(message);
    }

    @Override
    public void connected() {
      states.connected();
    }

    @Override
    public void caughtUp(long ms) {
      states.caughtUp(ms);
    }

    @Override
    public void lost(String reason) {
      states.lost(reason);
    }
  }

  boolean hasTopic() {
    return !topic.isEmpty();
  }

  String topic() {
    return topic;
  }

  FeedStatus status() {
    return states.feed();
  }

  /** The newest messages, in the order in which they came, the newest first. */
  List<StateMessage> changes() {
    synchronized (changes) {
      return List.copyOf(changes);
    }
  }

  /** What is known of an ad, after its document was read if that is needed. */
  StateAnswer ask(String adId) {
    try {
      return (hasTopic() ? states : adStates()).ask(adId).get(ANSWER_S, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return new StateAnswer(null, true, "Riak does not answer within " + ANSWER_S + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new StateAnswer(null, true, "the console ends");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() {
    if (feed == null) {
      return;
    }
    String failure = feed.closeAndRemoveQueue();
    if (failure != null) {
      LOG.warn("the console's queue of the topic {} may still be there: {}", topic, failure);
    }
  }
}
