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
  private static final long LONG_MS = 600_000;

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

  private void open(long pausePatienceMs) throws Exception {
    subscription =
        Subscription.open(BrokerSettings.at(broker.tcpUrl()), MAX_BYTES, 5_000, pausePatienceMs);
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
  void pausedOneLeavesWhatItHasNotGivenOutToOthers() throws Exception {
    open(LONG_MS);
    subscription.acknowledge(next().receipt());
    subscription.pause();

    assertThat(broker.take(QUEUE, MESSAGES)).hasSize(MESSAGES - 1);
    assertThat(subscription.reconnects()).isZero();
  }

  @Test
  void pausedOneWaitsForWhatItHasGivenOut() throws Exception {
    open(LONG_MS);
    ReceivedMessage first = next();
    ReceivedMessage second = next();
    subscription.pause();
    subscription.acknowledge(first.receipt());
    await().until(() -> broker.size(QUEUE) == MESSAGES - 1);
    subscription.acknowledge(second.receipt());

    assertThat(broker.take(QUEUE, MESSAGES)).as("none twice").hasSize(MESSAGES - 2);
  }

  @Test
  void pausedOneWaitsNoLongerThanItsPatience() throws Exception {
    open(1);
    next();
    subscription.pause();

    assertThat(broker.take(QUEUE, MESSAGES)).hasSize(MESSAGES);
  }

  @Test
  void resumedOneTakesTheQueueUpAgain() throws Exception {
    open(LONG_MS);
    String id = next().id();
    subscription.pause();
    subscription.resume();
    subscription.pause();
    subscription.resume();
    assertThat(next().id()).isNotEqualTo(id);
    subscription.close();

    open(1);
    next();
    subscription.pause();
    await().until(() -> broker.consumers(QUEUE) == 0);
    subscription.resume();
    assertThat(next().text()).startsWith("zoë ");
    assertThat(subscription.reconnects()).isZero();
  }
}
