package clickcounter.jms;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import clickcounter.event.EventKind;
import clickcounter.states.AdStates;
import clickcounter.states.AdStatesSettings;
import clickcounter.states.StateMessage;
import clickcounter.states.StateRead;
import clickcounter.states.StateReceiver;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Feeds at a real broker. */
@Tag("slow")
class JmsStateFeedTest {
  private static final String TOPIC = "VirtualTopic.clicks.ad-states";
  private static final String AD = "m1";

  @TempDir private Path directory;
  private TestBroker broker;
  private final List<JmsStateFeed> feeds = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws Exception {
    broker = TestBroker.start(directory);
  }

  @AfterEach
  void stop() throws Exception {
    feeds.forEach(JmsStateFeed::close);
    broker.close();
  }

  /** What a feed has said. */
  private static final class Heard implements StateReceiver {
    private final List<Long> versions = new CopyOnWriteArrayList<>();
    private volatile int connections;
    private volatile boolean connected;
    private volatile boolean caughtUp;
    private volatile String lost = "";

    @Override
    public void received(StateMessage message) {
      caughtUp = false;
      versions.add(message.storedNumber());
      if (message.adId().equals("throw")) {
        throw new IllegalStateException("as a test");
      }
    }

    @Override
    public void connected() {
      connections++;
      connected = true;
    }

    @Override
    public void caughtUp(long ms) {
      caughtUp = ms == 0;
    }

    @Override
    public void lost(String reason) {
      connected = false;
      lost = reason;
    }
  }

  private JmsStateFeed feed(String name, StateReceiver receiver) {
    JmsStateFeed feed =
        JmsStateFeed.start(BrokerSettings.at(broker.tcpUrl()), TOPIC, name, receiver);
    feeds.add(feed);
    return feed;
  }

  private Heard connected(String name) {
    Heard heard = new Heard();
    feed(name, heard);
    await().until(() -> heard.connected);
    return heard;
  }

  private static String text(String adId, long version) {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, 1_000, 1);
    totals.add(EventKind.CLICK, version % 2 == 0 ? 1_000 : 10, 2);
    return StateMessage.of(adId, version, totals, 1).toJson();
  }

  private interface Making {
    Message make(Session session) throws JMSException;
  }

  private void publish(Making message) throws JMSException {
    publish(message, 0);
  }

  private void publish(Making message, long expiryMs) throws JMSException {
    broker.with(
        session -> {
          MessageProducer producer = session.createProducer(session.createTopic(TOPIC));
          producer.setTimeToLive(expiryMs);
          producer.send(message.make(session));
        });
  }

  private void publish(long... versions) throws JMSException {
    for (long version : versions) {
      publish(session -> session.createTextMessage(text(AD, version)));
    }
  }

  private static void awaitVersions(Heard heard, long most) {
    List<Long> all = LongStream.rangeClosed(1, most).boxed().toList();
    await().untilAsserted(() -> assertThat(heard.versions).containsExactlyElementsOf(all));
  }

  @Test
  void eachConsumerGetsEveryMessage() throws Exception {
    Heard first = connected("a");
    Heard second = connected("b");
    publish(1, 2, 3);
    awaitVersions(first, 3);
    awaitVersions(second, 3);
    await().until(() -> first.caughtUp && second.caughtUp);
    await().until(() -> broker.size(JmsStateFeed.queue(TOPIC, "a")) == 0);
  }

  @Test
  void whatIsSentWhileAConsumerIsAwayArrivesWhenItIsBack() throws Exception {
    Heard before = connected("a");
    publish(1);
    awaitVersions(before, 1);
    feeds.get(0).close();
    assertThat(before.lost).isEqualTo("closed");
    publish(2, 3);

    Heard after = connected("a");

    await().untilAsserted(() -> assertThat(after.versions).containsExactly(2L, 3L));
  }

  @Test
  void aBrokerThatRestartsOrIsNotUpYetIsWaitedFor() throws Exception {
    broker.stop();
    Heard heard = new Heard();
    feed("a", heard);
    await().until(() -> heard.lost.contains("cannot connect to the broker at tcp://"));
    broker.start();
    await().until(() -> heard.connected);
    publish(1);
    awaitVersions(heard, 1);

    broker.stop();
    await().until(() -> !heard.connected);
    broker.start();
    await().until(() -> heard.connected);
    publish(2);
    awaitVersions(heard, 2);

    broker.cutConnections();
    await().until(() -> heard.connections == 3);
    publish(3);
    awaitVersions(heard, 3);
  }

  @Test
  void whatCannotBeReadIsSkipped() throws Exception {
    Heard heard = connected("a");
    publish(session -> session.createTextMessage("{}"));
    publish(Session::createTextMessage);
    publish(Session::createBytesMessage);
    publish(session -> session.createTextMessage(text("throw", 1)));
    publish(2);

    awaitVersions(heard, 2);
    assertThat(feeds.get(0).skipped()).isEqualTo(4);
    await().until(() -> broker.size(JmsStateFeed.queue(TOPIC, "a")) == 0);
    assertThat(heard.connections).isEqualTo(1);
  }

  @Test
  void theQueueOfAConsumerThatLeavesForGoodCanBeRemoved() throws Exception {
    Heard heard = connected("a");
    String queue = JmsStateFeed.queue(TOPIC, "a");
    assertThat(broker.queues()).contains(queue);
    assertThat(feeds.get(0).closeAndRemoveQueue()).isNull();
    assertThat(broker.queues()).doesNotContain(queue);

    connected("a");
    broker.stop();
    await().until(() -> heard.lost != null);
    assertThat(feeds.get(1).closeAndRemoveQueue()).contains("cannot connect");
    broker.start();
  }

  @Test
  void expiredMessagesGoToTheDeadLettersUnlessTheBrokerIsToldOtherwise() throws Exception {
    connected("a");
    feeds.get(0).close();
    publish(session -> session.createTextMessage(text(AD, 1)), 1);
    Heard heard = connected("a");
    publish(2);

    await().untilAsserted(() -> assertThat(heard.versions).containsExactly(2L));
    await().until(() -> broker.size(TestBroker.DEAD_LETTERS) == 1);

    feeds.get(1).close();
    broker.stop();
    broker.dropExpired();
    broker.start();
    publish(session -> session.createTextMessage(text(AD, 3)), 1);
    Heard later = connected("a");
    publish(4);
    await().untilAsserted(() -> assertThat(later.versions).containsExactly(4L));
    assertThat(broker.size(TestBroker.DEAD_LETTERS)).isEqualTo(1);
  }

  @Test
  void anAdServerKnowsStatesAndThatItDoesNotHearOfThem() throws Exception {
    AdStates states =
        new AdStates(
            (adId, answer) -> answer.accept(StateRead.absent(adId, 1)),
            AdStatesSettings.defaults(),
            System::nanoTime);
    assertThat(states.feed().connected()).isFalse();
    feed("a", states);
    await().until(() -> states.feed().connected());
    assertThat(states.mayShow(AD)).isFalse();
    publish(1);
    await().until(() -> states.mayShow(AD));
    publish(2);
    await().until(() -> states.now(AD).state().state() == AdState.EXHAUSTED);
    assertThat(states.now(AD).stale()).isFalse();

    broker.stop();
    await().until(() -> states.now(AD).stale());
    assertThat(states.feed().reason()).isNotEmpty();
    assertThat(states.mayShow(AD)).isFalse();
    broker.start();
    await().until(() -> !states.now(AD).stale());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b", "a,b", "*", ">", "a?x=1", "a b"})
  void namesThatWouldMakeAnotherQueueAreRefused(String name) {
    assertThatThrownBy(() -> JmsStateFeed.queue(TOPIC, name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + name + "'");
    assertThatThrownBy(() -> JmsStateFeed.queue("clicks.ad-states", "a"))
        .hasMessageContaining("VirtualTopic.");
  }
}
