package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.PageCommand;
import clickcounter.document.HourCounts;
import clickcounter.document.Quarters;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.store.DocumentKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesCommandTest {
  private static final String AD = "m123456";
  private static final String COUNTER = "hostA-20261024_000000-k3f9xq";
  private static final String LAST_HOUR =
      "series m123456 --from 2026-10-25T01:00 --to 2026-10-25T04:00 --by hour --zone Europe/Zurich";
  private static final JsonMapper JSON = new JsonMapper();

  private final Tool tool = new Tool();

  @BeforeEach
  void count() {
    tool.now = Instant.parse("2026-10-27T12:00:00Z");
    // 02:00 in Zurich, before and after the clock goes back.
    add("2026-10-25T00:00:00Z", new HourCounts(1_200, 10, 2_500_000));
    add("2026-10-25T00:45:00Z", new HourCounts(34, 2, 345_678));
    add("2026-10-25T01:15:00Z", new HourCounts(7, 1, 250_000));
  }

  private void add(String time, HourCounts counts) {
    tool.series.add(AD, Quarters.of(ms(time)), counts);
  }

  private static long ms(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private Result run(String words) {
    return tool.run((Object[]) words.split(" "));
  }

  private static String event(String counter, long sequence, String time) {
    return EventWriter.toLine(
        new AdEvent(counter, sequence, EventKind.CLICK, AD, ms(time), 250_000));
  }

  @Test
  void theTableHasARowForEachHourWhateverTheClockDoes() {
    Result result = run(LAST_HOUR);
    assertThat(result.out())
        .isEqualTo(
            """
            ad m123456 by hour in Europe/Zurich, from 2026-10-25 01:00 +02:00 to 2026-10-25 04:00 +01:00
            hour                     impressions  clicks      cost  final
            2026-10-25 01:00 +02:00            0       0  0.000000  yes
            2026-10-25 02:00 +02:00        1,234      12  2.845678  yes
            2026-10-25 02:00 +01:00            7       1  0.250000  yes
            2026-10-25 03:00 +01:00            0       0  0.000000  yes
            sum                            1,241      13  3.095678  yes
            final: no event of this time can still come
            """);
    assertThat(result.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void csvHasExactMicrosAndTimesWithTheirOffsets() {
    Result result = run(LAST_HOUR + " --csv");
    assertThat(result.out())
        .isEqualTo(
            """
            period,from,to,impressions,clicks,cost_micros,final
            2026-10-25 01:00 +02:00,2026-10-25T01:00:00+02:00,2026-10-25T02:00:00+02:00,0,0,0,true
            2026-10-25 02:00 +02:00,2026-10-25T02:00:00+02:00,2026-10-25T02:00:00+01:00,1234,12,2845678,true
            2026-10-25 02:00 +01:00,2026-10-25T02:00:00+01:00,2026-10-25T03:00:00+01:00,7,1,250000,true
            2026-10-25 03:00 +01:00,2026-10-25T03:00:00+01:00,2026-10-25T04:00:00+01:00,0,0,0,true
            """);
    assertThat(result.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void jsonHasTheSameForPrograms() throws IOException {
    // Of 0 to 4, 1 to 3 are missing, and the counter is open.
    tool.counting.receive(
        List.of(
            event(COUNTER, 0, "2026-10-24T12:00:00Z"), event(COUNTER, 4, "2026-10-25T02:30:00Z")));
    Result result = run(LAST_HOUR + " --json");
    JsonNode json = JSON.readTree(result.out());
    assertThat(json.get("adId").asText()).isEqualTo(AD);
    assertThat(json.get("by").asText()).isEqualTo("hour");
    assertThat(json.get("zone").asText()).isEqualTo("Europe/Zurich");
    assertThat(json.get("from").asText()).isEqualTo("2026-10-25T01:00:00+02:00");
    assertThat(json.get("to").asText()).isEqualTo("2026-10-25T04:00:00+01:00");
    assertThat(json.get("note").isNull()).isTrue();
    assertThat(json.get("rows")).hasSize(4);
    assertThat(json.get("rows").get(1))
        .isEqualTo(
            JSON.readTree(
                """
                {"label": "2026-10-25 02:00 +02:00", "from": "2026-10-25T02:00:00+02:00",
                 "to": "2026-10-25T02:00:00+01:00", "impressions": 1234, "clicks": 12,
                 "costMicros": 2845678, "final": false}
                """));
    assertThat(json.get("sum"))
        .isEqualTo(
            JSON.readTree("{\"impressions\": 1241, \"clicks\": 13, \"costMicros\": 3095678}"));
    assertThat(json.get("final").asBoolean(true)).isFalse();
    assertThat(json.get("over").asBoolean()).isTrue();
    assertThat(json.get("mayCome"))
        .isEqualTo(
            JSON.readTree(
                "[{\"counterId\": \"%s\", \"missing\": 3, \"tail\": \"open\", \"lastEventAt\": %d}]"
                    .formatted(COUNTER, ms("2026-10-25T02:30:00Z"))));
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void whoMayStillAddEventsIsNamed() {
    tool.counting.receive(
        List.of(
            event(COUNTER, 0, "2026-10-24T12:00:00Z"), event(COUNTER, 4, "2026-10-25T02:30:00Z")));
    Result result = run(LAST_HOUR);
    assertThat(result.out())
        .contains("sum                            1,241      13  3.095678  no\n")
        .endsWith(
            """
            not final; events may still come of 1 counter:
              hostA-20261024_000000-k3f9xq: at most 3 missing events; has not come so far yet, its last event is of 2026-10-25T02:30:00Z
            """);
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(run(LAST_HOUR + " --ended " + COUNTER).out())
        .contains(COUNTER + ": at most 3 missing events\n");
  }

  @Test
  void manyCountersAreNamedUpToTenAndThenCounted() {
    List<String> lines = new ArrayList<>();
    for (int i = 10; i < 23; i++) {
      lines.add(event("host" + i + "-20261024_000000", 0, "2026-10-24T12:00:00Z"));
    }
    tool.counting.receive(lines);
    Result result = run(LAST_HOUR);
    assertThat(result.out())
        .contains("of 13 counters:", "host10-", "host19-", "… and 3 more (--json lists them)")
        .doesNotContain("host20-");
  }

  @Test
  void aCounterThatClosedAndLacksNothingIsNotNamed() {
    tool.counting.receive(
        List.of(
            event(COUNTER, 0, "2026-10-25T00:10:00Z"),
            EventWriter.toLine(new Close(COUNTER, 1, ms("2026-10-25T00:20:00Z")))));
    assertThat(run(LAST_HOUR).status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aTimeThatIsNotOverIsNotFinal() {
    Result result = run("series m123456");
    assertThat(result.out())
        .contains("from 2026-10-20 00:00 +00:00 to 2026-10-27 12:00 +00:00")
        .contains("2026-10-26            0       0  0.000000  yes")
        .contains("2026-10-27            0       0  0.000000  no")
        .endsWith("not final: the time is not over\n");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void countersAreReadBeforeTheCounts() {
    tool.counting.receive(List.of(event(COUNTER, 0, "2026-10-25T00:10:00Z")));
    // Counted between both reads: the row has it, and is not yet called final.
    tool.series.beforeRead =
        () ->
            tool.counting.receive(
                List.of(
                    event(COUNTER, 1, "2026-10-25T00:11:00Z"),
                    event(COUNTER, 2, "2026-10-26T00:00:00Z")));
    assertThat(run(LAST_HOUR).status()).isEqualTo(ExitCode.MISSING);
    assertThat(run(LAST_HOUR).status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aCounterThatCannotBeReadLeavesNothingFinal() {
    tool.counting.receive(List.of(event(COUNTER, 0, "2026-10-26T12:00:00Z")));
    tool.counting.put(DocumentKey.counter(COUNTER), "application/json", new byte[] {'{'});
    Result result = run(LAST_HOUR);
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(result.out()).contains(COUNTER + ": its document cannot be read; see clicks gaps");
  }

  @Test
  void withCountsOnlyNobodyIsAskedWhatIsFinal() {
    Result result = run("series m123456 --from 2026-10-25 --to 2026-10-26 --counts-only");
    assertThat(result.out())
        .contains("2026-10-25        1,241      13  3.095678  -\n")
        .doesNotContain("final:", "not final");
    assertThat(result.status()).isEqualTo(ExitCode.OK);
    assertThat(run("series m123456 --from 2026-10-25 --to 2026-10-26 --counts-only --csv").out())
        .endsWith(",3095678,\n");
  }

  @Test
  void hoursThatDoNotFitTheZoneAreSaidSo() {
    tool.series.ads.clear();
    add("2026-10-25T00:00:00Z", new HourCounts(1, 1, 0));
    String words = " m123456 --from 2026-10-25 --to 2026-10-26 --zone Asia/Kathmandu";
    assertThat(run("series" + words).out())
        .contains("\nCounts are kept by hours in UTC, and the offset of Asia/Kathmandu");
    assertThat(run("series --json" + words).out())
        .contains("\"note\" : \"Counts are kept by hours");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          series m1 --json --csv                 | --json and --csv cannot be combined
          series m1 --by year                    | expected hour, day, week, month, got 'year'
          series m1 --zone Europe/Zuerich        | expected a time zone such as Europe/Zurich
          series m1 --from today                 | --from: expected a date such as 2026-06-01
          series m1 --from 2026-10-28            | expected --from before --to
          series m1 --by hour --from 1990-01-01  | expected at most 100000 rows
          series m1 m2                           | Unmatched argument
          """)
  void wrongUsageIsToldBeforeAnythingIsRead(String words, String message) {
    tool.noVerdict = "nothing must be read";
    Result result = run(words);
    assertThat(result.err()).contains(message);
    assertThat(result.out()).isEmpty();
    assertThat(result.status()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void theHelpHasExamplesAndExitCodes() {
    assertThat(run("series --help").out())
        .contains(
            "clicks series m123456 --zone Europe/Zurich", "Exit codes", "all rows are printed");
  }

  @Test
  void theExampleOfThePageIsWhatTheCommandPrints() throws IOException {
    tool.series.ads.clear();
    tool.now = Instant.parse("2026-10-27T07:00:00Z");
    add("2026-10-24T09:00:00Z", new HourCounts(48_102, 1_210, 302_500_000));
    add("2026-10-25T09:00:00Z", new HourCounts(51_377, 1_302, 325_501_200));
    add("2026-10-26T09:00:00Z", new HourCounts(47_990, 1_187, 296_750_000));
    String hostA = "hostA-20261026_060000-k3f9xq";
    tool.counting.receive(
        List.of(event(hostA, 0, "2026-10-26T06:00:00Z"), event(hostA, 18, "2026-10-27T06:59:58Z")));
    List<PageCommand> steps = PageCommand.below(Path.of("README.md"), "Series");
    assertThat(steps).hasSize(2);
    for (PageCommand step : steps) {
      Result result = run(step.command());
      assertThat(result.out())
          .as("%s%n%s", step.command(), result.out())
          .matches(step.pattern(text -> text));
    }
  }
}
