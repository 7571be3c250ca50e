package clickcounter.drill;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import clickcounter.cli.CommandFrame;
import clickcounter.cli.ExitCode;
import clickcounter.cli.SettingsOptions;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.drill.CounterSamples.Growth;
import clickcounter.metrics.Metric;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.WorkerAddress;
import clickcounter.service.Transport;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrillPartsTest {
  @TempDir private Path data;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int drill(String... arguments) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    return CommandFrame.of(ToolCommand.on(terminal, new DrillCommand()), SettingsOptions.only())
        .execute(arguments);
  }

  @Test
  void withoutANameTheDrillsAreListed() {
    assertThat(drill()).isEqualTo(ExitCode.OK);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("worker-kill", "store-hang", "host-cut");
  }

  @Test
  void anUnknownDrillIsRefusedWithTheNamesOfAll() {
    assertThat(drill("worker-kil", "--data", data.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("worker-kil'")
        .contains("worker-kill");
  }

  @Test
  void aDirectoryThatClickCounterDidNotMakeIsNotDeleted() throws Exception {
    Path precious = Files.createFile(data.resolve("precious"));

    assertThat(drill("worker-kill", "--data", data.toString())).isEqualTo(ExitCode.FAILED);

    assertThat(precious).exists();
  }

  @Test
  void onlyOneRunOfDrillsUsesADirectory() throws Exception {
    Path directory = data.resolve("drills");
    Path archive =
        Files.createFile(Files.createDirectories(directory).resolve("archive-of-others"));
    try (FileChannel others = FileLocks.take(data.resolve("drills.lock"))) {
      assertThat(others.isOpen()).isTrue();
      assertThat(drill("worker-kill", "--data", directory.toString())).isEqualTo(ExitCode.FAILED);
    }
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("another drill on this machine");
    assertThat(archive).exists();
  }

  private final CounterSamples samples = new CounterSamples(List.of(), 0);
  private final TaskCopies copies = new TaskCopies(samples, Set.of(6700));

  /** What a task of the worker at this port answered: times and values in turn. */
  private void report(int task, int port, Metric counter, long... points) {
    report(task, port, counter.exportedName() + "{component=\"ads\",task=\"%d\"}", points);
  }

  private void reportEnds(int task, int port, String end, long... points) {
    report(
        task,
        port,
        Metric.ENDED_PUTS.exportedName() + "{component=\"ads\",end=\"" + end + "\",task=\"%d\"}",
        points);
  }

  private void report(int task, int port, String series, long... points) {
    for (int i = 0; i < points.length; i += 2) {
      String line = series.formatted(task) + " " + points[i + 1] + ".0\n";
      samples.add(port, points[i], Scrape.read(line));
    }
  }

  @Test
  void copiesThatPutInTheSameSecondsLivedTogether() throws Exception {
    report(7, 6700, Metric.PUTS, 90, 5, 100, 10, 110, 20, 120, 25);
    report(7, 6701, Metric.PUTS, 105, 3, 115, 9);
    reportEnds(7, 6701, "siblings", 106, 0, 115, 4);

    TaskCopies.Overlap overlap = copies.between(95, 130);

    assertThat(overlap).isEqualTo(new TaskCopies.Overlap(1, 10, 20, 9, 4));
  }

  @Test
  void aCopyThatPutOnlyBeforeItsReplacementDidNotLiveBesideIt() throws Exception {
    report(7, 6700, Metric.PUTS, 100, 10, 110, 20);
    report(7, 6701, Metric.PUTS, 111, 3, 115, 9);

    assertThatThrownBy(() -> copies.between(95, 130)).isInstanceOf(Unproven.class);
  }

  @Test
  void aTaskThatAnEarlierWorkerAtThePortHadDoesNotCountAsReplaced() throws Exception {
    report(7, 6700, Metric.PUTS, 10, 5, 20, 10);
    report(7, 6701, Metric.PUTS, 90, 5, 100, 10, 110, 20);
    report(8, 6700, Metric.PUTS, 90, 5, 100, 10);

    assertThat(copies.areReplaced(Set.of(8), 95)).isFalse();

    report(8, 6701, Metric.PUTS, 105, 2, 110, 4);
    assertThat(copies.areReplaced(Set.of(8), 95)).isTrue();
  }

  @Test
  void twoTasksOfOneWorkerAreNoCopies() throws Exception {
    report(7, 6700, Metric.PUTS, 100, 10, 110, 20);
    report(8, 6701, Metric.PUTS, 100, 3, 115, 9);

    assertThatThrownBy(() -> copies.between(95, 130)).isInstanceOf(Unproven.class);
  }

  @Test
  void aTaskWhoseReplacementDoesNotPutIsNotReplaced() throws Exception {
    report(7, 6700, Metric.PUTS, 90, 5, 100, 10);
    report(8, 6700, Metric.PUTS, 90, 5, 100, 10);
    report(7, 6701, Metric.PUTS, 105, 2, 110, 4);
    report(8, 6701, Metric.PUTS, 105, 0, 110, 0);

    assertThat(copies.areReplaced(Set.of(7, 8), 101)).isFalse();
    report(8, 6701, Metric.PUTS, 105, 0, 110, 0, 111, 3);
    assertThat(copies.areReplaced(Set.of(7, 8), 101)).isTrue();
  }

  @Test
  void aCounterOfANewWorkerIsAddedToThatOfTheKilledOne() {
    report(3, 6700, Metric.PUTS, 1, 10, 2, 50, 3, 5, 4, 7);
    assertThat(samples.sum(Metric.PUTS)).isEqualTo(57);
  }

  @Test
  void onlyTheSecondsInWhichACounterGrewAreGrowth() {
    report(3, 6700, Metric.PUTS, 1, 10, 2, 10, 3, 15, 9, 16);
    assertThat(samples.of(Metric.PUTS).filter(growth -> growth.isBetween(2, 8)))
        .extracting(Growth::atS, Growth::count)
        .containsExactly(tuple(3L, 5L));
  }

  @Test
  void countersAreReadFromWorkersAndThoseThatAreAwayDisturbNobody() throws Exception {
    HttpServer worker = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    byte[] text =
        "clickcounter_puts_total{component=\"ads\",task=\"7\"} 5.0\n"
            .getBytes(StandardCharsets.UTF_8);
    worker.createContext(
        "/metrics",
        exchange -> {
          exchange.sendResponseHeaders(200, text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    worker.start();
    int port = worker.getAddress().getPort();
    List<WorkerAddress> slots =
        List.of(new WorkerAddress("127.0.0.1", 1), new WorkerAddress("127.0.0.1", port - 10));
    try (CounterSamples read = new CounterSamples(slots, 10)) {
      await().until(() -> read.sum(Metric.PUTS) == 5);
      assertThat(read.of(Metric.PUTS)).extracting(Growth::port).containsExactly(port - 10);
    } finally {
      worker.stop(0);
    }
  }

  @Test
  void onlyOneDrillOnAMachineUsesTheNetworkNamespace() throws Exception {
    Path file = data.resolve("once.lock");
    try (FileChannel one = FileLocks.take(file)) {
      assertThatThrownBy(() -> FileLocks.take(file)).hasMessageContaining("another drill");
      assertThat(one.isOpen()).isTrue();
    }
    FileLocks.take(file).close();
  }

  @Test
  void aRestartingNodeThatAttractsTheCallsIsABreach() throws Exception {
    StoreRestart.requireFewDoubts(1_000, 2);
    assertThatThrownBy(() -> StoreRestart.requireFewDoubts(1_001, 2))
        .isInstanceOf(Breach.class)
        .hasMessageContaining("expected at most 500");
  }

  @Test
  void aSilenceAboveItsBoundIsABreach() throws Exception {
    Silence silence = new Silence("one of two Riak nodes hung");
    silence.requireBound(5_000);
    assertThatThrownBy(() -> silence.requireBound(5_001))
        .isInstanceOf(Breach.class)
        .hasMessageContaining("5001 ms")
        .hasMessageContaining("at most 5000");
  }

  @Test
  void unrulyTransportLosesNothing() throws Exception {
    List<List<String>> sent = new ArrayList<>();
    List<List<String>> given = new ArrayList<>();
    UnrulyTransport transport = new UnrulyTransport(collecting(sent), new Random(1));

    for (int i = 0; i < 500; i++) {
      given.add(List.of("line " + i));
      transport.send(given.get(i));
    }
    transport.close();

    assertThat(new HashSet<>(sent)).isEqualTo(new HashSet<>(given));
    assertThat(sent).hasSize(500 + (int) transport.linesTwice()).isNotEqualTo(given);
    assertThat(transport.linesTwice()).isPositive();
  }

  private static Transport collecting(List<List<String>> sent) {
    return new Transport() {
      @Override
      public void send(List<String> lines) {
        sent.add(lines);
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  @Test
  void theDevelopmentNodeHasOneBucketType() {
    assertThat(drill("worker-kill", "--set=riak.bucketType=drills")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("riak.bucketType=drills");
  }

  @Test
  void anAddressOfRiakThatIsNoneIsRefused() {
    assertThat(drill("worker-kill", "--set=riak.nodes=riak1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("'riak1'");
  }

  @Test
  void thePageOfResultsHasARowForEachDrill() throws Exception {
    String text = Files.readString(Path.of("..", "RESULTS.md"));
    List<String> rows =
        text.substring(text.indexOf("| drill | events"), text.indexOf("*Recovered*"))
            .lines()
            .filter(line -> line.startsWith("| "))
            .map(line -> line.split(" ")[1])
            .toList();
    assertThat(rows.subList(2, rows.size())).containsExactlyElementsOf(Drills.names());
  }
}
