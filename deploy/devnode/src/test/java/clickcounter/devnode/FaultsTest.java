package clickcounter.devnode;

import static clickcounter.devnode.Riak.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import clickcounter.devnode.Faults.Decision;
import com.basho.riak.client.api.commands.kv.FetchValue;
import com.basho.riak.client.core.query.Location;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultsTest {

  /** Long enough that an answer before its end is noticed, short enough to wait for. */
  private static final Duration DELAY = Duration.ofMillis(200);

  /** Each applies to the next request only. */
  private static final AtomicReference<Decision> ON_PUT = new AtomicReference<>(Decision.NONE);

  private static final AtomicReference<String> ASKED = new AtomicReference<>();

  private static final AtomicReference<Decision> ON_GET = new AtomicReference<>(Decision.NONE);

  @TempDir static Path data;
  private static DevNode node;
  private static Riak riak;

  /** No test sees another's key. */
  private final Location where = at("clicks", UUID.randomUUID().toString());

  @BeforeAll
  static void start() throws Exception {
    node = DevNode.start(DevNodeConfig.in(data).withFaults(faults()));
    riak = new Riak(node.port());
  }

  private static Faults faults() {
    return new Faults() {
      @Override
      public Decision onPut(String bucketType, String bucket, String key) {
        ASKED.set(bucketType + "/" + bucket + "/" + key);
        return ON_PUT.getAndSet(Decision.NONE);
      }

      @Override
      public Decision onGet(String bucketType, String bucket, String key) {
        return ON_GET.getAndSet(Decision.NONE);
      }
    };
  }

  @AfterAll
  static void stop() {
    riak.close();
    node.close();
  }

  @Test
  void noneChangesNothing() {
    riak.putFirst(where, "a");

    assertThat(riak.textsAt(where)).containsExactly("a");
  }

  @Test
  void theHookIsToldTheWholeAddress() {
    riak.putFirst(where, "a");

    assertThat(ASKED.get()).isEqualTo("clicks/things/" + where.getKeyAsString());
  }

  @Test
  void errorComesAfterThePutTookEffect() {
    ON_PUT.set(Decision.error("all_nodes_down"));

    assertThatThrownBy(() -> riak.putFirst(where, "a")).hasMessage("all_nodes_down");
    assertThat(riak.textsAt(where)).containsExactly("a");
  }

  @Test
  void refuseComesInsteadOfThePut() {
    ON_PUT.set(Decision.refuse("overload"));

    assertThatThrownBy(() -> riak.putFirst(where, "a")).hasMessage("overload");
    assertThat(riak.get(where).isNotFound()).isTrue();
  }

  @Test
  void aDroppedAnswerIsNotADroppedPut() {
    ON_PUT.set(Decision.dropAnswer());

    riak.start(where, "a");

    await().until(() -> !riak.get(where).isNotFound());
    assertThat(riak.textsAt(where)).containsExactly("a");
  }

  @Test
  void aDelayedPutTakesEffectLate() {
    ON_PUT.set(Decision.delay(DELAY));
    long start = System.nanoTime();

    riak.putFirst(where, "a");

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(DELAY.toNanos());
    assertThat(riak.textsAt(where)).containsExactly("a");
  }

  @Test
  void aDelayedAnswerIsOfAPutAlreadyMade() {
    ON_PUT.set(Decision.delayAnswer(Duration.ofMinutes(1)));

    riak.start(where, "a");

    await().until(() -> !riak.get(where).isNotFound());
    assertThat(riak.textsAt(where)).containsExactly("a");
  }

  @Test
  void closeBeforeLosesThePut() {
    ON_PUT.set(Decision.closeBefore());

    assertThatThrownBy(() -> riak.putFirst(where, "a")).isInstanceOf(Riak.RiakFailure.class);
    assertThat(riak.get(where).isNotFound()).isTrue();
  }

  @Test
  void closeAfterLosesOnlyTheAnswer() {
    ON_PUT.set(Decision.closeAfter());

    assertThatThrownBy(() -> riak.putFirst(where, "a")).isInstanceOf(Riak.RiakFailure.class);
    assertThat(riak.textsAt(where)).containsExactly("a");
  }

  @Test
  void getsHaveFaultsOfTheirOwn() {
    ON_GET.set(Decision.refuse("timeout"));

    riak.putFirst(where, "a");

    assertThatThrownBy(() -> riak.run(new FetchValue.Builder(where).build())).hasMessage("timeout");
  }
}
