package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.devnode.Security;
import clickcounter.devnode.TlsKeys;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.metrics.Metric;
import clickcounter.riak.Credentials;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.settings.Settings;
import clickcounter.store.DocumentKey;
import clickcounter.topology.TopologySettingsTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node on which a log-in takes as much processor time as on a genuine one. */
@Tag("slow")
class LogInsTest {
  private static final long COST_MS = 750;
  private static final int CALLS = 80;
  private static final String USER = "clicks";

  /** An answer within the time in which the first event has to be counted. */
  private static final Duration AFTER_A_START = Duration.ofSeconds(5);

  private static final Duration AFTER_A_RESTART = Duration.ofSeconds(10);

  @TempDir private Path directory;
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private TlsKeys keys;
  private LogInCosts costs;
  private Path secret;
  private DevNode node;

  @BeforeEach
  void start() throws Exception {
    keys = TlsKeys.make(directory.resolve("keys"), "stores");
    secret = Files.writeString(directory.resolve("secret"), "old\n");
    node = startNode(0, "old");
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private DevNode startNode(int port, String password) throws Exception {
    costs = new LogInCosts(COST_MS);
    return DevNode.start(
        DevNodeConfig.in(directory.resolve("riak"))
            .withPort(port)
            .withDoor(new Security(keys.serverContext(), USER, password, costs)::door));
  }

  private RiakStore openStore() {
    return new RiakStore(
        RiakSettings.defaults("clicks")
            .withNodes(List.of("127.0.0.1:" + node.port()))
            .withCredentials(
                new Credentials(USER, "file:" + secret, keys.certificate().toString(), "")));
  }

  private void begin(RiakStore store, int calls) {
    for (int i = 0; i < calls; i++) {
      store.fetch(
          DocumentKey.ad("a" + i),
          answer ->
              answer.handle(
                  found -> answered.incrementAndGet(),
                  absent -> answered.incrementAndGet(),
                  failure -> failed.incrementAndGet()));
    }
  }

  @Test
  void fewLogInsBeginAtOneTimeAndTheFirstIsUsedAtOnce() {
    try (RiakStore store = openStore()) {
      begin(store, CALLS);

      await().atMost(AFTER_A_START).until(() -> answered.get() > 0);
      await().until(() -> answered.get() == CALLS);
      assertThat(failed).hasValue(0);
      assertThat(costs.most()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void nodeThatComesBackWithAnotherPasswordIsUsedSoonWithTheNewOne() throws Exception {
    try (RiakStore store = openStore()) {
      begin(store, CALLS);
      await().until(() -> answered.get() == CALLS);
      int port = node.port();
      node.close();
      Files.writeString(secret, "new\n");
      node = startNode(port, "new");
      answered.set(0);

      await()
          .atMost(AFTER_A_RESTART)
          .until(
              () -> {
                begin(store, 1);
                return answered.get() > 0;
              });
      assertThat(costs.most()).isLessThanOrEqualTo(2);
    }
  }

  /** In a whole topology, of which each task reads and writes for itself. */
  @Test
  @Tag("long")
  void firstEventIsCountedSoonAfterAStartAndAfterARestart() throws Exception {
    try (LocalStack stack = LocalStack.start(directory.resolve("stack"), topology(), 0, 0)) {
      stack.awaitReady();
      RunningStack.send(stack.brokerUrl(), List.of(events("first-r1")));
      await().atMost(AFTER_A_START).until(() -> counted() > 0);
      await().ignoreExceptions().until(() -> stack.queuedMessages() == 0);
      assertThat(costs.most()).isBetween(1, 2);

      int port = node.port();
      node.close();
      node = startNode(port, "old");
      RunningStack.send(stack.brokerUrl(), List.of(events("second-r1")));
      await().atMost(AFTER_A_RESTART).until(() -> counted() > CALLS);
      await().ignoreExceptions().until(() -> stack.queuedMessages() == 0);
      assertThat(counted()).isEqualTo(2 * CALLS);
      assertThat(costs.most()).isBetween(1, 2);
    }
  }

  private Settings topology() {
    return TopologySettingsTable.defaults()
        .with("deferralMs", 500)
        .with("riak.nodes", "127.0.0.1:" + node.port())
        .with("riak.user", USER)
        .with("riak.password", "file:" + secret)
        .with("riak.trustStore", keys.certificate());
  }

  private static long counted() {
    return LocalMetrics.sum(Metric.COUNTED_EVENTS);
  }

  /** The first events of a counter, each of another ad. */
  private static List<String> events(String counterId) {
    long nowMs = System.currentTimeMillis();
    return IntStream.range(0, CALLS)
        .mapToObj(i -> new AdEvent(counterId, i, EventKind.IMPRESSION, "a" + i, nowMs, 0))
        .map(EventWriter::toLine)
        .toList();
  }
}
