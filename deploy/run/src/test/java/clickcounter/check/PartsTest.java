package clickcounter.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchIOException;

import clickcounter.broker.LocalBroker;
import clickcounter.check.ClusterChecks.Room;
import clickcounter.check.Findings.Finding;
import clickcounter.check.Findings.Result;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettings;
import clickcounter.scrape.WorkerClient.WorkerAnswer;
import clickcounter.settings.Settings;
import clickcounter.store.MemoryStore;
import clickcounter.storm.RiakStoreFactory;
import clickcounter.storm.StoreFactory;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.activemq.broker.BrokerService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the checks of each part find. */
class PartsTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final Settings DEFAULTS = TopologySettingsTable.defaults();

  @TempDir private Path directory;

  private static Map<String, Finding> run(Consumer<Findings> part) {
    Map<String, Finding> found = new HashMap<>();
    part.accept(new Findings(finding -> found.put(finding.name(), finding)));
    return found;
  }

  private static Map<String, Finding> broker(Settings settings, Clock clock) {
    return run(
        new BrokerChecks(BrokerSettingsTable.read(settings), "VirtualTopic.ad-states", clock)::ask);
  }

  private static Settings at(String brokerUrl) {
    return DEFAULTS.with("broker.url", brokerUrl);
  }

  private static void requireFault(Finding finding, String... parts) {
    assertThat(finding.result()).as(finding.line()).isEqualTo(Result.FAULT);
    assertThat(finding.line()).contains(parts);
  }

  private static void requireOk(Finding finding, String... parts) {
    assertThat(finding.result()).as(finding.line()).isEqualTo(Result.OK);
    assertThat(List.of(parts)).allSatisfy(part -> assertThat(finding.found()).contains(part));
  }

  @Test
  void aBrokerAsItShouldBeHasNoFault() throws Exception {
    try (LocalBroker broker = LocalBroker.start(directory, 0)) {
      Map<String, Finding> found = broker(at(broker.url()), Clock.systemUTC());

      assertThat(found.values()).extracting(Finding::result).containsOnly(Result.OK);
      requireOk(
          found.get("broker"), broker.url(), "without a user", "0 messages or more in clicks");
      requireOk(found.get("statistics plugin"), "0 messages in clicks");
      requireOk(found.get("broker store"), "0% full");
      requireOk(found.get("broker clock"), "agrees");
    }
  }

  @Test
  void aClockThatDiffersIsSaidWithItsDirection() throws Exception {
    try (LocalBroker broker = LocalBroker.start(directory, 0)) {
      Clock late = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-1));

      requireFault(broker(at(broker.url()), late).get("broker clock"), "ms ahead", "NTP");
    }
  }

  @Test
  void aBrokerWithoutThePluginSaysNeitherItsRoomNorItsTime() throws Exception {
    BrokerService plain = new BrokerService();
    plain.setUseJmx(false);
    plain.setPersistent(false);
    plain.setDataDirectory(directory.toString());
    var connector = plain.addConnector("tcp://127.0.0.1:0");
    plain.start();
    try {
      Map<String, Finding> found = broker(at(connector.getConnectUri().toString()), CLOCK);

      requireOk(found.get("broker"));
      requireFault(found.get("statistics plugin"), "<statisticsBrokerPlugin/>", "activemq.xml");
      assertThat(found).doesNotContainKeys("broker clock", "broker store");
    } finally {
      plain.stop();
    }
  }

  @Test
  void nothingElseIsAskedOfABrokerThatIsAway() {
    Map<String, Finding> found = broker(at("tcp://127.0.0.1:1"), CLOCK);

    requireFault(found.get("broker"), "127.0.0.1:1", "broker.url");
    assertThat(found).containsOnlyKeys("broker tls", "broker");
  }

  @Test
  void aPasswordThatTravelsReadableIsAFault() {
    BrokerSettings settings =
        BrokerSettingsTable.read(
            at("failover:(ssl://192.0.2.1:61617,tcp://192.0.2.2:61616)")
                .with("broker.user", "clicks")
                .with("broker.password", "env:BROKER_PASSWORD"));
    IOException readable = catchIOException(new BrokerChecks(settings, "", CLOCK)::isEncrypted);
    assertThat(readable).hasMessageContaining("tcp://192.0.2.2:61616");
    assertThat(readable).hasMessageNotContaining("192.0.2.1");
  }

  private static Map<String, Finding> riak(RiakSettings settings, StoreFactory store) {
    return run(findings -> RiakChecks.ask(findings, settings, store));
  }

  @Test
  void aNodeThatIsAwayIsNamedThoughWorkersStartWithoutIt() throws Exception {
    try (DevNode node = DevNode.start(DevNodeConfig.in(directory).withPort(0))) {
      String here = "127.0.0.1:" + node.port();
      RiakSettings one = RiakSettings.defaults("clicks").with(s -> s.nodes(List.of(here)));

      assertThat(riak(one, new RiakStoreFactory(one)).values())
          .extracting(Finding::result)
          .containsOnly(Result.OK);

      RiakSettings two = one.with(s -> s.nodes(List.of(here, "127.0.0.1:1")));
      Map<String, Finding> found = riak(two, new RiakStoreFactory(two));
      requireOk(found.get("riak"), "bucket type clicks");
      requireFault(found.get("riak nodes"), "1 of 2 away", "127.0.0.1:1");
    }
  }

  @Test
  void aStoreThatNoWorkerCouldOpenIsSaidWithItsReason() {
    StoreFactory refused =
        () -> {
          throw new IllegalStateException("riak.bucketType=clicks: allow_mult is false");
        };
    Map<String, Finding> found = riak(RiakSettings.defaults("clicks"), refused);

    requireFault(found.get("riak"), "allow_mult is false", "riak.bucketType");
    assertThat(found).containsOnlyKeys("riak");
  }

  @Test
  void aRingThatNobodyDescribesIsUnknown() {
    RiakSettings nowhere =
        RiakSettings.defaults("clicks")
            .with(s -> s.nodes(List.of("127.0.0.1:1")))
            .withTimeoutsMs(300, 300);

    assertThat(riak(nowhere, MemoryStore::new).get("riak ring").result()).isEqualTo(Result.UNKNOWN);
    requireFault(riak(nowhere, new RiakStoreFactory(nowhere)).get("riak"), "127.0.0.1:1", "8087");
  }

  private static Map<String, Finding> host(Settings settings, Path... archives) {
    return run(findings -> HostChecks.ask(findings, settings, List.of(archives)));
  }

  @Test
  void aSecretThatIsNotHereOrThatAllMayReadIsNamedByItsPlace() throws Exception {
    Path open =
        Files.createFile(
            directory.resolve("password"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    Files.writeString(open, "S3cret\n");
    Settings settings =
        DEFAULTS
            .with("broker.user", "clicks")
            .with("broker.password", "file:" + open)
            .with("broker.trustStore", "trust.jks")
            .with("broker.trustStorePassword", "env:NO_SUCH_VARIABLE");

    Finding secrets = host(settings).get("secrets");
    requireFault(secrets, "env:NO_SUCH_VARIABLE", open.toString(), "chmod 600");
    assertThat(secrets.line()).doesNotContain("S3cret");
    requireOk(host(DEFAULTS).get("secrets"), "0 secrets");
  }

  @Test
  void archivesInWhichNoServiceHasWrittenYetAreNoFault() {
    requireOk(host(DEFAULTS, directory).get("archives"), "no file yet");
  }

  @Test
  void archivesAreReadIfTheyAreNamed() throws Exception {
    Files.writeString(directory.resolve("a.ndjson"), "{}\n");

    assertThat(host(DEFAULTS)).doesNotContainKey("archives");
    requireOk(host(DEFAULTS, directory).get("archives"), "1 file");
    requireFault(host(DEFAULTS, directory.resolve("none")).get("archives"), "none");
  }

  private static Map<String, Finding> cluster(
      Settings settings, int freeSlots, int ownSlots, WorkerAnswer... workers) {
    ClusterChecks.Cluster answers =
        () -> {
          if (freeSlots < 0) {
            throw new IOException("Nimbus at [n1] did not answer");
          }
          return new Room(1, freeSlots, ownSlots, List.of(workers));
        };
    return run(findings -> ClusterChecks.ask(findings, settings, answers, CLOCK));
  }

  private static WorkerAnswer worker(Long atMs) {
    return new WorkerAnswer(
        URI.create("http://w1:7700/metrics"), "", atMs == null ? "no connection" : null, atMs);
  }

  @Test
  void workersNeedSlotsAndAdsTasks() {
    Settings four = DEFAULTS.with("workers", 4);

    requireFault(cluster(four, 3, 0).get("slots"), "3 free", "4 workers");
    requireOk(cluster(four, 1, 3).get("slots"), "1 free", "the topology has 3");
    requireFault(
        cluster(four, 4, 0).get("ads tasks"), "2 ads tasks for 4 workers", "2 would count");
  }

  @Test
  void nothingElseIsAskedOfANimbusThatIsAway() {
    Map<String, Finding> found = cluster(DEFAULTS, -1, 0);

    requireFault(found.get("nimbus"), "Nimbus at [n1] did not answer");
    assertThat(found).doesNotContainKey("slots");
    requireOk(found.get("ads tasks"));
  }

  @Test
  void clocksOfWorkersAreComparedAndThoseThatTellNothingAreNamed() {
    requireOk(
        cluster(DEFAULTS, 1, 1, worker(NOW.toEpochMilli() - 999)).get("workers' clocks"),
        "1 worker");
    requireFault(
        cluster(DEFAULTS, 1, 1, worker(NOW.toEpochMilli() - 60_000)).get("workers' clocks"),
        "w1:7700",
        "60000 ms behind");
    assertThat(cluster(DEFAULTS, 1, 1, worker(null)).get("workers' clocks").result())
        .isEqualTo(Result.UNKNOWN);
    requireOk(cluster(DEFAULTS, 1, 0).get("workers' clocks"), "the topology does not run");
  }
}
