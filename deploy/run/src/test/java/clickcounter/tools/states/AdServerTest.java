package clickcounter.tools.states;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.broker.LocalBroker;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.UnsettledIds;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsStateFeed;
import clickcounter.reading.AdStateReader;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.states.AdStates;
import clickcounter.states.AdStatesSettings;
import clickcounter.states.StateMessage;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.store.WaitingStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ad servers know, with a real broker and the development node. */
class AdServerTest {
  private static final String AD = "m1";
  private static final long BUDGET_MICROS = 1_000;

  @TempDir private Path directory;
  private LocalBroker broker;
  private DevNode node;
  private RiakStore store;

  @BeforeEach
  void start() throws Exception {
    broker = LocalBroker.start(directory.resolve("broker"), 0);
    node = DevNode.start(DevNodeConfig.in(directory.resolve("node")));
    store = new RiakStore(RiakSettings.defaults("clicks").withNodes(List.of(address())));
  }

  @AfterEach
  void stop() throws Exception {
    store.close();
    node.close();
    broker.close();
  }

  private String address() {
    return node.host() + ":" + node.port();
  }

  private static AdTotals totals(long costMicros) {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, BUDGET_MICROS, 1);
    totals.add(EventKind.CLICK, costMicros, 2);
    return totals;
  }

  /** A write that knows of no other: several are siblings. */
  private void put(String writeId, long sequence, long costMicros) {
    Contribution click =
        Contribution.of(new AdEvent("hostA-1", sequence, EventKind.CLICK, AD, 2, costMicros));
    AddedIds added = new AddedIds();
    added.add(sequence, click);
    RecentHours hours = new RecentHours();
    hours.add(click.kind(), click.amountMicros(), click.hour());
    AdDocument document =
        new AdDocument(
            AD,
            totals(costMicros),
            hours,
            Map.of("hostA-1", new UnsettledIds(new LongRanges(), added)),
            new WriteStamp(writeId, 6, List.of(), "base", 5));
    Stored stored =
        new WaitingStore(store)
            .put(
                DocumentKey.ad(AD),
                new StoredValue(AdDocumentCodec.CONTENT_TYPE, AdDocumentCodec.write(document)),
                StoreContext.NONE);
    assertThat(stored).isInstanceOfAny(Stored.Single.class, Stored.Siblings.class);
  }

  private void publish(StateMessage message) throws Exception {
    try (ActiveMQConnection connection =
        (ActiveMQConnection) new ActiveMQConnectionFactory(broker.url()).createConnection()) {
      var session = connection.createSession(true, jakarta.jms.Session.SESSION_TRANSACTED);
      session
          .createProducer(session.createTopic(JmsStateFeed.USUAL_TOPIC))
          .send(session.createTextMessage(message.toJson()));
      session.commit();
    }
  }

  @Test
  void anAdServerKnowsDocumentsAndMessages() throws Exception {
    put("a", 1, 600);
    AdStates states =
        new AdStates(
            new AdStateReader(store, Clock.systemUTC()),
            AdStatesSettings.defaults(),
            System::nanoTime);
    try (JmsStateFeed feed =
        JmsStateFeed.start(
            BrokerSettings.at(broker.url()), JmsStateFeed.USUAL_TOPIC, "server1", states)) {
      await().until(() -> states.feed().connected());
      assertThat(states.ask(AD).get().state().state()).isEqualTo(AdState.ACTIVE);
      assertThat(states.mayShow(AD)).isTrue();
      assertThat(states.ask("other").get().state().state()).isEqualTo(AdState.UNFUNDED);

      publish(StateMessage.of(AD, 7, totals(1_000), 3));
      await().until(() -> !states.mayShow(AD));
      publish(StateMessage.of(AD, 6, totals(10), 3));
      publish(StateMessage.of("other", 1, totals(10), 3));
      await().until(() -> states.mayShow("other"));
      assertThat(states.mayShow(AD)).isFalse();
      assertThat(feed.skipped()).isZero();
    }
  }

  @Test
  void anAdServerMergesSiblings() throws Exception {
    put("a", 1, 600);
    put("b", 2, 500);
    AdStates states =
        new AdStates(
            new AdStateReader(store, Clock.systemUTC()),
            AdStatesSettings.defaults(),
            System::nanoTime);

    assertThat(states.ask(AD).get().state().costMicros()).isEqualTo(1_100);
    assertThat(states.ask(AD).get().state().storedNumber()).isEqualTo(5);
  }
}
