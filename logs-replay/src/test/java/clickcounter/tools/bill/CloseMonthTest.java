package clickcounter.tools.bill;

import static clickcounter.tools.bill.BillWorld.click;
import static clickcounter.tools.bill.BillWorld.close;
import static clickcounter.tools.bill.BillWorld.event;
import static clickcounter.tools.bill.BillWorld.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.PageCommand;
import clickcounter.event.EventKind;
import clickcounter.riak.RiakSettings;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Table;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of October 2026, with whatever may be in the way. */
class CloseMonthTest {
  private static final String A = "hostA-20261029_000000-k3f9xq";
  private static final String B = "hostB-20261030_060000-k3f9xq";
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private BillWorld world;

  @BeforeEach
  void inTheNextMonth() {
    world = new BillWorld(directory);
    world.tool.now = Instant.parse("2026-11-02T06:00:00Z");
  }

  private static List<String> october() {
    return List.of(
        event(A, 0, EventKind.BUDGET, "m1", "2026-10-29T08:00:00Z", 400_000),
        click(A, 1, "m1", "2026-10-29T09:00:00Z"),
        click(A, 2, "m1", "2026-10-31T09:00:00Z"),
        event(A, 3, EventKind.IMPRESSION, "m2", "2026-10-31T23:59:59.999Z", 0),
        close(A, 4, "2026-11-01T00:00:01Z"));
  }

  private static List<String> ofB() {
    return List.of(click(B, 0, "m1", "2026-10-30T07:00:00Z"), close(B, 1, "2026-10-30T08:00:00Z"));
  }

  private static List<String> verdicts(String counter, String time, EventKind kind, String click) {
    return List.of(verdict(counter, 0, kind, "m1", time, click), close(counter, 1, time));
  }

  private static List<String> invalidation(String counter, String time, String click) {
    return verdicts(counter, time, EventKind.INVALIDATION, click);
  }

  private String closed(String month) {
    Result result = world.close(month);
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.OK);
    assertThat(result.out()).startsWith(month + " is closed: " + world.months.resolve(month));
    return result.out();
  }

  private String open(String month, int status) {
    Result result = world.close(month);
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(status);
    assertThat(result.out()).startsWith(month + " is not closed: ");
    assertThat(world.months.resolve(month)).doesNotExist();
    return result.out();
  }

  private List<String> csv(String month) throws IOException {
    return Files.readAllLines(world.months.resolve(month).resolve(month + ".csv"));
  }

  private Map<String, byte[]> files(String month) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(world.months.resolve(month))) {
      for (Path file : all.toList()) {
        files.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  @Test
  void theExampleOfThePageIsWhatTheCommandPrints() throws IOException {
    world.count(october());
    world.done("archive", "import");
    for (PageCommand step : PageCommand.below(Path.of("SERIES.md"), "Month-end")) {
      Result result = world.run((Object[]) step.command().split(" "));
      assertThat(result.out())
          .as(result.out() + result.err())
          .matches(step.pattern(text -> text.replace("/var/lib/clicks/months", world.months + "")));
    }
  }

  @Test
  void aMonthIsWrittenOnceAndNeverChanges() throws IOException {
    world.count(october());

    String first = closed("2026-10");

    assertThat(first)
        .endsWith(
            """
            1 impression of 2 ads, table of 2026-11-02T06:00:00Z, documents of 2026-11-02T06:00:00Z
            clicks  2 gross, 0 filtered, 0 invalidated, 0 reinstated: 2 net
            cost    0.50 net, 0.10 beyond budgets: 0.40 owed
            """);
    assertThat(csv("2026-10"))
        .containsExactly(
            "ad,impressions,gross_clicks,filtered_clicks,invalidations,reinstatements,cost_micros,"
                + "budget_micros,late_events,late_cost_micros,total_cost_micros,"
                + "total_budget_micros,owed_micros",
            "m1,0,2,0,0,0,500000,400000,0,0,500000,400000,400000",
            "m2,1,0,0,0,0,0,0,0,0,0,0,0");
    Map<String, byte[]> files = files("2026-10");
    assertThat(files)
        .containsOnlyKeys(
            "2026-10.counters.parquet",
            "2026-10.csv",
            "2026-10.json",
            "2026-10.dims.csv",
            "2026-10.late.parquet",
            "2026-10.parquet",
            "2026-10.totals.parquet");

    world.count(invalidation("appeals-20261103_080000", "2026-11-03T08:00:00Z", A + ":1"));
    world.tool.now = Instant.parse("2026-12-02T06:00:00Z");
    assertThat(closed("2026-10")).isEqualTo(first);
    closed("2026-11");

    files("2026-10")
        .forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(files.get(name)));
    assertThat(csv("2026-11").get(1)).isEqualTo("m1,0,0,0,1,0,-250000,0,0,0,250000,400000,-150000");
    Result statement =
        world.run("ads", "statement", "m1", "--from", "2026-11-01", "--to", "2026-12-01");
    assertThat(statement.out())
        .contains(A + ":1  2026-10-29T09:00:00Z  -0.25", "owed for this time: -0.15\n");
  }

  @Test
  void aKillAtAnyStepLeavesNothingOrTheWholeMonth() throws IOException {
    world.count(october());
    world.done("archive", "import");
    List<Boolean> closedAt = new ArrayList<>();
    for (int steps = 0; steps < 9; steps++) {
      int[] left = {steps};
      Months months = new Months(directory.resolve("months" + steps));
      Runnable dies =
          () -> {
            if (left[0]-- == 0) {
              throw new Error("killed");
            }
          };
      assertThatThrownBy(() -> closeOctober(months, dies)).hasMessage("killed");
      closedAt.add(!months.closed().isEmpty());
      if (months.closed().isEmpty()) {
        closeOctober(months, () -> {});
      }
      assertThat(months.closed()).containsExactly(YearMonth.of(2026, 10));
      assertThat(Files.readString(months.directory(YearMonth.of(2026, 10)).resolve("2026-10.csv")))
          .contains("\nm1,0,2,0,0,0,500000,400000,0,0,500000,400000,400000\n");
      try (Stream<Path> left2 = Files.list(months.root())) {
        assertThat(left2).hasSize(1);
      }
    }
    assertThat(closedAt)
        .containsExactly(false, false, false, false, false, false, false, false, true);
  }

  private void closeOctober(Months months, Runnable written) throws IOException {
    try (Past past =
        Past.open(
            () -> Table.open(world.table),
            new Documents(world.tool.counting.store),
            RiakSettings.defaults("clicks"),
            world.tool.now)) {
      YearMonth october = YearMonth.of(2026, 10);
      assertThat(past.waits(0, Months.endMs(october))).isEmpty();
      assertThat(months.faults(october, past.table())).isEmpty();
      months.close(october, past, written);
    }
  }

  @Test
  void aMonthThatIsNotOverByEveryClockIsNotClosed() throws IOException {
    world.count(october());
    world.tool.now = Instant.parse("2026-11-01T00:04:59Z");

    assertThat(open("2026-10", ExitCode.MISSING))
        .isEqualTo(
            "2026-10 is not closed: it is not over by every clock before 2026-11-01T00:05:00Z\n");
  }

  @Test
  void whatMayStillBeCountedIsNamedWithTheWayOut() throws IOException {
    world.archive(october());
    world.tool.counting.receive(october().subList(0, 2));
    world.count(List.of(click(B, 1, "m1", "2026-10-30T07:00:00Z")));

    assertThat(open("2026-10", ExitCode.MISSING))
        .contains(
            "events before its end may still be counted, or are in no archive of the table\n",
            "  %s 0: missing, and in no archive of the table: import its archive, or".formatted(B),
            "  %s 2 and all above: the counter is not closed and has not come further"
                .formatted(A));
    JsonNode json = JSON.readTree(world.run("series", "close", "2026-10", "--json").out());
    assertThat(json.get("closed").asBoolean()).isFalse();
    assertThat(json.get("heldOpenBy")).hasSize(3);
    assertThat(json.get("heldOpenBy").get(2).get("last").isNull()).isTrue();
  }

  @Test
  void ofManyTheFirstTenAreNamed() throws IOException {
    world.count(october());
    for (int i = 0; i < 12; i++) {
      world.archive(List.of(click("c" + i, 0, "m1", "2026-10-30T07:00:00Z")));
    }

    assertThat(open("2026-10", ExitCode.MISSING)).hasLineCount(12).endsWith("\n  and 2 more\n");
  }

  @Test
  void countedEventsThatAreInNoArchiveAreNamed() throws IOException {
    world.count(october());
    world.tool.counting.receive(ofB());

    assertThat(open("2026-10", ExitCode.MISSING))
        .contains(B + " 0..1: the counter is in no archive of the table: import its archive\n");
  }

  /** A2 of the operator's review: it held all months open for ever. */
  @Test
  void whatWasWrittenOffHoldsNothing() throws IOException {
    world.archive(october());
    List<String> arrived = new ArrayList<>(october());
    arrived.remove(2);
    world.tool.counting.receive(arrived);
    assertThat(open("2026-10", ExitCode.MISSING)).contains(A + " 2: archived and not counted");

    world.done("counters", "write-off", A, "2", "--why", "a test");
    world.tool.countQueue();

    assertThat(closed("2026-10")).contains("cost    0.25 net, 0.00 beyond budgets: 0.25 owed");
  }

  /** F2 of the review: it was closed, and the bill was 0.25 too high. */
  @Test
  void aVerdictOfTheMonthThatIsNotCountedHoldsItOpenAndALaterOneDoesNot() throws IOException {
    world.count(october());
    world.archive(invalidation("desk-20261101_060000", "2026-11-01T07:00:00Z", A + ":1"));
    List<String> desk = new ArrayList<>();
    desk.add(verdict("d-1", 0, EventKind.INVALIDATION, "m1", "2026-10-31T20:00:00Z", A + ":1"));
    desk.add(close("d-1", 1, "2026-11-01T08:00:00Z"));
    world.archive(desk);
    world.tool.counting.receive(desk.subList(1, 2));

    assertThat(open("2026-10", ExitCode.MISSING))
        .contains("  d-1 0: archived and not counted: clicks archive replay --only-missing")
        .doesNotContain("desk");
    world.tool.counting.receive(desk);
    assertThat(closed("2026-10")).contains("1 invalidated");
  }

  /** F4 of the review: the month was closed, and the ad paid less. */
  @Test
  void aVerdictOnAClickThatNeverWasHoldsItOpenUntilItIsTakenBack() throws IOException {
    world.count(october());
    String never = "hostX-20261029_000000-k3f9xq:1";
    world.count(invalidation("ivt-1", "2026-10-31T20:00:00Z", never));

    assertThat(open("2026-10", ExitCode.WRONG))
        .contains(
            "events of it do not fit each other\n",
            "  hostX-20261029_000000-k3f9xq 1: verdict ivt-1:0 on it: no counted event, 1 in"
                + " force: its author takes it back by another verdict\n");

    world.count(verdicts("ivt-2", "2026-11-02T05:00:00Z", EventKind.REINSTATEMENT, never));
    closed("2026-10");
  }

  @Test
  void verdictsThatDoNotFitTheirClicksHoldItOpen() throws IOException {
    world.count(october());
    world.count(invalidation("ivt-1", "2026-10-31T20:00:00Z", A + ":1"));
    world.count(invalidation("desk-1", "2026-10-31T21:00:00Z", A + ":1"));
    world.count(invalidation("desk-2", "2026-10-31T21:00:00Z", A + ":3"));
    world.count(verdicts("desk-3", "2026-10-31T21:00:00Z", EventKind.REINSTATEMENT, A + ":2"));

    assertThat(open("2026-10", ExitCode.WRONG))
        .contains(
            A + " 1: verdict ivt-1:0 on it: invalidated twice, 2 in force",
            A + " 2: verdict desk-3:0 on it: not invalidated, -1 in force",
            A + " 3: verdict desk-2:0 on it: no click, 1 in force");
  }

  @Test
  void aFaultOfTheNextMonthHoldsNothing() throws IOException {
    world.count(october());
    world.count(invalidation("ivt-1", "2026-10-31T20:00:00Z", A + ":1"));
    world.count(invalidation("desk-1", "2026-11-01T21:00:00Z", A + ":1"));

    closed("2026-10");
  }

  @Test
  void twoEventsWithOneNumberHoldItOpen() throws IOException {
    world.count(october());
    world.archive(List.of(event(A, 1, EventKind.CLICK, "m1", "2026-10-29T09:00:00Z", 7)));

    assertThat(open("2026-10", ExitCode.WRONG))
        .contains("  " + A + " 1: two different events have this number");
  }

  @Test
  void whatIsCountedAfterItsMonthWasClosedIsInTheNextBill() throws IOException {
    world.count(october());
    closed("2026-10");
    world.count(ofB());
    world.tool.now = Instant.parse("2026-12-02T06:00:00Z");

    assertThat(closed("2026-11"))
        .contains(
            "cost    0.25 net, 0.25 beyond budgets: 0.00 owed\n",
            "late    1 event of earlier months in it, counted since these were closed: cost 0.25\n");
    assertThat(csv("2026-11"))
        .hasSize(2)
        .last()
        .isEqualTo("m1,0,1,0,0,0,250000,0,1,250000,750000,400000,0");
    world.tool.now = Instant.parse("2027-01-02T06:00:00Z");
    closed("2026-12");
    assertThat(csv("2026-12")).hasSize(1);
    assertThat(world.run("ads", "statement", "m1", "--from=2026-11-01", "--to=2026-12-01").out())
        .contains(
            "2026-11-01            0      1            0           0       1  0.25    0.00  yes\n",
            "late    1 event of earlier months in it, counted since these were closed: cost 0.25");
  }

  @Test
  void monthsAreClosedInOrder() throws IOException {
    world.count(october());
    world.tool.now = Instant.parse("2027-01-02T06:00:00Z");
    closed("2026-10");

    for (String other : List.of("2026-09", "2026-12")) {
      assertThat(open(other, ExitCode.MISSING))
          .isEqualTo(
              other + " is not closed: months are closed in order, and the next one is 2026-11\n");
    }
  }

  @Test
  void aMonthBeforeTheFirstEventIsNotClosedAndAnEmptyOneLaterIs() throws IOException {
    world.count(october());
    assertThat(open("2026-09", ExitCode.MISSING)).contains("nothing was counted before its end");

    world.tool.now = Instant.parse("2026-12-02T06:00:00Z");
    assertThat(closed("2026-11")).contains("0 impressions of 0 ads");
  }

  @Test
  void aSecondCloseAtTheSameTimeIsRefused() throws IOException {
    world.count(october());
    try (var lock = new Months(world.months).lock()) {
      Result result = world.close("2026-10");
      assertThat(result.status()).isEqualTo(ExitCode.FAILED);
      assertThat(result.err()).contains("another series close is at work there");
    }
    closed("2026-10");
  }

  @Test
  void jsonIsTheSameAgain() throws IOException {
    world.count(october());
    closed("2026-10");

    JsonNode json = JSON.readTree(world.run("series", "close", "2026-10", "--json").out());

    assertThat(json.get("closed").asBoolean()).isTrue();
    assertThat(json.get("sums").get("owedMicros").asLong()).isEqualTo(400_000);
    assertThat(json.get("sums").get("month").asText()).isEqualTo("2026-10");
  }

  @Test
  void wrongUsage() {
    assertThat(world.tool.run("series", "close", "2026-13").err()).contains("YYYY-MM");
    assertThat(world.tool.run("series", "close", "1969-12").err())
        .contains("expected a month such as 2026-10, got 1969-12");
    assertThat(world.tool.run("series", "close", "2026-10").err())
        .contains("expected the setting ops.months");
  }
}
