package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import clickcounter.document.AdState;
import clickcounter.states.AdLevel;
import clickcounter.states.StateMessage;
import clickcounter.testing.Patience;
import jakarta.jms.DeliveryMode;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real broker. */
class JmsStateSinkTest {
  private static final String TOPIC = "VirtualTopic.clicks.ad-states";
  private static final String ANNAS_QUEUE = "Consumer.anna." + TOPIC;
  private static final String BOBS_QUEUE = "Consumer.bob." + TOPIC;
  private static final SenderSettings IMPATIENT = SenderSettings.async(100).withGiveUpAfterMs(500);

  @TempDir private Path directory;

  private static StateMessage state(String adId, long version) {
    return new StateMessage(adId, version, new AdLevel(AdState.EXHAUSTED, 0), 5, 7, 100, 90);
  }

  private static JmsStateSink open(TestBroker broker, SenderSettings settings) throws Exception {
    return JmsStateSink.open(BrokerSettings.at(broker.tcpUrl()), TOPIC, settings);
  }

  /** The failure; empty if there is none. */
  private static CompletableFuture<Optional<String>> send(JmsStateSink sink, StateMessage message) {
    CompletableFuture<Optional<String>> ended = new CompletableFuture<>();
    sink.send(message, failure -> ended.complete(Optional.ofNullable(failure)));
    return ended;
  }

  private static Optional<String> get(CompletableFuture<Optional<String>> ended) throws Exception {
    return ended.get(Patience.LIMIT_S, TimeUnit.SECONDS);
  }

  /** From now on these queues exist, and collect states. */
  private static void subscribe(TestBroker broker, String... queues) throws Exception {
    for (String queue : queues) {
      assertThat(broker.take(queue, 0)).isEmpty();
    }
  }

  @Test
  void everyGroupOfAdServersGetsEachState() throws Exception {
    try (TestBroker broker = TestBroker.start(directory);
        JmsStateSink sink = open(broker, IMPATIENT)) {
      subscribe(broker, ANNAS_QUEUE, BOBS_QUEUE);

      assertThat(get(send(sink, state("m1", 4)))).isEmpty();
      assertThat(get(send(sink, state("m2", 7)))).isEmpty();

      for (String queue : List.of(ANNAS_QUEUE, BOBS_QUEUE)) {
        List<TextMessage> messages = broker.take(queue, 2);
        assertThat(messages.get(0).getText()).isEqualTo(state("m1", 4).toJson());
        assertThat(messages.get(1).getStringProperty("adId")).isEqualTo("m2");
        assertThat(messages.get(1).getStringProperty("state")).isEqualTo("exhausted");
        assertThat(messages.get(1).getLongProperty("version")).isEqualTo(7);
        assertThat(messages.get(1).getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(messages.get(1).getJMSExpiration() - messages.get(1).getJMSTimestamp())
            .isEqualTo(JmsStateSink.EXPIRY_MS);
      }
    }
  }

  @Test
  void statesSentWhileTheBrokerRestartsArrive() throws Exception {
    try (TestBroker broker = TestBroker.start(directory);
        JmsStateSink sink = open(broker, SenderSettings.async(100))) {
      subscribe(broker, ANNAS_QUEUE);
      assertThat(get(send(sink, state("m1", 1)))).isEmpty();
      broker.stop();
      CompletableFuture<Optional<String>> second = send(sink, state("m1", 2));
      broker.start();

      assertThat(get(second)).isEmpty();
      assertThat(broker.take(ANNAS_QUEUE, 2)).hasSize(2);
    }
  }

  @Test
  void statesThatTheBrokerDoesNotConfirmFailTogetherAndLaterOnesArrive() throws Exception {
    try (TestBroker broker = TestBroker.start(directory);
        JmsStateSink sink = open(broker, IMPATIENT)) {
      subscribe(broker, ANNAS_QUEUE);
      broker.stop();
      List<CompletableFuture<Optional<String>>> sends = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        sends.add(send(sink, state("m" + i, 1)));
      }
      for (CompletableFuture<Optional<String>> ended : sends) {
        assertThat(get(ended)).get().asString().contains("topic " + TOPIC, "500 ms");
      }

      broker.start();
      assertThat(get(send(sink, state("m1", 2)))).isEmpty();

      assertThat(broker.take(ANNAS_QUEUE, 1).get(0).getText())
          .as("what failed is forgotten")
          .isEqualTo(state("m1", 2).toJson());
    }
  }

  @Test
  void closeAnswersWhatIsNotConfirmed() throws Exception {
    try (TestBroker broker = TestBroker.start(directory)) {
      JmsStateSink sink = open(broker, SenderSettings.async(100));
      broker.stop();
      CompletableFuture<Optional<String>> before = send(sink, state("m1", 1));

      sink.close();

      assertThat(get(before)).isPresent();
      assertThat(get(send(sink, state("m1", 2)))).contains("closed");
    }
  }

  @Test
  void wrongPasswordStopsTheStart() throws Exception {
    try (TestBroker broker = TestBroker.start(directory, "secret")) {
      assertThatIOException()
          .isThrownBy(() -> open(broker, IMPATIENT).close())
          .withMessageContaining(broker.tcpUrl());
    }
  }
}
