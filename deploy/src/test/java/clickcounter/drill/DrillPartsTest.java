package clickcounter.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cluster.AuditResult;
import clickcounter.cluster.Directories;
import clickcounter.cluster.TopologyCounters;
import clickcounter.drill.DrillResult.Outcome;
import clickcounter.replay.ExitCode;
import clickcounter.replay.Terminal;
import clickcounter.service.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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
    return new CommandLine(new DrillCommand(terminal)).execute(arguments);
  }

  @Test
  void withoutANameTheDrillsAreNamed() {
    assertThat(drill()).isEqualTo(ExitCode.OK);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("worker-kill", "store-silent", "host-cut", "clock-jump");
  }

  @Test
  void aDrillThatDoesNotExistIsAnsweredWithThoseThatDo() {
    assertThat(drill("worker-kil", "--data", data.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("worker-kil'")
        .contains("worker-kill");
  }

  @Test
  void aDrillNeverDeletesADirectoryThatIsNoDrills() throws Exception {
    Path precious = Files.createFile(data.resolve("precious"));

    assertThat(drill("worker-kill", "--data", data.toString())).isEqualTo(ExitCode.FAILED);

    assertThat(precious).exists();
  }

  @Test
  void drillsKeepTheirDirectoryToThemselves() throws Exception {
    Path archive = Files.createFile(data.resolve("archive-of-others"));
    try (FileChannel others =
        FileChannel.open(
            data.resolve("drill.directory"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      others.lock();

      assertThat(drill("worker-kill", "--data", data.toString())).isEqualTo(ExitCode.FAILED);
    }
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("other drills run in " + data);
    assertThat(archive).exists();
  }

  private TopologyCounters counters() {
    return new TopologyCounters(new Directories(data), "drilled");
  }

  private void report(String component, int task, int port, String counter, String... lines)
      throws IOException {
    Path metrics = Files.createDirectories(new Directories(data).metrics());
    Files.write(
        metrics.resolve(
            "storm.topology.drilled-1-17.localhost.%s.%d.%d-%s.csv"
                .formatted(component, task, port, counter)),
        List.of(lines));
  }

  @Test
  void copiesThatPutInTheSameSecondsLivedTogether() throws Exception {
    report("ads", 7, 6700, "puts", "90,5", "100,10", "110,20", "120,25");
    report("ads", 7, 6701, "puts", "105,3", "115,9");
    report("ads", 7, 6701, "puts.siblings", "106,0", "115,4");

    Copies.Overlap overlap = new Copies(counters()).between(Set.of(6700), 95, 130);

    assertThat(overlap).isEqualTo(new Copies.Overlap(7, 10, 1, 20, 9, 4));
  }

  @Test
  void aCopyThatPutOnlyBeforeItsReplacementDidNotLiveBesideIt() throws Exception {
    report("ads", 7, 6700, "puts", "100,10", "110,20");
    report("ads", 7, 6701, "puts", "111,3", "115,9");

    assertThatThrownBy(() -> new Copies(counters()).between(Set.of(6700), 95, 130))
        .isInstanceOf(Unproven.class);
  }

  @Test
  void aTaskThatAWorkerHadInAnEarlierLifeIsNotReplacedByWhoHasItNow() throws Exception {
    report("ads", 7, 6700, "puts", "10,5", "20,10");
    report("ads", 7, 6701, "puts", "90,5", "100,10", "110,20");
    report("ads", 8, 6700, "puts", "90,5", "100,10");

    assertThat(new Copies(counters()).areReplaced(Set.of(8), Set.of(6700), 95)).isFalse();

    report("ads", 8, 6701, "puts", "105,2", "110,4");
    assertThat(new Copies(counters()).areReplaced(Set.of(8), Set.of(6700), 95)).isTrue();
  }

  @Test
  void twoTasksOfOneWorkerAreNoCopies() throws Exception {
    report("ads", 7, 6700, "puts", "100,10", "110,20");
    report("ads", 8, 6701, "puts", "100,3", "115,9");

    assertThatThrownBy(() -> new Copies(counters()).between(Set.of(6700), 95, 130))
        .isInstanceOf(Unproven.class);
  }

  @Test
  void whatIsLostOrDoubledIsBadAndShown() {
    DrillResult result =
        new DrillResult(
            "worker-kill",
            Outcome.WRONG,
            1_000,
            5,
            2,
            new AuditResult("wrong", 3, 1, 4),
            List.of(1_000L, 3_000L, 2_000L),
            "2 gone");

    assertThat(result.isBad()).isTrue();
    assertThat(result.row())
        .isEqualTo(
            "| worker-kill | 3 | 1,000 | 5 | 2 | 3 | 1 | 2.0 s, 3.0 s | 2 gone; WRONG: the audit says wrong, 4 wrong documents |");
    assertThat(DrillResult.skipped("host-cut", "not root").isBad()).isFalse();
  }

  @Test
  void unrulyTransportLosesNothing() throws Exception {
    List<List<String>> sent = new ArrayList<>();
    LongAdder twice = new LongAdder();
    List<List<String>> given = new ArrayList<>();
    Transport transport = new UnrulyTransport(collecting(sent), new Random(1), twice);

    for (int i = 0; i < 500; i++) {
      given.add(List.of("line " + i));
      transport.send(given.get(i));
    }
    transport.close();

    assertThat(new HashSet<>(sent)).isEqualTo(new HashSet<>(given));
    assertThat(sent).hasSize(500 + twice.intValue()).isNotEqualTo(given);
    assertThat(twice.intValue()).isPositive();
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
  void aNumberThatStandsInNoFileIsAHole() throws Exception {
    Files.writeString(
        data.resolve("a.ndjson"),
        """
        {"eventId":"hostA-20131030_152543:0","type":"impression","adId":"m1","timestamp":1383146743512}
        {"eventId":"hostA-20131030_152543:2","type":"close","timestamp":1383146743512}
        """);

    assertThat(ArchiveNumbers.of(data)).isEqualTo(new ArchiveNumbers(1, 1));
  }
}
