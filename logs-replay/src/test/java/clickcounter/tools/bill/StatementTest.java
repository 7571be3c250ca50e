package clickcounter.tools.bill;

import static clickcounter.tools.bill.BillWorld.click;
import static clickcounter.tools.bill.BillWorld.close;
import static clickcounter.tools.bill.BillWorld.event;
import static clickcounter.tools.bill.BillWorld.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.PageCommand;
import clickcounter.event.EventKind;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatementTest {
  private static final String SERVICE = "hostA-20261024_000000-k3f9xq";
  private static final String JUDGE = "ivt-20261025_040000";
  private static final String APPEALS = "appeals-20261027_090000";
  private static final String AD = "m123456";
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private BillWorld world;

  @BeforeEach
  void afterwards() {
    world = new BillWorld(directory);
    world.tool.now = Instant.parse("2026-10-29T12:00:00Z");
  }

  /** Two days, of which two clicks are taken back, and one is given back. */
  private static List<String> lines() {
    return List.of(
        event(SERVICE, 0, EventKind.BUDGET, AD, "2026-10-24T08:00:00Z", 500_000),
        event(SERVICE, 1, EventKind.IMPRESSION, AD, "2026-10-24T09:00:00Z", 0),
        click(SERVICE, 2, AD, "2026-10-24T09:00:01Z"),
        click(SERVICE, 3, AD, "2026-10-24T09:00:02Z"),
        event(SERVICE, 4, EventKind.FILTERED_BOTS, AD, "2026-10-24T09:00:03Z", 0),
        click(SERVICE, 5, AD, "2026-10-24T23:30:00.5Z"),
        click(SERVICE, 6, AD, "2026-10-25T10:00:00Z"),
        close(SERVICE, 7, "2026-10-25T12:00:00Z"),
        verdict(JUDGE, 0, EventKind.INVALIDATION, AD, "2026-10-25T04:00:00Z", SERVICE + ":3"),
        verdict(JUDGE, 1, EventKind.INVALIDATION, AD, "2026-10-25T04:00:00Z", SERVICE + ":5"),
        close(JUDGE, 2, "2026-10-25T04:00:01Z"),
        verdict(APPEALS, 0, EventKind.REINSTATEMENT, AD, "2026-10-27T09:00:00Z", SERVICE + ":3"),
        close(APPEALS, 1, "2026-10-27T09:00:01Z"));
  }

  private Result statement(String... words) {
    List<Object> all = new ArrayList<>(List.of("ads", "statement", AD, "--from", "2026-10-24"));
    all.addAll(List.of(words));
    return world.run(all.toArray());
  }

  private void countAll() throws IOException {
    world.count(lines());
    world.done("archive", "import");
  }

  @Test
  void theExampleOfThePageIsWhatTheCommandPrints() throws IOException {
    countAll();
    List<PageCommand> steps = PageCommand.below(Path.of("SERIES.md"), "Statements");
    assertThat(steps).hasSize(2);
    for (PageCommand step : steps) {
      Result result = world.run((Object[]) step.command().split(" "));
      assertThat(result.out())
          .as("%s%n%s", step.command(), result.out() + result.err())
          .matches(step.pattern(text -> text));
      assertThat(result.status()).isEqualTo(ExitCode.OK);
    }
  }

  /** F6 of the review: it said that 0.75 is to be paid, of a budget of 0.50. */
  @Test
  void costsBeyondTheBudgetAreShownAndNotOwed() throws IOException {
    countAll();

    assertThat(statement("--to", "2026-10-25").out())
        .contains(
            "in this time         0.75    0.50           0.25  0.50\n",
            "owed for this time: 0.50\n");
    JsonNode next =
        JSON.readTree(world.run("ads", "statement", AD, "--from=2026-10-25", "--json").out());
    assertThat(next.get("before"))
        .isEqualTo(
            JSON.readTree(
                """
                {"costMicros": 750000, "budgetMicros": 500000, "owedMicros": 500000,
                 "beyondBudgetMicros": 250000}
                """));
    assertThat(next.get("owedMicros").asLong()).isZero();
  }

  @Test
  void onlyWhatWasCountedIsInIt() throws IOException {
    List<String> arrived = new ArrayList<>(lines());
    arrived.remove(3);
    world.tool.counting.receive(arrived);
    world.archive(lines());
    world.done("archive", "import");

    Result result = statement("--to", "2026-10-28");

    assertThat(result.out())
        .contains(
            "clicks  4 gross, 1 filtered, 2 invalidated, 1 reinstated: 2 net\n",
            "cost    0.75 gross, 0.50 taken back, 0.25 charged again: 0.50 net\n",
            "no click",
            "not final; events may still come of 1 counter:\n  "
                + SERVICE
                + " 3: archived and not counted: clicks archive replay");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void withoutAllCountedEventsThereIsNoStatement() throws IOException {
    world.tool.counting.receive(lines());
    world.archive(lines().stream().filter(line -> !line.contains("\"" + JUDGE)).toList());
    world.done("archive", "import");

    Result result = statement("--to", "2026-10-26");

    assertThat(result.out())
        .contains(JUDGE + " 0..2: the counter is in no archive of the table: import its archive");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    world.archive(lines().stream().filter(line -> line.contains("\"" + JUDGE + ":0")).toList());
    world.done("archive", "import");

    result = statement("--to", "2026-10-28");

    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains(
            "no statement: not imported: counted events that may be of this time are in no archive"
                + " of the table: "
                + JUDGE
                + " 1..2. Import their archives: clicks archive import");
    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void ofTwoEventsWithOneNumberItDoesNotKnowWhichIsCounted() throws IOException {
    countAll();
    world.archive(List.of(event(SERVICE, 6, EventKind.CLICK, AD, "2026-10-25T10:00:00Z", 1)));
    world.done("archive", "import");

    assertThat(statement("--to", "2026-10-25").status()).isEqualTo(ExitCode.OK);
    Result result = statement("--to", "2026-10-26");
    assertThat(result.err()).contains("different events with one number", SERVICE + " 6");
    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void anAdOfWhichNothingWasCountedHasNoStatementOfZeros() throws IOException {
    countAll();

    Result result = world.run("ads", "statement", "m9");

    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("ad m9: no event of it was counted before the end");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void timeThatIsNotOverIsNotFinal() throws IOException {
    countAll();

    Result result = statement("--to", "2026-10-30");

    assertThat(result.out()).endsWith("\nnot final: the time is not over\n");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void jsonHasTheSameForPrograms() throws IOException {
    countAll();

    JsonNode json = JSON.readTree(statement("--to", "2026-10-28", "--json").out());

    assertThat(json.get("days")).hasSize(4);
    assertThat(json.get("sum"))
        .isEqualTo(
            JSON.readTree(
                """
                {"impressions": 1, "grossClicks": 5,
                 "filtered": {"bots": 1, "datacenter": 0, "other": 0, "prefetch": 0, "rate": 0,
                              "repeat": 0},
                 "invalidated": 2, "reinstated": 1, "clicks": 3, "grossCostMicros": 1000000,
                 "invalidatedMicros": 500000, "reinstatedMicros": 250000, "costMicros": 750000,
                 "budgetMicros": 500000}
                """));
    assertThat(json.get("corrections").get(2))
        .isEqualTo(
            JSON.readTree(
                """
                {"eventId": "%s:0", "type": "reinstatement", "author": "appeals",
                 "at": "2026-10-27T09:00:00Z", "clickId": "%s:3",
                 "clickAt": "2026-10-24T09:00:02Z", "costMicros": 250000, "reason": "ivt@r7"}
                """
                    .formatted(APPEALS, SERVICE)));
    assertThat(json.get("owedMicros").asLong()).isEqualTo(500_000);
    assertThat(json.get("final").asBoolean()).isTrue();
    assertThat(json.get("state").asText()).startsWith("table of 2026-10-29T12:00:00Z, documents");
  }

  @Test
  void columnsOfCsvAddUp() throws IOException {
    countAll();

    long[] sums = new long[12];
    statement("--to", "2026-10-28", "--zone", "Asia/Kolkata", "--csv")
        .out()
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .forEach(
            row -> {
              for (int i = 0; i < sums.length; i++) {
                sums[i] += Long.parseLong(row[i + 2]);
              }
            });

    assertThat(sums).containsExactly(1, 3, 750_000, 2, 1, 0, 0, 0, 0, 0, 500_000, 500_000);
  }

  @Test
  void oneFormAtATime() {
    world.tool.noVerdict = "nothing must be read";
    Result both = statement("--json", "--csv");
    assertThat(both.err()).contains("--json and --csv cannot be combined");
    assertThat(both.status()).isEqualTo(ExitCode.USAGE);
  }
}
