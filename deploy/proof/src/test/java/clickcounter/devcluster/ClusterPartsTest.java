package clickcounter.devcluster;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.Clicks;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.devnode.OwnDirectory;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.QueueStatistics;
import clickcounter.testing.Patience;
import clickcounter.topology.TopologySettingsTable;
import jakarta.jms.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterPartsTest {
  @TempDir private Path data;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    return Clicks.with(new DevClusterCommands().commands(terminal)).execute(arguments);
  }

  @Test
  void portsFromAFirstOneAreConsecutiveAndDifferent() {
    Ports ports = new Ports(20_000, 2, 2);

    List<Integer> all =
        List.of(
            ports.zookeeper(),
            ports.nimbus(),
            ports.broker(),
            ports.riak(),
            ports.supervisor(0),
            ports.supervisor(1),
            ports.slots(0).get(0),
            ports.slots(0).get(1),
            ports.slots(1).get(0),
            ports.slots(1).get(1));

    assertThat(all).isEqualTo(IntStream.range(20_000, 20_010).boxed().toList());
  }

  @Test
  void optionsAreReadAsSaved() throws Exception {
    ClusterOptions options =
        new ClusterOptions(new Ports(20_000, 3, 1), List.of("riak1:8087", "riak2:8087"));
    Path file = data.resolve("cluster.properties");

    options.save(file);

    assertThat(ClusterOptions.load(file)).isEqualTo(options);
  }

  @Test
  void theEndOfALogIsShownHoweverLongItIs() throws Exception {
    Path log = data.resolve("a.log");
    Files.write(log, IntStream.range(0, 100_000).mapToObj(i -> "line " + i).toList());

    assertThat(Processes.endOf(log)).startsWith("line 99985 |").endsWith(" | line 99999");
    assertThat(Processes.endOf(data.resolve("none"))).isEmpty();
  }

  @Test
  void aClusterIsNotStartedInADirectoryOfOthers() throws Exception {
    Path others = Files.createDirectories(data.resolve("programs")).resolve("theirs");
    Files.writeString(others, "x");

    int status = run("dev", "cluster", "--data", data.toString(), "--public");

    assertThat(status).isEqualTo(ExitCode.FAILED);
    assertThat(others).exists();
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(data.toString(), OwnDirectory.MARK);
  }

  @Test
  void onlyADirectoryOfOursIsDeleted() throws Exception {
    Path others = Files.writeString(data.resolve("a"), "theirs");
    assertThatThrownBy(() -> OwnDirectory.deleteOurs(data))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(data.toString());
    assertThatThrownBy(() -> OwnDirectory.claim(data)).isInstanceOf(IOException.class);
    assertThat(others).exists();

    Path ours = OwnDirectory.claim(data.resolve("ours"));
    Files.writeString(Files.createDirectories(ours.resolve("b")).resolve("c"), "x");
    Files.createSymbolicLink(ours.resolve("link"), data.resolve("kept"));
    Path kept = Files.writeString(Files.createDirectory(data.resolve("kept")).resolve("d"), "x");
    assertThat(OwnDirectory.claim(ours)).isEqualTo(ours);
    OwnDirectory.deleteOurs(ours);
    assertThat(ours).doesNotExist();
    assertThat(kept).exists();
    OwnDirectory.deleteOurs(ours);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, false", "::1, false", "10.1.2.3, false", "172.31.0.1, false",
    "172.32.0.1, true", "192.168.1.1, false", "169.254.1.1, false", "100.64.0.1, false",
    "100.128.0.1, true", "192.0.2.2, false", "198.18.0.1, false", "8.8.8.8, true",
    "fd00::2, false", "fe80::1, false", "2a00:1450::1, true"
  })
  void publicAddressesAreRecognized(String address, boolean expected) throws Exception {
    assertThat(PublicPorts.isPublic(InetAddress.getByName(address))).isEqualTo(expected);
  }

  @Test
  void openPortsAreNamedAndRefusedOnAPublicHostUnlessAllowed() throws Exception {
    Ports ports = new Ports(20_000, 2, 2);
    PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
    List<InetAddress> inside = List.of(InetAddress.getByName("10.0.0.1"));
    List<InetAddress> outside = List.of(InetAddress.getByName("8.8.8.8"));

    PublicPorts.warn(ports, false, inside, to);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("WARNING", "20001 (Nimbus)", "20004, 20005 (supervisors)", "20006, 20007, 20008");

    err.reset();
    assertThatThrownBy(() -> PublicPorts.warn(ports, false, outside, to))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("8.8.8.8", "20001", "--public");
    PublicPorts.warn(ports, true, outside, to);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("WARNING", "8.8.8.8");
  }

  @Test
  void aListingThatFailsBecauseFilesVanishIsRetriedButNotForEver() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    Workers.Listing<String> cleanedUp =
        () -> {
          if (looks.incrementAndGet() < 3) {
            throw new UncheckedIOException(new NoSuchFileException("pids"));
          }
          return "seen";
        };
    assertThat(Workers.retry("no", cleanedUp)).isEqualTo("seen");

    Workers.Listing<String> closed =
        () -> {
          throw new UncheckedIOException(new AccessDeniedException("/data"));
        };
    assertThatThrownBy(() -> Workers.retry("the workers cannot be listed", closed))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("the workers cannot be listed", "/data");
  }

  @Test
  void withoutAClusterTheMessageSaysHowToStartOne() {
    int status = run("dev", "cluster", "--stop", "--data", data.toString());

    assertThat(status).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(data.toString())
        .contains("deploy/clicks dev cluster,");
  }

  @Test
  void aQueueThatDoesNotExistYetIsEmpty() throws Exception {
    try (LocalBroker broker = LocalBroker.start(data, 0);
        QueueStatistics queue =
            QueueStatistics.open(BrokerSettings.at(broker.url()), QueueStatistics.ANSWER_MS)) {
      assertThat(queue.state("clicks")).isEqualTo(new QueueStatistics.QueueState(0, 0, 0));
    }
  }

  @Test
  void aDeliveredMessageWaitsUntilItIsAcknowledged() throws Exception {
    try (LocalBroker broker = LocalBroker.start(data, 0);
        QueueStatistics queue =
            QueueStatistics.open(BrokerSettings.at(broker.url()), QueueStatistics.ANSWER_MS);
        var connection = new ActiveMQConnectionFactory(broker.url()).createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
      var clicks = session.createQueue("clicks");
      session.createProducer(clicks).send(session.createTextMessage("{}"));
      var message = session.createConsumer(clicks).receive(Patience.LIMIT_MS);

      assertThat(queue.state("clicks")).isEqualTo(new QueueStatistics.QueueState(1, 0, 1));
      message.acknowledge();
      await()
          .pollInSameThread()
          .untilAsserted(
              () ->
                  assertThat(queue.state("clicks"))
                      .isEqualTo(new QueueStatistics.QueueState(0, 1, 1)));
    }
  }

  /** Linux gives ports from 32768 on to connections, and those of clusters are above 21000. */
  @Test
  void aPortForLaterIsFreeAndNoConnectionGetsIt() throws Exception {
    int port = Ports.oneFree();

    assertThat(port).isBetween(11_000, 20_999);
    assertThat(Ports.isFree(port)).isTrue();
    try (ServerSocket taken = new ServerSocket(port)) {
      assertThat(Ports.isFree(taken.getLocalPort())).isFalse();
    }
  }

  @Test
  void portsOfAClusterAreFreeUntilOneIsTaken() throws Exception {
    Ports ports = Ports.free(1, 1);
    int slot = ports.slots(0).get(0);

    assertThat(ports.areFree()).isTrue();
    for (int port : List.of(slot, slot + metricsOffset())) {
      try (ServerSocket taken = new ServerSocket(port)) {
        assertThat(taken.isBound()).isTrue();
        assertThat(ports.areFree()).isFalse();
      }
    }
  }

  /** A worker takes its ports long after its cluster chose them. */
  @Test
  void clustersOfTwoPlacesShareNoPortNorDoTheirWorkersMetrics() {
    List<Integer> all =
        IntStream.range(0, Ports.PLACES)
            .flatMap(place -> new Ports(Ports.firstAt(place), 4, 4).all())
            .boxed()
            .toList();

    assertThat(all).hasSize(100 * (4 + 4 + 16 + 16)).doesNotHaveDuplicates();
    assertThat(all).allMatch(port -> port >= 21_000 && port < 32_000);
    assertThat(new Ports(20_000, 1, 1).all()).contains(20_005, 20_005 + metricsOffset());
  }

  private static int metricsOffset() {
    return TopologySettingsTable.defaults().integer(TopologySettingsTable.METRICS_PORT_OFFSET);
  }
}
