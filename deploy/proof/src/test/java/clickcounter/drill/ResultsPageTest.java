package clickcounter.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.Clicks;
import clickcounter.cli.Noun;
import clickcounter.cli.ResultsPage;
import clickcounter.cli.Terminal;
import clickcounter.devcluster.AuditResult;
import clickcounter.drill.DrillResult.Outcome;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParseResult;

/** What {@code dev drill --results} writes, and what it leaves alone. */
class ResultsPageTest {
  private static final Path RESULTS = Path.of("..", "RESULTS.md");

  private static final DrillReport REPORT =
      new DrillReport(
          "deploy/clicks dev drill worker-kill --for 5m",
          DrillStore.DEVELOPMENT.text(),
          List.of(
              new DrillResult(
                  "worker-kill",
                  Outcome.PASSED,
                  36_203,
                  9_053,
                  0,
                  new AuditResult(AuditVerdict.EQUAL, 0, 0, 0),
                  List.of(8_500L),
                  "3 processes gone and replaced")),
          Duration.ofSeconds(90),
          LocalDate.of(2026, 11, 23),
          "1df09e8");

  @TempDir private Path data;

  @Test
  void theTableBetweenTheMarkersIsReplacedAndTheRestStays() throws Exception {
    Path file =
        Files.writeString(
            data.resolve("RESULTS.md"),
            "# Results\n\n"
                + ResultsPage.begin("drill")
                + "\nold\n"
                + ResultsPage.end("drill")
                + "\n\nText.\n");

    ResultsPage.open(file, "drill").write(REPORT.markdown());
    ResultsPage.open(file, "drill").write(REPORT.markdown());

    assertThat(file)
        .hasContent(
            """
            # Results

            <!-- drill results: begin -->
            One run of `deploy/clicks dev drill worker-kill --for 5m`: 1 drills, 1 passed, 0 skipped, 1.5 minutes. Date 2026-11-23, commit 1df09e8. The store was the development node: one process, one replica of each document.

            | drill | faults | events | duplicates met | conflicts met | lost | doubled | recovered in (median, most) | proof |
            | --- | --: | --: | --: | --: | --: | --: | --: | --- |
            | worker-kill | 1 | 36,203 | 9,053 | 0 | 0 | 0 | 8.5 s, 8.5 s | 3 processes gone and replaced |
            <!-- drill results: end -->

            Text.
            """);
  }

  @Test
  void theCommandIsWrittenAsGivenWithoutFilesOfThisMachine() {
    ParseResult parsed =
        Clicks.with(Map.of(Noun.DEV, List.of(new DrillCommand(Terminal.system()))))
            .parseArgs(
                "dev",
                "drill",
                "worker-kill",
                "host-cut",
                "--data",
                "/tmp/x",
                "--strict",
                "--for=5m",
                "--results",
                "/tmp/RESULTS.md")
            .subcommand()
            .subcommand();

    assertThat(ResultsPage.command(parsed))
        .isEqualTo("deploy/clicks dev drill worker-kill host-cut --strict --for 5m");
  }

  @Test
  void aPageWithoutMarkersIsRefusedBeforeAnythingRuns() throws Exception {
    Path file = Files.writeString(data.resolve("OTHER.md"), "# Other\n");

    assertThatThrownBy(() -> ResultsPage.open(file, "drill"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ResultsPage.begin("drill"))
        .hasMessageContaining("OTHER.md");
    assertThatThrownBy(() -> ResultsPage.open(data.resolve("none.md"), "drill"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none.md");
    assertThat(file).hasContent("# Other");
  }

  @Test
  void thePageOfThisProjectHasTheMarkersAndARowForEachDrill() throws Exception {
    ResultsPage.open(RESULTS, "drill");
    String text = Files.readString(RESULTS);
    List<String> rows =
        text.substring(
                text.indexOf(ResultsPage.begin("drill")), text.indexOf(ResultsPage.end("drill")))
            .lines()
            .filter(line -> line.startsWith("| "))
            .map(line -> line.split(" ")[1])
            .toList();

    assertThat(rows.subList(2, rows.size()))
        .containsExactlyElementsOf(Drills.descriptions().keySet());
  }
}
