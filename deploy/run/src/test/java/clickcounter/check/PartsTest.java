package clickcounter.check;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.broker.LocalBroker;
import clickcounter.check.ClusterChecks.Room;
import clickcounter.check.Findings.Finding;
import clickcounter.check.Findings.Result;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettings;
import clickcounter.settings.Settings;
import clickcounter.store.MemoryStore;
import clickcounter.storm.RiakStoreFactory;
import clickcounter.storm.StoreFactory;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.activemq.broker.BrokerService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the checks of each part find. */
class PartsTest {
  private static final Settings DEFAULTS = TopologySettingsTable.defaults();

  @TempDir private Path directory;

  private static Map<String, Finding> run(Consumer<Findings> part) {
    Map<String, Finding> found = new HashMap<>();
    part.accept(new Findings(finding -> found.put(finding.name(), finding)));
    return found;
  }

  private static Map<String, Finding> broker(Settings settings) {
    return run(new BrokerChecks(BrokerSettingsTable.read(settings), "VirtualTopic.ad-states")::ask);
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
      Map<String, Finding> found = broker(at(broker.url()));

      assertThat(found.values()).extracting(Finding::result).containsOnly(Result.OK);
      requireOk(
          found.get("broker"), broker.url(), "without a user", "0 messages or more in clicks");
      requireOk(found.get("statistics plugin"), "0 messages in clicks");
      requireOk(found.get("broker store"), "0% full");
    }
  }

  @Test
  void aBrokerWithoutThePluginDoesNotSayItsRoom() throws Exception {
    BrokerService plain = new BrokerService();
    plain.setUseJmx(false);
    plain.setPersistent(false);
    plain.setDataDirectory(directory.toString());
    var connector = plain.addConnector("tcp://127.0.0.1:0");
    plain.start();
    try {
      Map<String, Finding> found = broker(at(connector.getConnectUri().toString()));

      requireOk(found.get("broker"));
      requireFault(found.get("statistics plugin"), "<statisticsBrokerPlugin/>", "activemq.xml");
      assertThat(found).doesNotContainKey("broker store");
    } finally {
      plain.stop();
    }
  }

  @Test
  void nothingElseIsAskedOfABrokerThatIsAway() {
    Map<String, Finding> found = broker(at("tcp://127.0.0.1:1"));

    requireFault(found.get("broker"), "127.0.0.1:1", "broker.url");
    assertThat(found).containsOnlyKeys("broker");
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
            .with(s -> s.operationTimeoutMs(300).connectTimeoutMs(300));

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

  private static Map<String, Finding> cluster(Settings settings, int freeSlots, int ownSlots) {
    ClusterChecks.Cluster answers =
        () -> {
          if (freeSlots < 0) {
            throw new IOException("Nimbus at [n1] did not answer");
          }
          return new Room(1, freeSlots, ownSlots);
        };
    return run(findings -> ClusterChecks.ask(findings, settings, answers));
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
}
