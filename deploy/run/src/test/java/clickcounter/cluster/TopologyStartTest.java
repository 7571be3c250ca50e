package clickcounter.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cluster.Nimbus.AssignedTask;
import clickcounter.cluster.Nimbus.TopologyTasks;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.WorkerAddress;
import clickcounter.scrape.WorkerClient.Round;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a submission waits for, and how it says that it waited in vain. */
class TopologyStartTest {
  private static final int OFFSET = 1_000;
  private static final WorkerAddress WORKER = new WorkerAddress("worker1", 6_700);
  private static final String METRICS = "worker1:7700";
  private static final Round NO_METRICS =
      new Round(Map.of(), Map.of(METRICS, "no connection, or it is cut off"));
  private static final TopologyTasks UNASSIGNED = new TopologyTasks(List.of(), null);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ArrayDeque<TopologyTasks> nimbus = new ArrayDeque<>();
  private final ArrayDeque<Round> workers = new ArrayDeque<>();

  private static TopologyTasks assigned(boolean beat, String lastError) {
    return new TopologyTasks(
        IntStream.of(3, 4).mapToObj(id -> new AssignedTask(id, "ads", WORKER, beat)).toList(),
        lastError);
  }

  /** Metrics of these tasks. */
  private static Round serving(int... tasks) {
    StringBuilder text = new StringBuilder();
    for (int task : tasks) {
      text.append("clickcounter_puts_total{component=\"ads\",task=\"%d\"} 0\n".formatted(task));
    }
    return new Round(Map.of(METRICS, Scrape.read(text.toString())), Map.of());
  }

  /** The last answer is repeated. */
  private static <T> T next(ArrayDeque<T> answers) {
    return answers.size() > 1 ? answers.remove() : answers.element();
  }

  private int await(TopologyWatch.Tasks tasks, int portOffset, Duration wait) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    TopologyWatch watch =
        new TopologyWatch(tasks, asked -> next(workers), portOffset, new PausedTime(), terminal);
    return new TopologyStart(watch).await(wait);
  }

  private int await() {
    return await(() -> next(nimbus), OFFSET, Duration.ofMinutes(2));
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void itEndsWhenEachTaskServesItsMetrics() {
    nimbus.addAll(List.of(UNASSIGNED, assigned(false, null), assigned(true, null)));
    workers.addAll(List.of(NO_METRICS, NO_METRICS, NO_METRICS, serving(3), serving(3, 4)));

    assertThat(await()).isEqualTo(ExitCode.OK);

    assertThat(out.toString(StandardCharsets.UTF_8)).contains("all its 2 tasks work");
    assertThat(err().lines())
        .containsExactly(
            "waits for a supervisor with a free slot", "0 of 2 tasks work", "1 of 2 tasks work");
  }

  /** The worker of an earlier topology may answer at the same address until it is killed. */
  @Test
  void metricsBeforeNimbusHasHeardOfTheTaskAreThoseOfAnotherWorker() {
    nimbus.add(assigned(false, null));
    workers.add(serving(3, 4));

    assertThat(await()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void theLastErrorOfAWorkerSaysWhyItDoesNotStart() {
    nimbus.add(assigned(true, "IllegalStateException: the spout cannot start (at worker1:6700)"));
    workers.add(NO_METRICS);

    assertThat(await()).isEqualTo(ExitCode.MISSING);
    assertThat(err())
        .contains("not all tasks work within 2 min", "the spout cannot start (at worker1:6700)");
  }

  @Test
  void withoutAFreeSlotNoWorkerHasIt() {
    nimbus.add(UNASSIGNED);
    workers.add(NO_METRICS);

    assertThat(await()).isEqualTo(ExitCode.MISSING);
    assertThat(err()).contains("not all tasks work within 2 min", "free slot");
  }

  @Test
  void tasksThatDoNotReportAreNamed() {
    nimbus.add(assigned(true, null));
    workers.add(serving(3));

    assertThat(await()).isEqualTo(ExitCode.MISSING);
    assertThat(err()).contains("ads 4 at worker1:6700").doesNotContain("ads 3 at");
  }

  @Test
  void workersWhoseMetricsThisHostDoesNotGetAreNoVerdict() {
    nimbus.add(assigned(true, null));
    workers.add(NO_METRICS);

    assertThat(await()).isEqualTo(ExitCode.FAILED);
    assertThat(err()).contains("not known", "ads 3 at worker1:6700", "metrics.host");
  }

  @Test
  void aTopologyWithoutMetricsIsNotWaitedFor() {
    assertThat(await(() -> next(nimbus), 0, Duration.ofMinutes(2))).isEqualTo(ExitCode.FAILED);
    assertThat(err()).contains("not known", "metrics.portOffset=0", "--wait 0s");
  }

  @Test
  void aNimbusThatDoesNotAnswerIsNoVerdict() {
    TopologyWatch.Tasks away =
        () -> {
          throw new IOException("Nimbus at [n1] did not answer");
        };

    assertThat(await(away, OFFSET, Duration.ofSeconds(3))).isEqualTo(ExitCode.FAILED);
    assertThat(err()).contains("not known within 3 s", "Nimbus at [n1] did not answer");
  }

  @Test
  void theReasonIsTheLastCauseOfAStackTrace() {
    assertThat(
            Nimbus.rootCause(
                "java.lang.RuntimeException: a\n\tat x\nCaused by: java.io.IOException: b\n\tat y\n"
                    + "Caused by: java.net.ConnectException: refused\n\tat z\n"))
        .isEqualTo("java.net.ConnectException: refused");
    assertThat(Nimbus.rootCause("java.lang.Error: a\n\tat x\n")).isEqualTo("java.lang.Error: a");
  }
}
