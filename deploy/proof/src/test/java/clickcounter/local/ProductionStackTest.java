package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.devnode.Relay;
import clickcounter.devnode.Security;
import clickcounter.devnode.TlsKeys;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.QueueDepth;
import clickcounter.metrics.Metric;
import clickcounter.settings.Settings;
import clickcounter.topology.ClickCounterTopology;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * As in production: two brokers, of which one takes over from the other, and a Riak with two
 * addresses, of which one goes away; all with TLS and log-in, and secrets in files.
 */
@Tag("slow")
class ProductionStackTest {
  private static final String BROKER_PASSWORD = "sesame-of-the-broker";
  private static final String RIAK_PASSWORD = "sesame-of-riak";
  private static final String STORES_PASSWORD = "sesame-of-the-stores";
  private static final String NEXT_RIAK_PASSWORD = "open-sesame-of-riak";
  private static final List<String> SECRETS =
      List.of(BROKER_PASSWORD, RIAK_PASSWORD, STORES_PASSWORD, NEXT_RIAK_PASSWORD);
  private static final int EQUAL = 0;
  private static final int MISSING = 1;
  private static final long LEAST_LOGGED = 100;

  /** As on a genuine node. */
  private static final long LOG_IN_COST_MS = 750;

  @TempDir private static Path directory;
  private static LogWatch log;
  private static TlsKeys keys;
  private static DevNode node;
  private static Relay secondAddress;
  private static SecuredBroker first;
  private static SecuredBroker second;
  private static Settings settings;
  private static LocalStack stack;

  @BeforeAll
  static void start() throws Exception {
    log = new LogWatch(SECRETS);
    keys = TlsKeys.make(directory.resolve("keys"), STORES_PASSWORD);
    node =
        DevNode.start(
            DevNodeConfig.in(directory.resolve("riak")).withDoor(security(RIAK_PASSWORD)::door));
    secondAddress = Relay.to(node.port());
    Path messages = directory.resolve("broker");
    first = SecuredBroker.start("first", messages, keys, BROKER_PASSWORD);
    await().until(first::isMaster);
    second = SecuredBroker.start("second", messages, keys, BROKER_PASSWORD);
    settings = settings();
    stack = startStack(settings);
    stack.awaitReady();
  }

  private static Security security(String password) throws GeneralSecurityException, IOException {
    return new Security(keys.serverContext(), "clicks", password, new LogInCosts(LOG_IN_COST_MS));
  }

  private static Settings settings() throws IOException {
    return TopologySettingsTable.defaults()
        .with("deferralMs", 500)
        .with("messageTimeoutS", 10)
        .with("maxPendingMb", 1)
        .with("broker.url", brokerUrl())
        .with("broker.user", SecuredBroker.USER)
        .with("broker.password", secretFile(BROKER_PASSWORD))
        .with("broker.trustStore", keys.trustStore())
        .with("broker.trustStorePassword", secretFile(STORES_PASSWORD))
        .with("riak.user", "clicks")
        .with("riak.password", secretFile(RIAK_PASSWORD))
        .with("riak.trustStore", keys.certificate())
        .with("riak.quorum", "all")
        // A worker that cannot check its bucket type in this time ends, and the JVM with it.
        .with("riak.timeoutMs", 8_000);
  }

  private static String brokerUrl() {
    return "failover:(" + first.url() + ',' + second.url() + ")?randomize=false";
  }

  private static String secretFile(String secret) throws IOException {
    Path file = directory.resolve("secrets").resolve(Integer.toHexString(secret.hashCode()));
    Files.createDirectories(file.getParent());
    return "file:" + Files.writeString(file, secret + "\n");
  }

  private static LocalStack startStack(Settings settings) throws IOException {
    return LocalStack.start(
        directory,
        settings.with("riak.nodes", "127.0.0.1:" + node.port() + ',' + secondAddress.address()),
        0,
        0,
        Map.of(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true),
        topology -> topology);
  }

  @AfterAll
  static void stop() throws Exception {
    try {
      if (stack != null) {
        stack.close();
      }
    } finally {
      closeAll(first, second, secondAddress, node, log);
    }
  }

  private static void closeAll(AutoCloseable... all) throws Exception {
    for (AutoCloseable each : all) {
      if (each != null) {
        each.close();
      }
    }
  }

  private static int clicks(StringWriter said, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(more));
    PrintWriter to = new PrintWriter(said, true);
    return Clicks.commandLine(Terminal.system())
        .setOut(to)
        .setErr(to)
        .execute(words.toArray(String[]::new));
  }

  private static int replay(StringWriter said, String passwordPlace, Path path) {
    return clicks(
        said,
        "archive",
        "replay",
        set("broker.url", brokerUrl()),
        set("broker.user", SecuredBroker.USER),
        set("broker.password", passwordPlace),
        set("broker.trustStore", settings.value("broker.trustStore")),
        set("broker.trustStorePassword", settings.value("broker.trustStorePassword")),
        path.toString());
  }

  private static String set(String key, String value) {
    return "--set=" + key + "=" + value;
  }

  private static int audit(StringWriter said, Path path) {
    return clicks(
        said,
        "documents",
        "audit",
        set("riak.nodes", "127.0.0.1:" + node.port()),
        set("riak.user", "clicks"),
        set("riak.password", settings.value("riak.password")),
        set("riak.trustStore", settings.value("riak.trustStore")),
        path.toString());
  }

  private static void requireNoSecret(Object... texts) {
    for (Object text : texts) {
      SECRETS.forEach(secret -> assertThat(text.toString()).doesNotContain(secret));
    }
  }

  @Test
  void brokerTakesOverAnAddressOfRiakGoesAndEveryEventIsCountedOnceWithNoSecretToBeSeen()
      throws Exception {
    Path day = directory.resolve("day");
    StringWriter said = new StringWriter();
    DemonstrationDay.in(
        day,
        "--events",
        "3000",
        "--ads",
        "200",
        "--counters",
        "4",
        "--drop",
        "0.005",
        "--seed",
        "11");
    assertThat(replay(said, settings.value("broker.password"), day.resolve("queue.ndjson")))
        .as(said.toString())
        .isEqualTo(EQUAL);
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> LocalMetrics.sum(Metric.PENDING_MESSAGES) > 0);
    assertThat(first.messages("clicks")).as("unacknowledged on the first").isPositive();

    first.close();
    secondAddress.close();
    await().until(second::isMaster);
    await().ignoreExceptions().until(() -> stack.queuedMessages() == 0);

    assertThat(LocalMetrics.sum(Metric.RECONNECTS)).as("failover took place").isPositive();
    assertThat(audit(said, day.resolve("archive"))).as(said.toString()).isEqualTo(MISSING);
    assertThat(replay(said, settings.value("broker.password"), day.resolve("archive"))).isZero();
    await().ignoreExceptions().until(() -> stack.queuedMessages() == 0);
    assertThat(audit(said, day.resolve("archive"))).as(said.toString()).isEqualTo(EQUAL);

    passwordIsChanged();
    assertThat(replay(said, settings.value("broker.password"), day.resolve("archive"))).isZero();
    await().ignoreExceptions().until(() -> stack.queuedMessages() == 0);
    assertThat(audit(said, day.resolve("archive"))).as(said.toString()).isEqualTo(EQUAL);

    assertThat(metrics()).as("metrics were looked at").contains("counted");
    requireNoSecret(said, metrics());
    assertThat(log.found()).as("log lines with a secret").isEmpty();
    assertThat(log.looked()).as("log lines looked at").isGreaterThan(LEAST_LOGGED);
  }

  /** The node comes back with another password, which the file has by then. */
  private static void passwordIsChanged() throws Exception {
    int port = node.port();
    node.close();
    Path file = Path.of(secretFile(RIAK_PASSWORD).substring("file:".length()));
    Files.writeString(file, NEXT_RIAK_PASSWORD + "\n");
    node =
        DevNode.start(
            DevNodeConfig.in(directory.resolve("riak"))
                .withPort(port)
                .withDoor(security(NEXT_RIAK_PASSWORD)::door));
  }

  private static String metrics() throws IOException {
    try (InputStream in = LocalMetrics.endpoints().get(0).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void whatIsSubmittedHoldsThePlacesOfSecretsOnly() {
    TopologySettings topology =
        TopologySettings.of(settings.with("riak.nodes", "127.0.0.1:" + node.port()));
    Config config = ClickCounterTopology.stormConfig(topology);
    String submitted =
        new String(
            Utils.javaSerialize(ClickCounterTopology.build(topology)), StandardCharsets.ISO_8859_1);

    requireNoSecret(config, submitted, topology);
    assertThat(submitted).contains(settings.value("broker.password").substring("file:".length()));
  }

  @Test
  void wrongPasswordOfTheBrokerIsToldAndNotRepeated() throws Exception {
    Settings wrong = settings.with("broker.password", secretFile("open-barley"));
    assertThatThrownBy(() -> QueueDepth.of(broker(wrong)))
        .hasMessageContainingAll("'" + SecuredBroker.USER + "'", "broker.password", "invalid")
        .hasMessageNotContaining("open-barley");
  }

  private static BrokerSettings broker(Settings settings) {
    return TopologySettings.of(settings.with("riak.nodes", "127.0.0.1:1")).broker();
  }

  @Test
  void secretThatIsNotThereStopsTheStartByName() {
    Settings missing = settings.with("broker.password", "file:/no/such/secret");
    assertThatThrownBy(() -> QueueDepth.of(broker(missing)))
        .hasMessageContainingAll("broker.password", "/no/such/secret");
  }
}
