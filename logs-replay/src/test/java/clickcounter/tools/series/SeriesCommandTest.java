package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.PageCommand;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.store.DocumentKey;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesCommandTest {
  private static final String AD = "m123456";
  private static final String COUNTER = "hostA-20261024_000000-k3f9xq";
  private static final String LAST_HOUR =
      "series show m123456 --from 2026-10-25T01:00 --to 2026-10-25T04:00 --by hour --zone Europe/Zurich";
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private int files;

  @BeforeEach
  void count() throws IOException {
    tool.now = Instant.parse("2026-10-27T12:00:00Z");
    String counter = "hostB-20261025_000000";
    List<String> lines = new ArrayList<>();
    // 02:00 in Zurich, before and after the clock goes back.
    for (int i = 0; i < 1_246; i++) {
      boolean isClick = i >= 1_234;
      lines.add(
          event(
              counter,
              i,
              isClick ? EventKind.CLICK : EventKind.IMPRESSION,
              AD,
              "2026-10-25T00:45:00Z",
              i == 1_234 ? 2_845_678 : 0));
    }
    for (int i = 1_246; i < 1_253; i++) {
      lines.add(event(counter, i, EventKind.IMPRESSION, AD, "2026-10-25T01:15:00Z", 0));
    }
    lines.add(event(counter, 1_253, EventKind.CLICK, AD, "2026-10-25T01:15:00Z", 250_000));
    lines.add(close(counter, 1_254, "2026-10-25T01:20:00Z"));
    archiveAndCount(lines);
  }

  private static long ms(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private static String event(
      String counter, long sequence, EventKind kind, String ad, String time, long micros) {
    return EventWriter.toLine(new AdEvent(counter, sequence, kind, ad, ms(time), micros));
  }

  /** A click of another ad. */
  private static String click(String counter, long sequence, String time) {
    return event(counter, sequence, EventKind.CLICK, "m9", time, 250_000);
  }

  private static String close(String counter, long sequence, String time) {
    return EventWriter.toLine(new Close(counter, sequence, ms(time)));
  }

  private void archive(List<String> lines) throws IOException {
    EventFiles.write(directory.resolve("archive/" + files++ + ".ndjson"), lines);
  }

  private void archiveAndCount(List<String> lines) throws IOException {
    archive(lines);
    tool.counting.receive(lines);
  }

  /** An operator's decision, archived and counted. */
  private void decide(String counter, long from, long to, String time) throws IOException {
    String operator = "ops-" + counter;
    archiveAndCount(
        List.of(
            EventWriter.toLine(
                new WriteOffRequest(operator, 0, ms(time), false, counter, from, to, "lost")),
            close(operator, 1, time)));
  }

  private void importAll() {
    Result result =
        run(
            "archive import --set ops.table=TABLE DIR/archive --set ops.archive="
                + directory
                + "/none");
    assertThat(result.status()).as(result.err()).isZero();
  }

  private Result run(String words) {
    String there =
        words
            .replace("TABLE", directory.resolve("table").toString())
            .replace("DIR", directory.toString());
    return tool.run((Object[]) there.split(" "));
  }

  /** With the table as it is now. */
  private Result show(String words) {
    return run("series show " + words + " --set ops.table=TABLE");
  }

  private Result lastHour() {
    return run(LAST_HOUR + " --set ops.table=TABLE");
  }

  @Test
  void theTableHasARowForEachHourWhateverTheClockDoes() {
    importAll();
    Result result = lastHour();
    assertThat(result.out())
        .isEqualTo(
            """
            ad m123456 by hour in Europe/Zurich, from 2026-10-25 01:00 +02:00 to 2026-10-25 04:00 +01:00
            table of 2026-10-27T12:00:00Z, documents of 2026-10-27T12:00:00Z
            hour                     impressions  clicks      cost  invalid  final
            2026-10-25 01:00 +02:00            0       0      0.00        0  yes
            2026-10-25 02:00 +02:00        1,234      12  2.845678        0  yes
            2026-10-25 02:00 +01:00            7       1      0.25        0  yes
            2026-10-25 03:00 +01:00            0       0      0.00        0  yes
            sum                            1,241      13  3.095678        0  yes
            final: no event before the end can still be counted
            """);
    assertThat(result.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void withoutATableTheDocumentHasTheNewestHoursAndNothingIsFinal() {
    Result result = run(LAST_HOUR);
    assertThat(result.out())
        .contains("2026-10-25 02:00 +02:00        1,234      12  2.845678        0  no\n")
        .endsWith(
            "not final: only with the table is it known what may still come: name it by the"
                + " setting ops.table\n");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void csvHasExactMicrosAndTimesWithTheirOffsets() {
    importAll();
    Result result = run(LAST_HOUR + " --set ops.table=TABLE --csv");
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

  /** Of 0 to 4, 1 to 3 are missing and in no file, and the counter is open. */
  private void countWithAGap() throws IOException {
    archiveAndCount(
        List.of(
            click(COUNTER, 0, "2026-10-24T12:00:00Z"), click(COUNTER, 4, "2026-10-25T02:30:00Z")));
  }

  @Test
  void jsonHasTheSameForPrograms() throws IOException {
    countWithAGap();
    importAll();
    Result result = run(LAST_HOUR + " --set ops.table=TABLE --json");
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
                """
                [{"counterId": "%s", "first": 1, "last": 3, "from": %d, "reason": "lost"},
                 {"counterId": "%s", "first": 5, "last": null, "from": %d, "reason": "not closed"}]
                """
                    .formatted(
                        COUNTER, ms("2026-10-24T11:55:00Z"), COUNTER, ms("2026-10-25T02:25:00Z"))));
    assertThat(json.get("tableAt").asLong()).isEqualTo(tool.now.toEpochMilli());
    assertThat(json.get("documentsAt").asLong()).isEqualTo(tool.now.toEpochMilli());
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void whatMayStillComeIsNamedWithTheWayOut() throws IOException {
    countWithAGap();
    importAll();
    Result result = lastHour();
    assertThat(result.out())
        .contains("sum                            1,241      13  3.095678        0  no\n")
        .endsWith(
            """
            not final; events may still come of 1 counter:
              hostA-20261024_000000-k3f9xq 1..3: missing, and in no archive of the table: import its archive, or clicks counters write-off
              hostA-20261024_000000-k3f9xq 5 and all above: the counter is not closed and has not come further: import newer archives, or, if its service has ended, clicks counters close
            """);
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    decide(COUNTER, 5, Ending.NO_END, "2026-10-26T00:00:00Z");
    importAll();
    assertThat(lastHour().out()).contains(COUNTER + " 1..3: missing").doesNotContain("and all");
    decide(COUNTER + "-2", 0, 0, "2026-10-26T00:00:00Z");
    assertThat(lastHour().out()).contains(COUNTER + "-2 1 and all above: the counter is in no");
  }

  @Test
  void muchIsNamedUpToTenAndThenCounted() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 10; i < 23; i++) {
      lines.add(click("host" + i + "-20261024_000000", 0, "2026-10-24T12:00:00Z"));
    }
    archiveAndCount(lines);
    importAll();
    Result result = lastHour();
    assertThat(result.out())
        .contains("of 13 counters:", "host10-", "host19-", "  and 3 more\n")
        .doesNotContain("host20-");
  }

  @Test
  void aCounterThatClosedAndLacksNothingIsNotNamed() throws IOException {
    archiveAndCount(
        List.of(
            click(COUNTER, 0, "2026-10-25T00:10:00Z"), close(COUNTER, 1, "2026-10-25T00:20:00Z")));
    importAll();
    assertThat(lastHour().status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aTimeThatIsNotOverIsNotFinal() {
    importAll();
    Result result = show("m123456");
    assertThat(result.out())
        .contains("from 2026-10-25 00:00 +00:00 to 2026-10-27 12:00 +00:00")
        .contains("2026-10-26            0       0      0.00        0  yes")
        .contains("2026-10-27            0       0      0.00        0  no")
        .endsWith("not final: the time is not over\n");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void withoutFromItBeginsWithTheHourOfTheAdsFirstEvent() {
    assertThat(run("series show m123456 --by hour").out())
        .contains("final\n2026-10-25 00:00 +00:00        1,234 ");
    assertThat(run("series show m123456 --by hour --to 2026-10-18T03:00").out())
        .as("all of it is before the ad's first event")
        .contains("final\n2026-10-11 00:00 +00:00            0 ");
  }

  @Test
  void countersAreReadBeforeTheCounts() throws IOException {
    List<String> lines =
        List.of(
            click(COUNTER, 0, "2026-10-25T00:10:00Z"),
            click(COUNTER, 1, "2026-10-25T00:11:00Z"),
            click(COUNTER, 2, "2026-10-26T00:00:00Z"));
    archive(lines);
    importAll();
    tool.counting.receive(lines.subList(0, 1));
    // Counted between both reads: the row has it, and is not yet called final.
    tool.counting.store.beforeFetch =
        key -> {
          if (key.equals(DocumentKey.ad(AD))) {
            tool.counting.receive(lines);
          }
        };
    assertThat(lastHour().status()).isEqualTo(ExitCode.MISSING);
    assertThat(lastHour().status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aCounterThatCannotBeReadLeavesNothingFinal() throws IOException {
    archiveAndCount(List.of(click(COUNTER, 0, "2026-10-26T12:00:00Z")));
    importAll();
    tool.counting.put(DocumentKey.counter(COUNTER), "application/json", new byte[] {'{'});
    Result result = run("series show m123456 --to 2026-10-27 --set ops.table=TABLE");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(result.out())
        .contains(COUNTER + " 0 and all above: the counter's document cannot be read: see clicks");
  }

  private static final String KOLKATA =
      "m123456 --from 2026-10-25 --to 2026-10-26 --zone Asia/Kolkata --by hour";

  @Test
  void hoursThatAZoneCutsAreKnownByTheTable() {
    importAll();
    Result result = show(KOLKATA);
    assertThat(result.out())
        .contains(
            "2026-10-25 06:00 +05:30        1,241      13  3.095678        0  yes\n",
            "2026-10-25 07:00 +05:30            0       0      0.00        0  yes\n")
        .contains("sum                            1,241      13  3.095678        0  yes\n");
    assertThat(result.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void hoursThatAZoneCutsAreNotGuessedFromTheDocument() {
    Result result = run("series show " + KOLKATA);
    assertThat(result.out())
        .contains(
            "2026-10-25 04:00 +05:30            0       0  0.00        0  no\n",
            "2026-10-25 05:00 +05:30            -       -     -        -  -\n",
            "2026-10-25 07:00 +05:30            -       -     -        -  -\n",
            "2026-10-25 08:00 +05:30            0       0  0.00        0  no\n",
            "sum                                -       -     -        -  -\n",
            "not imported: the ad's document has whole hours of UTC");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  /** Counted on the 20th, which is in no archive, and on the 21st, which is. */
  private void countOlder() throws IOException {
    String older = "hostC-20261020_000000";
    List<String> lines =
        List.of(
            event(older, 0, EventKind.CLICK, AD, "2026-10-20T09:00:00Z", 250_000),
            event(older, 1, EventKind.IMPRESSION, AD, "2026-10-21T09:00:00Z", 0),
            event(older, 2, EventKind.IMPRESSION, AD, "2026-10-22T09:00:00Z", 0),
            close(older, 3, "2026-10-22T10:00:00Z"));
    tool.counting.receive(lines);
    archive(lines.subList(1, 4));
  }

  @Test
  void aTimeThatNeitherTableNorDocumentHasIsNotImportedAndNeverZero() throws IOException {
    countOlder();
    importAll();
    String words = "m123456 --from 2026-10-20 --to 2026-10-26";
    Result result = show(words);
    assertThat(result.out())
        .endsWith(
            """
            day         impressions  clicks      cost  invalid  final
            2026-10-20            -       -         -        -  -
            2026-10-21            -       -         -        -  -
            2026-10-22            1       0      0.00        0  yes
            2026-10-23            0       0      0.00        0  yes
            2026-10-24            0       0      0.00        0  yes
            2026-10-25        1,241      13  3.095678        0  yes
            sum                   -       -         -        -  -
            not imported: counted events that may be of this time are in no archive of the table: hostC-20261020_000000 0. Import their archives: clicks archive import
            """);
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    Result csv = show(words + " --csv");
    assertThat(csv.out())
        .contains("2026-10-21,2026-10-21T00:00:00Z,2026-10-22T00:00:00Z,,,,,\n", ",1,0,0,0,true\n");
    assertThat(csv.err()).startsWith("not imported: counted events that may be of this time");
    JsonNode json = JSON.readTree(show(words + " --json").out());
    assertThat(json.get("rows").get(1))
        .isEqualTo(
            JSON.readTree(
                """
                {"label": "2026-10-21", "from": "2026-10-21T00:00:00Z",
                 "to": "2026-10-22T00:00:00Z", "impressions": null, "clicks": null,
                 "costMicros": null, "invalid": null, "final": null}
                """));
    assertThat(json.get("sum").isNull()).isTrue();
    assertThat(json.get("note").asText()).startsWith("not imported");
    assertThat(show("--all --from 2026-10-22 --to 2026-10-26").status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void hoursBeforeThoseOfADocumentAreZeroIfItHasAllThatItEverCounted() throws IOException {
    String words = "series show m123456 --from 2026-10-20 --to 2026-10-26";
    assertThat(run(words).out()).contains("2026-10-20            0       0      0.00        0  no");
    countOlder();
    assertThat(run(words).out())
        .contains(
            "2026-10-20            -",
            "2026-10-23            -",
            "2026-10-24            0",
            "has whole hours of UTC, from 2026-10-23T14:00:00Z on");
  }

  @Test
  void whatIsNewerThanTheTableComesFromTheDocument() throws IOException {
    countOlder();
    archiveAndCount(List.of(click(COUNTER, 0, "2026-10-25T22:00:00Z")));
    importAll();
    tool.counting.receive(
        List.of(
            event(COUNTER, 1, EventKind.IMPRESSION, AD, "2026-10-25T22:30:00Z", 0),
            event(COUNTER, 2, EventKind.IMPRESSION, AD, "2026-10-26T05:00:00Z", 0)));
    assertThat(show("m123456 --from 2026-10-23 --to 2026-10-27").out())
        .contains(
            """
            2026-10-23            0       0      0.00        0  yes
            2026-10-24            0       0      0.00        0  yes
            2026-10-25        1,242      13  3.095678        0  no
            2026-10-26            1       0      0.00        0  no
            """);
    // From 18:30 to 19:00 of the 24th of UTC it is the table.
    assertThat(show("m123456 --from 2026-10-25 --to 2026-10-27 --zone Asia/Kolkata").out())
        .contains(
            """
            2026-10-25        1,241      13  3.095678        0  yes
            2026-10-26            2       0      0.00        0  no
            """);
  }

  @Test
  void aVerdictCountsWhenItIsMadeAndNotWhenItsClickWas() throws IOException {
    String judge = "judge-r7";
    archiveAndCount(
        List.of(
            EventWriter.toLine(
                new AdEvent(
                    judge,
                    0,
                    EventKind.INVALIDATION,
                    AD,
                    ms("2026-10-26T06:00:00Z"),
                    250_000,
                    new Judgement("ivt@r7", "hostB-20261025_000000:1253", "ivt"))),
            close(judge, 1, "2026-10-26T06:00:01Z")));
    importAll();
    Result result = show("m123456 --from 2026-10-25 --to 2026-10-27");
    assertThat(result.out())
        .contains(
            """
            2026-10-25        1,241      13  3.095678        0  yes
            2026-10-26            0      -1     -0.25        1  yes
            sum               1,241      12  2.845678        1  yes
            """);
    assertThat(result.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void anAdThatNobodyKnowsIsNotZero() {
    importAll();
    Result result = show("m-typo --from 2026-10-25 --to 2026-10-26");
    assertThat(result.out())
        .contains("not imported: ad m-typo has no document")
        .doesNotContain("yes");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void aMonthThatBeginsBeforeTheFirstEventIsOneFigure() {
    importAll();
    for (String ad : List.of("m123456", "--all")) {
      Result result = show(ad + " --from 2026-10-01 --to 2026-10-26 --by month");
      assertThat(result.out()).contains("2026-10        1,241      13  3.095678        0  yes\n");
      assertThat(result.status()).isEqualTo(ExitCode.OK);
    }
  }

  @Test
  void theDayOfALostEventIsNotFinalWhateverItsCounterIsCalled() throws IOException {
    // Its name says 01:30 of the 26th, by the clock of India. Two events are of the day before.
    String local = "h-20261026_013000-abcdef";
    List<String> lines =
        List.of(
            event(local, 0, EventKind.CLICK, "local", "2026-10-25T20:00:00Z", 100_000),
            event(local, 1, EventKind.CLICK, "local", "2026-10-25T23:00:00Z", 100_000),
            event(local, 2, EventKind.CLICK, "local", "2026-10-26T01:00:00Z", 100_000),
            event(local, 3, EventKind.CLICK, "local", "2026-10-26T06:00:00Z", 100_000));
    archive(lines);
    importAll();
    tool.counting.receive(List.of(lines.get(0), lines.get(2), lines.get(3)));
    Result result = show("local --from 2026-10-25 --to 2026-10-26");
    assertThat(result.out())
        .contains("2026-10-25            0       1  0.10        0  no\n")
        .contains(local + " 1: archived and not counted: clicks archive replay --only-missing");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void aCounterAllOfWhoseMessagesExpiredIsWaitedFor() throws IOException {
    archive(List.of(click(COUNTER, 0, "2026-10-25T00:10:00Z")));
    importAll();
    Result result = lastHour();
    assertThat(result.out())
        .contains(COUNTER + " 0 and all above: archived, and no event of the counter is counted");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(show("m123456 --from 2026-10-24 --to 2026-10-25").status()).isEqualTo(ExitCode.OK);
  }

  /** Documents from a backup, archives of today: nothing is wrong, and a replay mends all. */
  @Test
  void aRestoredRiakLacksEventsUntilTheyAreReplayed() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      lines.add(click(COUNTER, i, "2026-10-24T%02d:00:00Z".formatted(10 + i)));
    }
    lines.add(close(COUNTER, 9, "2026-10-24T20:00:00Z"));
    archive(lines);
    tool.counting.receive(lines.subList(0, 5));
    importAll();
    String time = "m9 --from 2026-10-24T10:00 --to 2026-10-24T16:00 --by month";
    Result before = show(time);
    assertThat(before.status()).isEqualTo(ExitCode.MISSING);
    assertThat(before.out())
        .contains("2026-10            0       5  1.25        0  no\n")
        .contains(COUNTER + " 5 and all above: the counter is not closed");
    Result audit = run("documents audit DIR/archive");
    assertThat(audit.status()).as(audit.out()).isEqualTo(ExitCode.MISSING);
    tool.counting.receive(lines);
    assertThat(show(time).status()).isEqualTo(ExitCode.OK);
    assertThat(run("documents audit DIR/archive").status()).isEqualTo(ExitCode.OK);
  }

  /** Services start all the time: what began since the import hides nothing. */
  @Test
  void aCounterThatTheTableDoesNotKnowKeepsATimeFromBeingFinal() throws IOException {
    importAll();
    String time = "--all --from 2026-10-25 --to 2026-10-26 --by month";
    assertThat(show(time).status()).isEqualTo(ExitCode.OK);
    List<String> lines =
        List.of(
            click(COUNTER, 0, "2026-10-25T00:10:00Z"), close(COUNTER, 1, "2026-10-25T00:20:00Z"));
    archiveAndCount(lines);
    Result result = show(time);
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(result.out())
        .contains("2026-10        1,241      13  3.095678        0  no\n")
        .contains(COUNTER + " 0..1: the counter is in no archive of the table: import its archive");
    assertThat(show("--all --from 2026-10-26 --to 2026-10-27").status()).isEqualTo(ExitCode.OK);
    Result all =
        show(
            "--all --from 2026-10-25 --to 2026-10-26 --set ops.archives=DIR/archive"
                + " --set ops.archive=DIR/none");
    assertThat(all.status()).as("what is new was imported first: " + all.out()).isZero();
    assertThat(all.out()).contains("2026-10-25        1,241      14");
  }

  @Test
  void aGapThatACloseWithANumberMadeHasTheTimeOfItsEvent() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      lines.add(click(COUNTER, i, "2026-10-24T22:00:00Z"));
    }
    archiveAndCount(lines);
    decide(COUNTER, 301, Ending.NO_END, "2026-10-24T23:00:00Z");
    // The service was only cut off.
    lines.clear();
    for (int i = 100; i < 402; i++) {
      lines.add(click(COUNTER, i, i < 300 ? "2026-10-25T02:03:00Z" : "2026-10-26T10:00:00Z"));
    }
    lines.add(close(COUNTER, 402, "2026-10-26T11:00:00Z"));
    archive(lines);
    lines.remove(100);
    tool.counting.receive(lines);
    importAll();
    assertThat(show("--all --from 2026-10-24 --to 2026-10-25").status()).isEqualTo(ExitCode.OK);
    Result result = show("--all --from 2026-10-24 --to 2026-10-26");
    assertThat(result.out())
        .contains("2026-10-24            0     100      25.00        0  yes\n")
        .contains(COUNTER + " 200: archived and not counted");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1970-01-01T00:00:12Z", "1970-01-21T18:56:38.164Z"})
  void anEventOfAWrongClockIsInItsOwnTime(String time) throws IOException {
    archiveAndCount(
        List.of(
            event("k-1", 0, EventKind.CLICK, "k", time, 1),
            close("k-1", 1, "2026-10-26T10:00:00Z")));
    importAll();
    for (String ad : List.of("k", "--all")) {
      Result result = show(ad + " --from 1970-01-01 --to 2026-10-27 --by month");
      assertThat(result.out()).containsPattern(time.substring(0, 7) + " +0 +1 +0.000001 ");
      assertThat(result.status()).isEqualTo(ExitCode.OK);
    }
    assertThat(show("m123456 --from 2026-10-25 --to 2026-10-27").status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void metricsSayWhichDayIsTheFirstThatIsOpen() throws IOException {
    importAll();
    Path file = directory.resolve("series.prom");
    String words = "--all --from 2026-10-20 --to 2026-10-27 --metrics-file " + file;
    assertThat(show(words).status()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(file))
        .contains("clickcounter_series_open_since_timestamp_seconds{file=\"" + file + "\"} 0\n");
    countWithAGap();
    importAll();
    assertThat(show(words).status()).isEqualTo(ExitCode.MISSING);
    assertThat(Files.readString(file))
        .contains("} " + ms("2026-10-25T00:00:00Z") / 1_000 + "\n", "exit_code{", "ended_");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          series show m1 --json --csv                 | --json and --csv cannot be combined
          series show m1 --by year                    | expected one of [hour, day, week, month]
          series show m1 --zone Europe/Zuerich        | expected a time zone such as Europe/Zurich
          series show m1 --from today                 | --from: expected a date such as 2026-06-01
          series show m1 --from 2026-10-28            | expected --from before --to
          series show m1 --by hour --from 1990-01-01  | expected at most 100000 rows
          series show m1 --metrics-file x             | --metrics-file: expected it with --all
          series show m1 m2                           | one argument too many
          series show --all                           | expected the setting ops.table
          series top --json --csv                     | --json and --csv cannot be combined
          series top --most 0                         | --most
          series top                                  | expected the setting ops.table
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
            "clicks series show m123456 --set ops.table=/var/lib/clicks/table",
            "Exit codes",
            "all rows are printed");
  }

  @Test
  void topRanksTheAdsOfATime() throws IOException {
    archiveAndCount(
        List.of(
            click(COUNTER, 0, "2026-10-24T12:00:00Z"),
            event(COUNTER, 1, EventKind.BUDGET, "m8", "2026-10-25T02:30:00Z", 5),
            event(COUNTER, 2, EventKind.CLICK, "m8", "2026-10-25T02:30:00Z", 9_000_000),
            close(COUNTER, 3, "2026-10-25T02:30:00Z")));
    importAll();
    String words = "series top --from 2026-10-25 --to 2026-10-26 --set ops.table=TABLE";
    Result result = run(words);
    assertThat(result.out())
        .isEqualTo(
            """
            ads by cost, from 2026-10-25 00:00 +00:00 to 2026-10-26 00:00 +00:00
            table of 2026-10-27T12:00:00Z, documents of 2026-10-27T12:00:00Z
            rank  ad         impressions  clicks       cost  invalid
               1  m8                   0       1       9.00        0
               2  m123456          1,241      13   3.095678        0
               -  all 2 ads        1,241      14  12.095678        0
            final: no event before the end can still be counted
            """);
    assertThat(result.status()).isEqualTo(ExitCode.OK);
    assertThat(run(words + " --order clicks --most 1 --csv").out())
        .isEqualTo(
            """
            rank,ad,impressions,clicks,cost_micros,invalid
            1,m123456,1241,13,3095678,0
            """);
    assertThat(JSON.readTree(run(words + " --order impressions --json").out()))
        .isEqualTo(
            JSON.readTree(
                """
                {"adId": null, "from": "2026-10-25T00:00:00Z", "to": "2026-10-26T00:00:00Z",
                 "order": "impressions", "split": null, "ads": 2,
                 "sum": {"impressions": 1241, "clicks": 14, "costMicros": 12095678, "invalid": 0},
                 "top": [
                   {"rank": 1, "adId": "m123456", "impressions": 1241, "clicks": 13,
                    "costMicros": 3095678, "invalid": 0},
                   {"rank": 2, "adId": "m8", "impressions": 0, "clicks": 1,
                    "costMicros": 9000000, "invalid": 0}],
                 "final": true, "tableAt": %d, "documentsAt": %d}
                """
                    .formatted(tool.now.toEpochMilli(), tool.now.toEpochMilli())));
  }

  @Test
  void topSaysThatATimeIsNotImportedOrNotFinal() throws IOException {
    countOlder();
    countWithAGap();
    importAll();
    Result result = run("series top --from 2026-10-20 --to 2026-10-22 --set ops.table=TABLE");
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("not imported: counted events that may be of this time");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    Result open = run("series top --from 2026-10-25 --to 2026-10-26 --set ops.table=TABLE");
    assertThat(open.out()).contains("not final; events may still come", COUNTER + " 1..3: missing");
    assertThat(open.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void theExamplesOfThePageAreWhatTheCommandsPrint() throws IOException {
    List<String> lines = new ArrayList<>();
    String older = "hostB-20261024_000000-k3f9xq";
    clicks(older, "m1", "2026-10-24T09:00:00Z", 481, 12, lines);
    clicks(older, "m2", "2026-10-24T09:30:00Z", 77, 2, lines);
    clicks(older, "m1", "2026-10-25T09:00:00Z", 513, 13, lines);
    lines.add(close(older, lines.size(), "2026-10-26T00:00:00Z"));
    archiveAndCount(lines);
    lines.clear();
    String newer = "hostA-20261026_060000-k3f9xq";
    clicks(newer, "m1", "2026-10-26T09:00:00Z", 479, 11, lines);
    lines.add(close(newer, lines.size(), "2026-10-26T12:00:00Z"));
    tool.counting.receive(lines.subList(0, 20));
    tool.counting.receive(lines.subList(37, lines.size()));
    archive(lines.subList(0, 20));
    archive(lines.subList(37, lines.size()));
    tool.now = Instant.parse("2026-10-27T06:00:00Z");
    importAll();
    tool.now = Instant.parse("2026-10-27T07:00:00Z");
    List<PageCommand> steps = PageCommand.below(Path.of("SERIES.md"), "Series");
    assertThat(steps).hasSize(2);
    for (PageCommand step : steps) {
      Result result = run(step.command() + " --set ops.table=TABLE");
      assertThat(result.out())
          .as("%s%n%s", step.command(), result.out())
          .matches(step.pattern(text -> text));
    }
  }

  private static void clicks(
      String counter, String ad, String time, int impressions, int clicks, List<String> lines) {
    for (int i = 0; i < impressions + clicks; i++) {
      EventKind kind = i < impressions ? EventKind.IMPRESSION : EventKind.CLICK;
      long micros = i < impressions ? 0 : 250_000;
      lines.add(event(counter, lines.size(), kind, ad, time, micros));
    }
  }
}
