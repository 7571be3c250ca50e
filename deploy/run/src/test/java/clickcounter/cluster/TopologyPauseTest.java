package clickcounter.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What pause waits for, and how it says that it waited in vain. */
class TopologyPauseTest {
  private static final int OFFSET = 1_000;
  private static final WorkerAddress WORKER = new WorkerAddress("worker1", 6_700);
  private static final String METRICS = "worker1:7700";
  private static final TopologyTasks TASKS =
      new TopologyTasks(
          List.of(
              new AssignedTask(1, "spout", WORKER, true), new AssignedTask(2, "ads", WORKER, true)),
          null);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ArrayDeque<Round> workers = new ArrayDeque<>();
  private final PausedTime time = new PausedTime();

  private static Round metrics(int paused, int pending, int busy, int puts) {
    return round(
        """
        clickcounter_paused{component="spout",task="1"} %d.0
        clickcounter_pending_messages{component="spout",task="1"} %d.0
        clickcounter_busy_documents{component="ads",task="2"} %d.0
        clickcounter_puts_total{component="ads",task="2"} %d
        """
            .formatted(paused, pending, busy, puts));
  }

  private static Round round(String text) {
    return new Round(Map.of(METRICS, Scrape.read(text)), Map.of());
  }

  private int await(TopologyWatch.Tasks tasks, int portOffset) {
    return pause(tasks, portOffset).await(Duration.ofSeconds(30));
  }

  private TopologyPause pause(TopologyWatch.Tasks tasks, int portOffset) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    // The last answer is repeated.
    Function<Collection<URI>, Round> asked =
        uris -> workers.size() > 1 ? workers.remove() : workers.element();
    return new TopologyPause(new TopologyWatch(tasks, asked, portOffset, time, terminal));
  }

  private int await() {
    return await(() -> TASKS, OFFSET);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void itEndsWhenNothingIsPendingAndNothingWasPutForAWhile() {
    workers.add(metrics(0, 0, 0, 7));
    workers.add(metrics(0, 5, 3, 7));
    workers.add(metrics(1, 5, 3, 9));
    workers.add(metrics(1, 0, 0, 12));

    assertThat(await()).isEqualTo(ExitCode.OK);

    assertThat(out.toString(StandardCharsets.UTF_8)).contains("nothing is under way");
    assertThat(err()).contains("1 spout still reading, 5 messages pending");
    assertThat(time.nowMs()).isBetween(5_000L, 8_000L);
  }

  /** With little traffic a spout that has not stopped yet may have no message for a moment. */
  @Test
  void aSpoutThatStillReadsIsNotPausedHoweverLittleItReads() {
    workers.add(metrics(0, 0, 0, 7));

    assertThat(await()).isEqualTo(ExitCode.MISSING);
    assertThat(err()).contains("it is paused, but after 30 s", "1 spout still reading");
  }

  @Test
  void aPendingMessageIsNamedAtTheEnd() {
    workers.add(metrics(1, 1, 1, 7));

    assertThat(await()).isEqualTo(ExitCode.MISSING);
    assertThat(err()).contains("1 message pending", "resume");
  }

  @Test
  void aDocumentThatIsPutLaterBeginsTheWaitAnew() {
    for (int puts = 0; puts < 20; puts++) {
      workers.add(metrics(1, 0, 0, puts));
    }

    assertThat(await()).isEqualTo(ExitCode.OK);
    assertThat(time.nowMs()).isGreaterThan(10_000);
  }

  /** Storm opens no spout of a topology that is paused. */
  @Test
  void aSpoutOfAWorkerThatWasStartedMeanwhileHasNothingPending() {
    workers.add(round("clickcounter_puts_total{component=\"ads\",task=\"2\"} 0\n"));

    assertThat(await()).isEqualTo(ExitCode.OK);
  }

  @Test
  void somethingIsUnderWayUnlessNothingIsForAWhile() throws IOException {
    workers.add(metrics(1, 0, 0, 7));
    assertThat(pause(() -> TASKS, OFFSET).unrest()).isEmpty();
    assertThat(time.nowMs()).isBetween(5_000L, 6_000L);

    workers.add(metrics(1, 0, 0, 8));
    assertThat(pause(() -> TASKS, OFFSET).unrest()).hasValue("documents are being put");

    workers.add(metrics(0, 2, 0, 8));
    workers.remove();
    assertThat(pause(() -> TASKS, OFFSET).unrest().orElseThrow())
        .contains("1 spout still reading, 2 messages pending");
    assertThatThrownBy(() -> pause(() -> TASKS, 0).unrest())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("metrics.portOffset=0");
  }

  @Test
  void aSilentWorkerIsNoVerdict() {
    workers.add(new Round(Map.of(), Map.of(METRICS, "no connection, or it is cut off")));

    assertThat(await()).isEqualTo(ExitCode.FAILED);
    assertThat(err()).contains("not known", METRICS, "metrics.host");
  }

  @Test
  void aNimbusThatDoesNotAnswerIsNoVerdict() {
    TopologyWatch.Tasks away =
        () -> {
          throw new IOException("Nimbus at [n1] did not answer");
        };

    assertThat(await(away, OFFSET)).isEqualTo(ExitCode.FAILED);
    assertThat(err()).contains("Nimbus at [n1] did not answer");
  }

  @Test
  void aTopologyWithoutMetricsIsNoVerdict() {
    assertThat(await(() -> TASKS, 0)).isEqualTo(ExitCode.FAILED);
    assertThat(err()).contains("not known", "metrics.portOffset=0");
  }
}
