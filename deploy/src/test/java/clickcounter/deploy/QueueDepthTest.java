package clickcounter.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueDepthTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  /** It asks again and again; whenever the broker goes, it is told and does not wait for ever. */
  @Test
  void brokerThatGoesWhileItIsAskedIsAnError() throws IOException {
    LocalBroker broker = LocalBroker.start(directory, 0);
    BrokerSettings settings = BrokerSettings.at(broker.url());
    try (JmsTransport transport = new JmsTransport(settings, SenderSettings.sync())) {
      transport.send(List.of("a"));
      transport.send(List.of("b"));
    }
    assertThat(QueueDepth.of(settings)).isEqualTo(2);

    CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> askOn(settings));
    broker.close();

    await().atMost(PATIENCE).until(asking::isDone);
    assertThatThrownBy(asking::join).hasMessageContaining(broker.url());
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
