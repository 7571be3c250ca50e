package clickcounter.jms;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.broker.LocalBroker;
import clickcounter.devnode.Relay;
import clickcounter.testing.Patience;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.activemq.ActiveMQConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class QueueDepthTest {

  @TempDir private Path directory;

  /** It asks again and again; whenever the broker goes, it is told and does not wait for ever. */
  @Test
  void brokerThatGoesWhileItIsAskedIsAnError() throws IOException {
    LocalBroker broker = LocalBroker.start(directory, 0);
    BrokerSettings settings = BrokerSettings.at(broker.url());
    try (JmsTransport transport =
        new JmsTransport(settings, SenderSettings.sync().withGiveUpAfterMs(Patience.LIMIT_MS))) {
      transport.send(List.of("a"));
      transport.send(List.of("b"));
    }
    assertThat(QueueDepth.of(settings)).isEqualTo(2);

    CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> askOn(settings));
    broker.close();

    await().until(asking::isDone);
    assertThatThrownBy(asking::join).hasMessageContaining(broker.url());
  }

  @Test
  void messagesThatWereSentLaterAreNotAmongThoseUntilATime() throws Exception {
    try (LocalBroker broker = LocalBroker.start(directory, 0)) {
      BrokerSettings settings = BrokerSettings.at(broker.url());
      try (JmsTransport transport =
          new JmsTransport(settings, SenderSettings.sync().withGiveUpAfterMs(Patience.LIMIT_MS))) {
        transport.send(List.of("a"));
        long betweenMs = System.currentTimeMillis();
        await().until(() -> System.currentTimeMillis() > betweenMs);
        transport.send(List.of("b"));

        assertThat(QueueDepth.of(settings, betweenMs)).isEqualTo(1);
        assertThat(QueueDepth.of(settings)).isEqualTo(2);
      }
    }
  }

  @Test
  void messageOfASenderWhoseClockIsAheadIsSentAlready() throws Exception {
    try (LocalBroker broker = LocalBroker.start(directory, 0)) {
      BrokerSettings settings = BrokerSettings.at(broker.url());
      try (ActiveMQConnection connection =
          Connections.open(settings, Patience.LIMIT_MS, e -> {}, opened -> opened)) {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue(settings.queue()));
        producer.setDisableMessageTimestamp(true);
        Message message = session.createTextMessage("a");
        message.setJMSTimestamp(System.currentTimeMillis() + 120_000);
        producer.send(message);
      }
      assertThat(QueueDepth.of(settings, System.currentTimeMillis())).isEqualTo(1);
    }
  }

  @Test
  void brokerThatFallsSilentIsAnError() throws Exception {
    try (LocalBroker broker = LocalBroker.start(directory, 0);
        Relay relay = Relay.to(URI.create(broker.url()).getPort())) {
      BrokerSettings settings = BrokerSettings.at("tcp://" + relay.address());
      try (ActiveMQConnection connection =
          Connections.open(settings, Patience.LIMIT_MS, e -> {}, opened -> opened)) {
        assertThat(
                QueueDepth.count(connection, settings.queue(), Long.MAX_VALUE, Patience.LIMIT_MS))
            .isZero();
        relay.fallSilent();
        assertThatThrownBy(() -> QueueDepth.count(connection, settings.queue(), Long.MAX_VALUE, 50))
            .isInstanceOf(JMSException.class)
            .hasMessageContaining("50 ms");
      }
    }
  }

  private static void askOn(BrokerSettings settings) {
    try {
      while (true) {
        assertThat(QueueDepth.of(settings)).isEqualTo(2);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
