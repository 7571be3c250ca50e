package clickcounter.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import clickcounter.deploy.LocalBroker;
import clickcounter.replay.ExitCode;
import clickcounter.replay.Terminal;
import jakarta.jms.Session;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClusterPartsTest {
  @TempDir private Path data;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create());
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    ClusterCommands.all(terminal).forEach(line::addSubcommand);
    return line.execute(arguments);
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
  void portsThatAreNoneAreRefusedByTheOptionsName() {
    assertThatThrownBy(() -> new Ports(65_530, 2, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--first-port")
        .hasMessageContaining("65530");
  }

  @Test
  void optionsAreReadAsTheyWereSaved() throws Exception {
    ClusterOptions options =
        new ClusterOptions(new Ports(20_000, 3, 1), List.of("riak1:8087", "riak2:8087"));
    Path file = data.resolve("cluster.properties");

    options.save(file);

    assertThat(ClusterOptions.load(file)).isEqualTo(options);
  }

  private static TopologyCounters.Series series(String... lines) {
    return new TopologyCounters.Series(3, 6700, TopologyCounters.points(List.of(lines)));
  }

  @Test
  void aCounterOfANewWorkerIsAddedToThatOfTheKilledOne() {
    assertThat(series("t,count", "1,10", "2,50", "3,5", "4,7").sum()).isEqualTo(57);
  }

  @Test
  void aLineThatAKillCutOffIsLeftOut() {
    assertThat(series("t,count", "1,10", "2", "3,12").sum()).isEqualTo(12);
  }

  @Test
  void onlyTheSecondsInWhichACounterGrewAreGrowth() {
    assertThat(series("1,10", "2,10", "3,15", "9,16").growth(2, 8))
        .containsExactly(new TopologyCounters.Point(3, 5));
  }

  @Test
  void theEndOfALogIsShownHoweverLongItIs() throws Exception {
    Path log = data.resolve("a.log");
    Files.write(log, IntStream.range(0, 100_000).mapToObj(i -> "line " + i).toList());

    assertThat(LogTail.of(log, 2)).containsExactly("line 99998", "line 99999");
  }

  @Test
  void whereNoClusterWasStartedTheWayToStartOneIsNamed() {
    int status = run("cluster", "status", "--data", data.toString());

    assertThat(status).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(data.toString())
        .contains("deploy/clicks cluster start");
  }

  @Test
  void aWrongNumberOfSupervisorsIsRefusedByTheOptionsName() {
    int status = run("cluster", "start", "--supervisors", "0", "--data", data.toString());

    assertThat(status).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("--supervisors").contains("0");
  }

  @Test
  void aQueueThatDoesNotExistYetIsEmpty() throws Exception {
    try (LocalBroker broker = LocalBroker.start(data, 0);
        QueueStatistics queue = QueueStatistics.open(broker.url(), "clicks")) {
      assertThat(queue.depth()).isEqualTo(new QueueStatistics.Depth(0, 0, 0));
    }
  }

  @Test
  void whatIsDeliveredAndNotAcknowledgedIsWaiting() throws Exception {
    try (LocalBroker broker = LocalBroker.start(data, 0);
        QueueStatistics queue = QueueStatistics.open(broker.url(), "clicks");
        var connection = new ActiveMQConnectionFactory(broker.url()).createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
      var clicks = session.createQueue("clicks");
      session.createProducer(clicks).send(session.createTextMessage("{}"));
      var message = session.createConsumer(clicks).receive(10_000);

      assertThat(queue.depth()).isEqualTo(new QueueStatistics.Depth(1, 0, 1));
      message.acknowledge();
      await()
          .pollInSameThread()
          .untilAsserted(
              () -> assertThat(queue.depth()).isEqualTo(new QueueStatistics.Depth(0, 1, 1)));
    }
  }
}
