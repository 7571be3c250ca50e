package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.ResultsPage;
import clickcounter.cli.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark as a command, on few events: what they print and write, not how fast they are. */
@Tag("slow")
class BenchmarkResultsTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int clicks(String... words) {
    return Clicks.commandLine(Terminal.system())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }

  @Test
  void benchmarkWritesItsFiguresBetweenTheMarkersOfThePage() throws Exception {
    Path page =
        Files.writeString(
            directory.resolve("RESULTS.md"),
            "# Results\n"
                + ResultsPage.begin("benchmark")
                + "\nold\n"
                + ResultsPage.end("benchmark")
                + "\nThe end.\n");

    int status =
        clicks(
            "dev",
            "benchmark",
            "--parts=ceiling",
            "--events=20000",
            "--ads=100",
            "--counters=4",
            "--data=" + directory.resolve("data"),
            "--results=" + page);

    assertThat(status).as(err.toString()).isZero();
    assertThat(Files.readString(page))
        .startsWith("# Results\n" + ResultsPage.begin("benchmark") + "\nOne run of `deploy/clicks")
        .contains("--parts ceiling", "ceiling: parse and count in memory")
        .doesNotContain("old", directory.toString())
        .endsWith(ResultsPage.end("benchmark") + "\nThe end.\n");
  }

  @Test
  void unknownPartIsRefused() {
    assertThat(clicks("dev", "benchmark", "--parts=ceiling,everything")).isEqualTo(64);
    assertThat(err.toString()).contains("expected one of [ceiling, instant", "everything");
  }

  @Test
  void pageWithoutMarkersIsRefusedBeforeAnythingIsMeasured() throws Exception {
    Path page = Files.writeString(directory.resolve("OTHER.md"), "# Other\n");

    assertThat(clicks("dev", "benchmark", "--results=" + page)).isEqualTo(3);

    assertThat(err.toString()).contains("OTHER.md", ResultsPage.begin("benchmark"));
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void thePageOfThisProjectHasTheMarkers() throws Exception {
    ResultsPage.open(Path.of("..", "RESULTS.md"), "benchmark");
  }
}
