package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import clickcounter.testing.Patience;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.List;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionsTest {

  @TempDir Path directory;

  /** With the client's default, checkForDuplicates, both go to the dead-letter queue. */
  @Test
  void whatComesAgainAfterFailoverReconnectedByItselfIsNoDeadLetter() throws Exception {
    try (TestBroker broker = TestBroker.start(directory)) {
      broker.send("clicks", List.of("a", "b"));
      BrokerSettings settings = BrokerSettings.at(broker.failoverUrl());
      try (ActiveMQConnection connection =
          (ActiveMQConnection) Connections.factory(settings).createConnection()) {
        connection.start();
        Session session = connection.createSession(false, ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue("clicks"));
        assertThat(consumer.receive(Patience.LIMIT_MS)).isNotNull();
        assertThat(consumer.receive(Patience.LIMIT_MS)).isNotNull();
        broker.cutConnections();
        assertThat(consumer.receive(Patience.LIMIT_MS)).isNotNull();
        assertThat(consumer.receive(Patience.LIMIT_MS)).isNotNull();
      }
      assertThat(broker.size(TestBroker.DEAD_LETTERS)).isZero();
      assertThat(broker.size("clicks")).isEqualTo(2);
    }
  }

  @Test
  void aTrustStoreThatIsNotThereIsNamed() {
    BrokerSettings settings =
        BrokerSettings.at("ssl://127.0.0.1:1")
            .with(s -> s.trustStore("/no/such.jks").trustStorePassword(null));
    assertThatExceptionOfType(JMSException.class)
        .isThrownBy(() -> Connections.open(settings, 5_000, e -> {}, c -> c))
        .withMessageContainingAll("ssl://127.0.0.1:1", "/no/such.jks")
        .satisfies(e -> assertThat(e.getMessage()).containsOnlyOnce("broker.trustStore"));
  }
}
