package clickcounter.jms;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscription alone, at a real broker. */
@Tag("slow")
class SubscriptionTest {
  private static final String QUEUE = "clicks";
  private static final int MESSAGES = 300;
  private static final long MAX_BYTES = 1_000_000;

  @TempDir private Path directory;
  private TestBroker broker;
  private Subscription subscription;

  @BeforeEach
  void start() throws Exception {
    broker = TestBroker.start(directory);
    broker.send(QUEUE, IntStream.range(0, MESSAGES).mapToObj(i -> "zoë " + i).toList());
  }

  @AfterEach
  void stop() throws Exception {
    subscription.close();
    broker.close();
  }

  private void open() throws Exception {
    subscription = Subscription.open(BrokerSettings.at(broker.tcpUrl()), MAX_BYTES, 5_000);
  }

  private ReceivedMessage next() {
    List<ReceivedMessage> taken = new ArrayList<>();
    await()
        .until(
            () -> {
              ReceivedMessage delivery = subscription.poll();
              if (delivery != null) {
                taken.add(delivery);
              }
              return delivery != null;
            });
    return taken.get(0);
  }

  @Test
  void pausedOneStillAcknowledges() throws Exception {
    open();
    ReceivedMessage first = next();
    subscription.pause();
    subscription.acknowledge(first.receipt());
    await().until(() -> broker.size(QUEUE) == MESSAGES - 1);
    subscription.close();

    assertThat(broker.take(QUEUE, MESSAGES)).as("none twice").hasSize(MESSAGES - 1);
  }

  @Test
  void resumedOneTakesTheQueueUpAgain() throws Exception {
    open();
    String id = next().id();
    subscription.pause();
    subscription.resume();
    assertThat(next().id()).isNotEqualTo(id);
    assertThat(subscription.reconnects()).isZero();
  }
}
