package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.secret.SecretSource;
import clickcounter.testing.Patience;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmsTransportTest {
  private static final String QUEUE = "clicks";

  @TempDir Path directory;

  @Test
  void linesArriveAsOnePersistentMessageInOrder() throws Exception {
    try (TestBroker broker = TestBroker.start(directory)) {
      BrokerSettings settings = BrokerSettings.at(broker.tcpUrl());
      try (JmsTransport transport =
          new JmsTransport(settings, SenderSettings.sync().withGiveUpAfterMs(Patience.LIMIT_MS))) {
        transport.send(List.of("a", "zoë"));
        assertThat(broker.size(QUEUE)).isEqualTo(1);
      }
      TextMessage message = broker.take(QUEUE, 1).get(0);
      assertThat(message.getText()).isEqualTo("a\nzoë");
      assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50})
  void nothingSentIsLostWhenTheBrokerRestarts(int maxUnconfirmedMessages) throws Exception {
    try (TestBroker broker = TestBroker.start(directory)) {
      JmsTransport transport =
          new JmsTransport(
              BrokerSettings.at(broker.tcpUrl()),
              SenderSettings.async(maxUnconfirmedMessages).withGiveUpAfterMs(Patience.LIMIT_MS));
      sendNumbers(transport, 0, 100);
      broker.cutConnections();
      sendNumbers(transport, 100, 200);
      broker.stop();
      CompletableFuture<Void> rest =
          CompletableFuture.runAsync(() -> sendNumbers(transport, 200, 300));
      broker.start();
      rest.get();
      transport.close();
      assertThat(numbers(broker)).hasSize(300);
    }
  }

  @Test
  void anAsyncCloseThatReturnsProvesThatAllIsThere() throws Exception {
    try (TestBroker broker = TestBroker.start(directory)) {
      try (JmsTransport transport =
          new JmsTransport(
              BrokerSettings.at(broker.failoverUrl()),
              SenderSettings.async(1_000).withGiveUpAfterMs(Patience.LIMIT_MS))) {
        sendNumbers(transport, 0, 500);
      }
      assertThat(broker.size(QUEUE)).isEqualTo(500);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp://127.0.0.1:1", "failover:(tcp://127.0.0.1:1)"})
  void withoutABrokerASendFailsInTimeAndSaysWhatItTried(String url) throws Exception {
    JmsTransport transport =
        new JmsTransport(BrokerSettings.at(url), SenderSettings.sync().withGiveUpAfterMs(300));
    assertThatIOException()
        .isThrownBy(() -> transport.send(List.of("a")))
        .withMessageContainingAll(url, "giveUpAfterMs", "300 ms", QUEUE);
    transport.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWrongPasswordIsRefusedAndNotShown(boolean failover) throws Exception {
    try (TestBroker broker = TestBroker.start(directory, "right")) {
      Path file = Files.writeString(directory.resolve("pass"), "wr0ng");
      BrokerSettings settings =
          BrokerSettings.at(failover ? broker.failoverUrl() : broker.tcpUrl())
              .with(
                  s ->
                      s.userName(TestBroker.USER)
                          .password(SecretSource.parse("broker.password", "file:" + file)));
      JmsTransport transport =
          new JmsTransport(settings, SenderSettings.sync().withGiveUpAfterMs(2_000));
      assertThatIOException()
          .isThrownBy(transport::connect)
          .withMessageContaining(TestBroker.USER)
          .satisfies(e -> assertThat(e.toString()).doesNotContain("wr0ng"));
      Files.writeString(file, "right\n");
      transport.send(List.of("a"));
      transport.close();
      assertThat(broker.size(QUEUE)).isEqualTo(1);
    }
  }

  @Test
  void aLineWithANewlineIsRefused() {
    JmsTransport transport =
        new JmsTransport(BrokerSettings.at(BrokerSettings.DEFAULT_URL), SenderSettings.sync());
    assertThatIllegalArgumentException().isThrownBy(() -> transport.send(List.of("a\nb")));
    assertThatIllegalArgumentException().isThrownBy(() -> transport.send(List.of()));
  }

  private static void sendNumbers(JmsTransport transport, int from, int to) {
    try {
      for (int i = from; i < to; i++) {
        transport.send(List.of(Integer.toString(i)));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> numbers(TestBroker broker) throws JMSException {
    List<TextMessage> messages = broker.take(QUEUE, (int) broker.size(QUEUE));
    Set<String> numbers = new HashSet<>();
    for (TextMessage message : new ArrayList<>(messages)) {
      numbers.add(message.getText());
    }
    return numbers;
  }
}
