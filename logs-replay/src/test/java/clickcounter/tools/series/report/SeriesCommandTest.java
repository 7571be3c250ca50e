package clickcounter.tools.series.report;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.PageCommand;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.WriteOffRequest;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.Ending;
import clickcounter.store.DocumentKey;
import clickcounter.tools.Tool;
import clickcounter.tools.series.Slots;
import clickcounter.tools.series.files.DayWriter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesCommandTest {
  private static final String AD = "m123456";
  private static final String COUNTER = "hostA-20261024_000000-k3f9xq";
  private static final String LAST_HOUR =
      "series show m123456 --from 2026-10-25T01:00 --to 2026-10-25T04:00 --by hour --zone Europe/Zurich";
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private AdTotals totals = new AdTotals();
  private RecentHours hours = new RecentHours();

  @BeforeEach
  void count() {
    tool.now = Instant.parse("2026-10-27T12:00:00Z");
    // A counter that adds nothing: without any, this would not be the Riak of a topology.
    tool.counting.receive(
        List.of(
            EventWriter.toLine(new Close("hostZ-20261001_000000", 0, ms("2026-10-01T00:00:00Z")))));
    // 02:00 in Zurich, before and after the clock goes back.
    add("2026-10-25T00:45:00Z", new HourCounts(1_234, 12, 2_845_678));
    add("2026-10-25T01:15:00Z", new HourCounts(7, 1, 250_000));
  }

  /** Has the ad's document count this. */
  private void add(String time, HourCounts counts) {
    for (int i = 0; i < counts.impressions(); i++) {
      totals.add(EventKind.IMPRESSION, 0, ms(time));
    }
    for (int i = 0; i < counts.clicks(); i++) {
      totals.add(EventKind.CLICK, i == 0 ? counts.costMicros() : 0, ms(time));
    }
    hours.add(Hours.of(ms(time)), counts);
    AdDocument document =
        new AdDocument(AD, totals, hours, Map.of(), new WriteStamp("w2", 2, List.of("w1")));
    tool.counting.put(
        DocumentKey.ad(AD), AdDocumentCodec.CONTENT_TYPE, AdDocumentCodec.write(document));
  }

  /** Makes the files of a day on which the ad counted this at 09:00, if at all. */
  private void addDay(String day, HourCounts counts) throws IOException {
    long epochDay = LocalDate.parse(day).toEpochDay();
    try (DayWriter writer = new DayWriter(directory, epochDay, false)) {
      if (!counts.isNone()) {
        writer.add(AD, new TreeMap<>(Map.of(Slots.firstOf(epochDay) + 36, counts)));
      }
    }
  }

  private static long ms(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private Result run(String words) {
    return tool.run((Object[]) words.split(" "));
  }

  private static String event(String counter, long sequence, String time) {
    return EventWriter.toLine(
        new AdEvent(counter, sequence, EventKind.CLICK, "m9", ms(time), 250_000));
  }

  @Test
  void theTableHasARowForEachHourWhateverTheClockDoes() {
    Result result = run(LAST_HOUR);
    assertThat(result.out())
        .isEqualTo(
            """
            ad m123456 by hour in Europe/Zurich, from 2026-10-25 01:00 +02:00 to 2026-10-25 04:00 +01:00
            hour                     impressions  clicks      cost  invalid  final
            2026-10-25 01:00 +02:00            0       0  0.000000        0  yes
            2026-10-25 02:00 +02:00        1,234      12  2.845678        0  yes
            2026-10-25 02:00 +01:00            7       1  0.250000        0  yes
            2026-10-25 03:00 +01:00            0       0  0.000000        0  yes
            sum                            1,241      13  3.095678        0  yes
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
            period,from,to,impressions,clicks,cost_micros,invalid,final
            2026-10-25 01:00 +02:00,2026-10-25T01:00:00+02:00,2026-10-25T02:00:00+02:00,0,0,0,0,true
            2026-10-25 02:00 +02:00,2026-10-25T02:00:00+02:00,2026-10-25T02:00:00+01:00,1234,12,2845678,0,true
            2026-10-25 02:00 +01:00,2026-10-25T02:00:00+01:00,2026-10-25T03:00:00+01:00,7,1,250000,0,true
            2026-10-25 03:00 +01:00,2026-10-25T03:00:00+01:00,2026-10-25T04:00:00+01:00,0,0,0,0,true
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
                 "costMicros": 2845678, "invalid": 0, "final": false}
                """));
    assertThat(json.get("sum"))
        .isEqualTo(
            JSON.readTree(
                "{\"impressions\": 1241, \"clicks\": 13, \"costMicros\": 3095678, \"invalid\": 0}"));
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
        .contains("sum                            1,241      13  3.095678        0  no\n")
        .endsWith(
            """
            not final; events may still come of 1 counter:
              hostA-20261024_000000-k3f9xq: at most 3 missing events; has not come so far yet, its last event is of 2026-10-25T02:30:00Z
            """);
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    tool.counting.receive(
        List.of(
            EventWriter.toLine(
                new WriteOffRequest(
                    "ops-1", 0, 0, false, COUNTER, 5, Ending.NO_END, "host burnt"))));
    assertThat(run(LAST_HOUR).out()).contains(COUNTER + ": at most 3 missing events\n");
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
    Result result = run("series show m123456");
    assertThat(result.out())
        .contains("from 2026-10-25 00:00 +00:00 to 2026-10-27 12:00 +00:00")
        .contains("2026-10-26            0       0  0.000000        0  yes")
        .contains("2026-10-27            0       0  0.000000        0  no")
        .endsWith("not final: the time is not over\n");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void withoutFromItBeginsWithTheHourOfTheAdsFirstEventInDocumentOrFiles() throws IOException {
    assertThat(run("series show m123456 --by hour").out())
        .contains("final\n2026-10-25 00:00 +00:00        1,234 ");
    addDay("2026-10-22", new HourCounts(3, 0, 0));
    addDay("2026-10-23", HourCounts.NONE);
    assertThat(run("series show m123456 --by hour --series " + directory).out())
        .contains("final\n2026-10-22 09:00 +00:00            3 ");
    assertThat(run("series show m123456 --by hour --to 2026-10-25").out())
        .as("all of it is before the ad's first event")
        .contains("final\n2026-10-18 00:00 +00:00            0 ");
  }

  @Test
  void countersAreReadBeforeTheCounts() {
    tool.counting.receive(List.of(event(COUNTER, 0, "2026-10-25T00:10:00Z")));
    // Counted between both reads: the row has it, and is not yet called final.
    tool.counting.store.beforeFetch =
        key -> {
          if (key.equals(DocumentKey.ad(AD))) {
            tool.counting.receive(
                List.of(
                    event(COUNTER, 1, "2026-10-25T00:11:00Z"),
                    event(COUNTER, 2, "2026-10-26T00:00:00Z")));
          }
        };
    assertThat(run(LAST_HOUR).status()).isEqualTo(ExitCode.MISSING);
    assertThat(run(LAST_HOUR).status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aCounterThatCannotBeReadLeavesNothingFinal() {
    tool.counting.receive(List.of(event(COUNTER, 0, "2026-10-26T12:00:00Z")));
    tool.counting.put(DocumentKey.counter(COUNTER), "application/json", new byte[] {'{'});
    Result result = run(LAST_HOUR);
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(result.out())
        .contains(COUNTER + ": its document is blocked; see clicks counters gaps");
  }

  @Test
  void hoursThatAZoneCutsAreNotBuiltAndNotGuessed() throws IOException {
    String words = " m123456 --from 2026-10-25 --to 2026-10-26 --zone Asia/Kolkata --by hour";
    Result result = run("series show" + words);
    assertThat(result.out())
        .contains(
            "2026-10-25 05:00 +05:30    not built                         -\n",
            "2026-10-25 06:00 +05:30    not built                         -\n",
            "2026-10-25 07:00 +05:30    not built                         -\n",
            "2026-10-25 08:00 +05:30            0       0  0.00        0  yes\n",
            "sum                        not built                         -\n",
            "not built: times that begin or end within an hour of UTC, of 2026-10-25.",
            "--minutes 15");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(run("series show --json" + words).out()).contains("--minutes 15) and name them");
  }

  /** An event of the 20th: the document has it in its totals alone. */
  private void countOlder() {
    totals.add(EventKind.CLICK, 250_000, ms("2026-10-20T09:00:00Z"));
    add("2026-10-25T01:30:00Z", new HourCounts(1, 0, 0));
  }

  @Test
  void aTimeThatNeitherFilesNorDocumentHaveIsNotBuiltAndNeverZero() throws IOException {
    countOlder();
    addDay("2026-10-21", new HourCounts(3, 0, 0));
    String words = "series show m123456 --from 2026-10-20 --to 2026-10-26 --series " + directory;
    Result result = run(words);
    assertThat(result.out())
        .endsWith(
            """
            day         impressions  clicks      cost  invalid  final
            2026-10-20    not built                             -
            2026-10-21            3       0  0.000000        0  yes
            2026-10-22    not built                             -
            2026-10-23    not built                             -
            2026-10-24            0       0  0.000000        0  yes
            2026-10-25        1,242      13  3.095678        0  yes
            sum           not built                             -
            not built: 2026-10-20, 2026-10-22 to 2026-10-23 (UTC). When they are final, make their files (clicks series build PATH… --series DIR) and name them with --series
            """);
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    Result csv = run(words + " --csv");
    assertThat(csv.out())
        .contains("2026-10-22,2026-10-22T00:00:00Z,2026-10-23T00:00:00Z,,,,,\n", ",3,0,0,0,true\n");
    assertThat(csv.err()).startsWith("not built: 2026-10-20, 2026-10-22 to 2026-10-23 (UTC)");
    JsonNode json = JSON.readTree(run(words + " --json").out());
    assertThat(json.get("rows").get(2))
        .isEqualTo(
            JSON.readTree(
                """
                {"label": "2026-10-22", "from": "2026-10-22T00:00:00Z",
                 "to": "2026-10-23T00:00:00Z", "impressions": null, "clicks": null,
                 "costMicros": null, "invalid": null, "final": null}
                """));
    assertThat(json.get("sum").isNull()).isTrue();
    assertThat(json.get("note").asText()).startsWith("not built");
  }

  @Test
  void hoursBeforeThoseOfADocumentAreZeroIfItHasAllThatItEverCounted() {
    String words = "series show m123456 --from 2026-10-01 --to 2026-10-26";
    assertThat(run(words).out())
        .contains("2026-10-01            0       0  0.000000        0  yes");
    countOlder();
    assertThat(run(words).out()).contains("2026-10-01    not built");
  }

  @Test
  void riakIsNotAskedIfAllDaysHaveFiles() throws IOException {
    addDay("2026-10-25", new HourCounts(3, 0, 0));
    tool.noVerdict = "Riak must not be asked";
    Result result =
        run("series show m123456 --from 2026-10-25 --to 2026-10-26 --csv --series " + directory);
    assertThat(result.out()).endsWith(",3,0,0,0,true\n");
    assertThat(result.status()).isEqualTo(ExitCode.OK);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          series show m1 --json --csv                 | --json and --csv cannot be combined
          series show m1 --by year                    | expected hour, day, week, month, got 'year'
          series show m1 --zone Europe/Zuerich        | expected a time zone such as Europe/Zurich
          series show m1 --from today                 | --from: expected a date such as 2026-06-01
          series show m1 --from 2026-10-28            | expected --from before --to
          series show m1 --by hour --from 1990-01-01  | expected at most 100000 rows
          series show m1 m2                           | one argument too many
          series show --all                           | expected --series DIR
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
    assertThat(run("series show --help").out())
        .contains(
            "clicks series show m123456 --series /var/lib/clicks/series --zone",
            "Exit codes",
            "all rows are printed");
  }

  @Test
  void theExampleOfThePageIsWhatTheCommandPrints() throws IOException {
    tool.now = Instant.parse("2026-10-27T07:00:00Z");
    totals = new AdTotals();
    hours = new RecentHours();
    add("2026-10-24T09:00:00Z", new HourCounts(48_102, 1_210, 302_500_000, 14));
    add("2026-10-25T09:00:00Z", new HourCounts(51_377, 1_302, 325_501_200));
    add("2026-10-26T09:00:00Z", new HourCounts(47_990, 1_187, 296_750_000, 3));
    addDay("2026-10-23", HourCounts.NONE);
    addDay("2026-10-24", new HourCounts(48_102, 1_210, 302_500_000, 14));
    addDay("2026-10-25", new HourCounts(51_377, 1_302, 325_501_200));
    String hostA = "hostA-20261026_060000-k3f9xq";
    tool.counting.receive(
        List.of(event(hostA, 0, "2026-10-26T06:00:00Z"), event(hostA, 18, "2026-10-27T06:59:58Z")));
    List<PageCommand> steps = PageCommand.below(Path.of("SERIES.md"), "Series");
    assertThat(steps).hasSize(2);
    for (PageCommand step : steps) {
      Result result = run(step.command().replace("/var/lib/clicks/series", directory.toString()));
      assertThat(result.out())
          .as("%s%n%s", step.command(), result.out())
          .matches(step.pattern(text -> text));
    }
  }
}
