package clickcounter.tools.series.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.PageCommand;
import clickcounter.cli.Trees;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.WriteOffRequest;
import clickcounter.store.DocumentKey;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Seed;
import clickcounter.tools.Tool;
import clickcounter.tools.Zozotown;
import clickcounter.tools.archive.ArchiveFiles;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of finished days: built from archives, read, ranked, and audited. */
class SeriesBuildTest {
  private static final String A = "hostA-20261024_000000-k3f9xq";
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path files;

  @BeforeEach
  void afterwards() {
    tool.now = Instant.parse("2026-10-29T12:00:00Z");
    files = directory.resolve("series");
  }

  private static long ms(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private static String click(String counter, long sequence, String adId, String time) {
    return event(counter, sequence, EventKind.CLICK, adId, ms(time));
  }

  private static String event(
      String counter, long sequence, EventKind kind, String adId, long timeMs) {
    long amount = kind == EventKind.IMPRESSION ? 0 : 250_000;
    return EventWriter.toLine(new AdEvent(counter, sequence, kind, adId, timeMs, amount));
  }

  private static String close(String counter, long sequence, String time) {
    return EventWriter.toLine(new Close(counter, sequence, ms(time)));
  }

  /** Three days of one counter, which is closed. */
  private static List<String> threeDays() {
    return List.of(
        event(A, 0, EventKind.BUDGET, "m1", ms("2026-10-24T09:00:00Z")),
        click(A, 1, "m1", "2026-10-24T09:30:00Z"),
        event(A, 2, EventKind.IMPRESSION, "m1", ms("2026-10-24T23:59:59.999Z")),
        click(A, 3, "m1", "2026-10-25T00:00:00Z"),
        click(A, 4, "m2", "2026-10-25T00:10:00Z"),
        event(A, 5, EventKind.IMPRESSION, "m2", ms("2026-10-25T00:20:00Z")),
        click(A, 6, "m2", "2026-10-26T12:00:00Z"),
        close(A, 7, "2026-10-26T12:00:01Z"));
  }

  private Path archive(String name, List<String> lines) throws IOException {
    return EventFiles.write(directory.resolve("archive").resolve(name), lines);
  }

  private Result build(Object... words) {
    List<Object> all = new ArrayList<>(List.of("series", "build", "--series", files));
    all.addAll(List.of(words));
    return tool.run(all.toArray());
  }

  private Result series(String words) {
    List<Object> all = new ArrayList<>(List.of("series"));
    all.addAll(List.of(words.split(" ")));
    all.addAll(List.of("--series", files));
    Result result = tool.run(all.toArray());
    assertThat(result.err()).isEmpty();
    return result;
  }

  private Result days() {
    return tool.run("series", "days", "--series", files);
  }

  @Test
  void daysAreListedWithTheirState() throws IOException {
    tool.now = Instant.parse("2026-10-26T13:00:00Z");
    tool.counting.receive(threeDays().subList(0, 7));
    assertThat(days().out())
        .isEqualTo(
            """
            2026-10-24  final, not built
            2026-10-25  final, not built
            2026-10-26  not over
            """);
    assertThat(days().status()).isEqualTo(ExitCode.MISSING);
    build(archive("a.ndjson", threeDays()));
    assertThat(days().out()).startsWith("2026-10-24  built\n2026-10-25  built\n");
    assertThat(days().status()).isEqualTo(ExitCode.OK);

    tool.now = Instant.parse("2026-10-27T13:00:00Z");
    assertThat(days().out()).contains("2026-10-26  not built, waits for " + A + "\n");
    assertThat(days().status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void dayOfWhichAnEventWasCountedSinceIsListedAsChanged() throws IOException {
    tool.counting.receive(threeDays());
    build(archive("a.ndjson", threeDays()));
    String late = "hostB-20261024_050000-abcdef";
    tool.counting.receive(
        List.of(
            click(late, 0, "m1", "2026-10-24T09:31:00Z"), close(late, 1, "2026-10-24T09:32:00Z")));

    assertThat(days().out())
        .contains("2026-10-24  final, built, other events were counted since\n2026-10-25  built\n");
    assertThat(days().status()).isEqualTo(ExitCode.MISSING);
  }

  /** A service whose clock was set late: its first event was rejected, and an operator knows it. */
  @Test
  void rejectedEventOf1970AndItsCountersNameHoldNoDays() throws IOException {
    String early = "k-19700101_000012-abcdef";
    String rejected = click(early, 0, "m1", "1970-01-01T00:00:12Z");
    List<String> others = new ArrayList<>(threeDays());
    others.add(close(early, 1, "2026-10-25T10:00:00Z"));
    others.add(
        EventWriter.toLine(
            new WriteOffRequest(
                "ops-1", 0, ms("2026-10-25T11:00:00Z"), false, early, 0, 0, "clock of 1970")));
    others.add(close("ops-1", 1, "2026-10-25T11:00:01Z"));
    tool.counting.receive(others);
    others.add(rejected);
    archive("a.ndjson", others);

    assertThat(days().out()).startsWith("2026-10-24  final, not built\n2026-10-25  final");
    Result built = build(directory.resolve("archive"));
    assertThat(built.status()).as(built.out()).isZero();
    assertThat(files.toFile().list())
        .contains("2026-10-24", "2026-10-25", "2026-10-26")
        .noneMatch(name -> name.startsWith("19"));
  }

  @Test
  void finishedDaysAreMadeAndRead() throws IOException {
    tool.counting.receive(threeDays());
    Result built = build(archive("a.ndjson", threeDays()));
    assertThat(built.out())
        .isEqualTo(
            """
            2026-10-24  made: 1 ad, 1 impression, 1 click, cost 0.25
            2026-10-25  made: 2 ads, 1 impression, 2 clicks, cost 0.50
            2026-10-26  made: 1 ad, 0 impressions, 1 click, cost 0.25
            """);
    assertThat(built.status()).isEqualTo(ExitCode.OK);
    tool.noVerdict = "Riak is not needed to read them";
    Result ad = series("show m1 --from 2026-10-24 --to 2026-10-27 --csv");
    assertThat(ad.out())
        .isEqualTo(
            """
            period,from,to,impressions,clicks,cost_micros,invalid,final
            2026-10-24,2026-10-24T00:00:00Z,2026-10-25T00:00:00Z,1,1,250000,0,true
            2026-10-25,2026-10-25T00:00:00Z,2026-10-26T00:00:00Z,0,1,250000,0,true
            2026-10-26,2026-10-26T00:00:00Z,2026-10-27T00:00:00Z,0,0,0,0,true
            """);
    assertThat(ad.status()).isEqualTo(ExitCode.OK);
    Result all = series("show --all --from 2026-10-24T12:00 --to 2026-10-26T14:00 --by month");
    assertThat(all.out())
        .isEqualTo(
            """
            all ads by month in UTC, from 2026-10-24 12:00 +00:00 to 2026-10-26 14:00 +00:00
            month    impressions  clicks  cost  invalid  final
            2026-10            2       3  0.75        0  yes
            sum                2       3  0.75        0  yes
            final: no event of this time can still come
            """);
    Result before = tool.run("series", "show", "--all", "--from", "2026-10-23", "--series", files);
    assertThat(before.out())
        .contains(
            "2026-10-23    not built", "2026-10-24            1", "not built: 2026-10-23 (UTC)")
        .doesNotContain("final: no event");
    assertThat(before.status()).isEqualTo(ExitCode.MISSING);
    Result top = tool.run("series", "top", "--from", "2026-10-23", "--series", files);
    assertThat(top.out()).isEmpty();
    assertThat(top.err()).startsWith("not built: 2026-10-23 (UTC)");
    assertThat(top.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void theAdsWithTheHighestCountsAreRanked() throws IOException {
    tool.counting.receive(threeDays());
    build(archive("a.ndjson", threeDays()));
    assertThat(series("top").out())
        .isEqualTo(
            """
            ads by cost, from 2026-10-24 to 2026-10-27 (UTC)
            rank  ad         impressions  clicks  cost  invalid
               1  m1                   1       2  0.50        0
               2  m2                   1       2  0.50        0
                  all 2 ads            2       4  1.00        0
            """);
    assertThat(series("top --order clicks --from 2026-10-26 --most 1 --csv").out())
        .isEqualTo(
            """
            rank,ad,impressions,clicks,cost_micros,invalid
            1,m2,0,1,250000,0
            """);
    JsonNode json = JSON.readTree(series("top --order impressions --to 2026-10-25 --json").out());
    assertThat(json)
        .isEqualTo(
            JSON.readTree(
                """
                {"from": "2026-10-24", "to": "2026-10-25", "order": "impressions", "ads": 1,
                 "sum": {"impressions": 1, "clicks": 1, "costMicros": 250000,
                         "invalid": 0},
                 "top": [{"rank": 1, "adId": "m1", "impressions": 1, "clicks": 1,
                          "costMicros": 250000, "invalid": 0}]}
                """));
  }

  @Test
  void theExamplesOfThePageAreWhatTheCommandsPrint() throws IOException {
    tool.counting.receive(threeDays());
    archive("a.ndjson", threeDays());
    List<PageCommand> steps = PageCommand.below(Path.of("SERIES.md"), "Files of finished days");
    assertThat(steps).hasSize(3);
    for (PageCommand step : steps) {
      String words =
          step.command()
              .replace("/var/log/clicks", directory.resolve("archive").toString())
              .replace("/var/lib/clicks/series", files.toString());
      Result result = tool.run((Object[]) words.split(" "));
      assertThat(result.out())
          .as("%s%n%s", step.command(), result.out() + result.err())
          .matches(step.pattern(text -> text));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          series show                                     | expected an ad's id, or --all, and not both
          series show m1 --all --series d                  | expected an ad's id, or --all, and not both
          series show --all                               | expected --series DIR
          series top                                 | expected --series DIR
          series top --series d --most 0             | --most: expected 1 or more, got 0
          series top --series d --json --csv          | --json and --csv cannot be combined
          series top --series d --order ctr           | expected one of [cost, clicks, impressions]
          series build x                             | expected --series DIR
          series build x --series d --minutes 30      | --minutes: expected 60 or 15, got 30
          series build x --series d --day monday      | Invalid value for option '--day'
          documents audit x --series d --counter c          | --series compares all hours of ads
          """)
  void wrongUsageIsSaidBeforeAnythingIsRead(String words, String message) throws IOException {
    tool.noVerdict = "nothing must be read";
    Files.createDirectories(directory.resolve("d/2026-10-24"));
    String d = directory.resolve("d").toString();
    Result result =
        tool.run(
            (Object[])
                words
                    .replace("--series d", "--series " + d)
                    .replace("--series d", "--series " + d)
                    .split(" "));
    assertThat(result.err()).contains(message);
    assertThat(result.status()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aLineThatIsThereTwiceCountsOnce() throws IOException {
    tool.counting.receive(threeDays());
    archive("a.ndjson", threeDays());
    archive("copy.ndjson.gz", threeDays());
    build(directory.resolve("archive"));
    assertThat(series("show --all --by month").out())
        .contains("2026-10            2       4  1.00");
  }

  @Test
  void aDayThatIsNamedIsMadeAlsoBehindAllEventsButNotBeforeThem() throws IOException {
    tool.counting.receive(threeDays());
    Path archive = archive("a.ndjson", threeDays());

    Result behind = build(archive, "--day", "2026-10-27");
    Result before = build(archive, "--day", "2026-10-23");

    assertThat(behind.out())
        .isEqualTo("2026-10-27  made: 0 ads, 0 impressions, 0 clicks, cost 0.00\n");
    assertThat(behind.status()).isEqualTo(ExitCode.OK);
    assertThat(before.out()).isEqualTo("no counted event in these archives is of these days\n");
    assertThat(before.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void metricsSaySinceWhenADayIsOpenAndWhenItEnded() throws IOException {
    Path metrics = directory.resolve("clicks.prom");
    List<String> arrived = new ArrayList<>(threeDays());
    arrived.remove(3);
    tool.counting.receive(arrived);

    int status = build(archive("a.ndjson", threeDays()), "--metrics-file", metrics).status();

    long openSinceS = Instant.parse("2026-10-25T00:00:00Z").getEpochSecond();
    assertThat(Files.readString(metrics))
        .contains(
            "clickcounter_series_build_running{file=\"" + metrics + "\"} 0",
            "clickcounter_series_build_open_since_timestamp_seconds{file=\""
                + metrics
                + "\"} "
                + openSinceS
                + "\n",
            "clickcounter_series_build_exit_code{file=\"" + metrics + "\"} " + status)
        .containsPattern(
            "(?m)^clickcounter_series_build_ended_timestamp_seconds\\{file=\"/.*clicks.prom\"} [1-9]\\d+$");
  }

  @Test
  void aDayOfWhichEventsMayComeIsNotMade() throws IOException {
    // Event 3 is missing: it happened after midnight or before.
    List<String> lines = threeDays();
    List<String> arrived = new ArrayList<>(lines);
    arrived.remove(3);
    tool.counting.receive(arrived);
    Path archive = archive("a.ndjson", lines);
    Result built = build(archive);
    assertThat(built.out())
        .contains(
            "2026-10-25  not final: events may still come of "
                + A
                + "; see clicks counters gaps\n");
    assertThat(built.status()).isEqualTo(ExitCode.MISSING);
    assertThat(files.resolve("2026-10-25")).doesNotExist();

    tool.counting.receive(lines.subList(3, 4));
    assertThat(build(archive).status()).isEqualTo(ExitCode.OK);
    assertThat(series("show m1 --from 2026-10-25 --to 2026-10-26 --csv").out())
        .endsWith(",0,1,250000,0,true\n");
  }

  @Test
  void aDayThatIsNotOverIsNotMade() throws IOException {
    tool.now = Instant.parse("2026-10-26T23:00:00Z");
    tool.counting.receive(threeDays());
    Result built = build(archive("a.ndjson", threeDays()), "--json");
    JsonNode last = JSON.readTree(built.out()).get("days").get(2);
    assertThat(last.get("day").asText()).isEqualTo("2026-10-26");
    assertThat(last.get("state").asText()).isEqualTo("not_final");
    assertThat(last.get("why").asText()).isEqualTo("the day is not over");
    assertThat(built.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void whatWasWrittenOffIsLeftOut() throws IOException {
    List<String> lines = threeDays();
    List<String> arrived = new ArrayList<>(lines);
    arrived.remove(4);
    tool.counting.receive(arrived);
    Path ops = directory.resolve("ops");
    tool.run(
        "counters", "write-off", A, "4", "--why", "it was a test", "--set", "ops.archive=" + ops);
    tool.countQueue();
    Result built = build(archive("a.ndjson", lines), "--day", "2026-10-25");
    assertThat(built.out())
        .isEqualTo("2026-10-25  made: 2 ads, 1 impression, 1 click, cost 0.25\n");
  }

  @Test
  void aDayWhoseArchivesAreNotAllThereIsNotMade() throws IOException {
    tool.counting.receive(threeDays());
    archive("a.ndjson", threeDays().subList(0, 3));
    archive("b.ndjson", threeDays().subList(4, 8));
    // Event 3 is counted and in no file. It may be of the 24th or the 25th.
    Result built = build(directory.resolve("archive"));
    assertThat(built.out())
        .contains(
            "2026-10-24  not made: up to 1 counted events that may be of it are in none of these files, of "
                + A,
            "2026-10-25  not made: up to 1 counted",
            "2026-10-26  made: 1 ad");
    assertThat(built.status()).isEqualTo(ExitCode.WRONG);
    assertThat(files.resolve("2026-10-25")).doesNotExist();
  }

  @Test
  void aCounterWithoutAnyFileIsMissed() throws IOException {
    String other = "hostB-20261025_060000-k3f9xq";
    List<String> lines =
        List.of(
            click(other, 0, "m3", "2026-10-25T07:00:00Z"), close(other, 1, "2026-10-25T08:00:00Z"));
    tool.counting.receive(threeDays());
    tool.counting.receive(lines);
    Result built = build(archive("a.ndjson", threeDays()));
    assertThat(built.out())
        .contains("2026-10-24  made", "2026-10-25  not made: up to 2", other, "2026-10-26  made");
  }

  @Test
  void aRetiredCounterWithoutAnyFileIsMissedIfItMayHaveEventsOfTheDay() throws IOException {
    String other = "hostB-20261025_060000-k3f9xq";
    List<String> lines =
        List.of(
            click(other, 0, "m3", "2026-10-25T07:00:00Z"), close(other, 1, "2026-10-25T08:00:00Z"));
    tool.counting.receive(threeDays());
    tool.counting.receive(lines);
    tool.counting.write();
    retire(other);
    Path named = archive("a.ndjson", threeDays());

    Result built = build(named);

    assertThat(built.out())
        .contains("2026-10-24  made", "2026-10-25  not made: up to 2", other, "2026-10-26  made");
    assertThat(built.status()).isEqualTo(ExitCode.WRONG);
    assertThat(build(named, archive("b.ndjson", lines)).out()).contains("2026-10-25  made: 3 ads");
  }

  /** Its document is deleted a day later. */
  private void retire(String counterId) {
    Instant now = tool.now;
    for (int day = 100; day < 102; day++) {
      tool.now = now.plus(Duration.ofDays(day));
      Result retired = tool.run("counters", "retire", "--counter", counterId);
      assertThat(retired.status()).as(retired.err()).isZero();
    }
    assertThat(tool.counting.store.contents()).doesNotContainKey(DocumentKey.counter(counterId));
  }

  @Test
  void counterWithoutAnEventOnADayBetweenTwoOthersIsNoHindrance() throws IOException {
    tool.now = Instant.parse("2026-10-27T00:10:00Z");
    String other = "hostB-20261024_000000-abcdef";
    List<String> lines =
        List.of(
            click(A, 0, "m1", "2026-10-24T09:00:00Z"),
            click(A, 1, "m1", "2026-10-26T09:00:00Z"),
            close(A, 2, "2026-10-26T09:00:01Z"),
            click(other, 0, "m1", "2026-10-25T09:00:00Z"),
            close(other, 1, "2026-10-25T09:00:01Z"));
    tool.counting.receive(lines);

    Result built = build(archive("a.ndjson", lines));

    assertThat(built.status()).as(built.err()).isEqualTo(ExitCode.OK);
    assertThat(built.out()).contains("2026-10-24  made", "2026-10-25  made", "2026-10-26  made");
    assertThat(days().status()).as(days().out()).isEqualTo(ExitCode.OK);
  }

  @Test
  void daysThatAreThereAreLeftAlone() throws IOException {
    tool.counting.receive(threeDays());
    Path archive = archive("a.ndjson", threeDays());
    build(archive, "--day", "2026-10-24");
    Path totals = files.resolve("2026-10-24/totals.csv");
    Files.writeString(totals, "changed");
    assertThat(build(archive).out()).startsWith("2026-10-24  is there\n2026-10-25  made");
    assertThat(totals).hasContent("changed");
    assertThat(build(archive).out())
        .isEqualTo("2026-10-24  is there\n2026-10-25  is there\n2026-10-26  is there\n");
    // As a message about damaged files says.
    Trees.delete(files.resolve("2026-10-24"));
    assertThat(build(archive).out()).startsWith("2026-10-24  made: 1 ad");
    assertThat(Files.readString(totals)).contains("2026-10-24T09:00Z,0,1,250000");
  }

  @Test
  void aDayIsMadeAnewAfterALateReplayOfWhatWasWrittenOff() throws IOException {
    List<String> lines = threeDays();
    List<String> arrived = new ArrayList<>(lines);
    arrived.remove(4);
    tool.counting.receive(arrived);
    Path ops = directory.resolve("ops");
    tool.run(
        "counters", "write-off", A, "4", "--why", "it was a test", "--set", "ops.archive=" + ops);
    tool.countQueue();
    Path archive = archive("a.ndjson", lines);
    assertThat(build(archive).out()).contains("2026-10-25  made: 2 ads, 1 impression, 1 click");
    assertThat(build(archive).out()).contains("2026-10-25  is there");

    tool.counting.receive(lines);
    Path elsewhere = EventFiles.write(directory.resolve("other/b.ndjson"), laterDay());
    tool.counting.receive(laterDay());
    Result without = build(elsewhere);
    assertThat(without.out())
        .isEqualTo(
            """
            2026-10-25  not made: up to 8 counted events that may be of it are in none of these files, of %s; name the files of the days before and after too; its old files stay
            2026-10-27  made: 1 ad, 0 impressions, 1 click, cost 0.25
            """
                .formatted(A));
    assertThat(without.status()).isEqualTo(ExitCode.WRONG);
    Result with = build(archive);
    assertThat(with.out())
        .isEqualTo(
            """
            2026-10-24  is there
            2026-10-25  made anew: 2 ads, 1 impression, 2 clicks, cost 0.50
            2026-10-26  is there
            """);
    assertThat(with.status()).isEqualTo(ExitCode.OK);
    assertThat(build(archive).out()).contains("2026-10-25  is there");
    assertThat(series("show m2 --from 2026-10-25 --to 2026-10-26 --csv").out())
        .endsWith(",1,1,250000,0,true\n");
  }

  private static List<String> laterDay() {
    String later = "hostB-20261027_060000-k3f9xq";
    return List.of(
        click(later, 0, "m3", "2026-10-27T07:00:00Z"), close(later, 1, "2026-10-27T08:00:00Z"));
  }

  @Test
  void aDayIsMadeAnewIfACounterThatNobodyKnewHasEventsOfIt() throws IOException {
    tool.counting.receive(threeDays());
    archive("a.ndjson", threeDays());
    build(directory.resolve("archive"));
    String late = "hostB-20261025_060000-k3f9xq";
    List<String> lines =
        List.of(
            click(late, 0, "m3", "2026-10-25T07:00:00Z"), close(late, 1, "2026-10-25T08:00:00Z"));
    archive("b.ndjson", lines);
    tool.counting.receive(lines);
    assertThat(build(directory.resolve("archive")).out())
        .isEqualTo(
            """
            2026-10-24  is there
            2026-10-25  made anew: 3 ads, 1 impression, 3 clicks, cost 0.75
            2026-10-26  is there
            """);
  }

  private void assertThatAuditIsEqual() {
    Result audit = tool.run("documents", "audit", directory.resolve("archive"), "--series", files);
    assertThat(audit.out()).contains("EQUAL");
    assertThat(audit.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void filesOfAnOlderReleaseAreRefusedAndMadeAnew() throws IOException {
    tool.counting.receive(threeDays());
    Path archive = archive("a.ndjson", threeDays());
    build(archive);
    Path day = files.resolve("2026-10-25");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(day.resolve("hours.csv.gz")))) {
      out.write("ad,hour,impressions,clicks,cost_micros\n".getBytes(StandardCharsets.UTF_8));
      out.write("m2,2026-10-25T00:00Z,1,1,250000\n".getBytes(StandardCharsets.UTF_8));
    }
    Result refused = tool.run("documents", "audit", archive, "--series", files);
    assertThat(refused.err())
        .contains(
            "expected 6 fields, found [ad, hour, impressions, clicks, cost_micros]",
            "Delete " + day + ", and make the day again: clicks series build");
    assertThat(refused.status()).isEqualTo(ExitCode.FAILED);
    assertThat(days().out()).contains("2026-10-25  final, built, other events were counted since");

    assertThat(build(archive).out()).contains("2026-10-25  made anew: 2 ads");
    assertThatAuditIsEqual();
  }

  @Test
  void aDayOfWhichNobodyKnowsWhenItWasMadeIsMadeAnew() throws IOException {
    tool.counting.receive(threeDays());
    Path archive = archive("a.ndjson", threeDays());
    build(archive);
    Files.writeString(files.resolve("2026-10-25/counters.csv"), "rubbish");
    assertThat(build(archive).out())
        .startsWith("2026-10-24  is there\n2026-10-25  made anew: 2 ads");
  }

  @Test
  void aDayThatIsCountedByTheHourIsMadeAnewByTheQuarterHourAndStaysSo() throws IOException {
    tool.counting.receive(threeDays());
    Path archive = archive("a.ndjson", threeDays());
    build(archive);
    String words = "show m2 --from 2026-10-25 --to 2026-10-26 --zone Asia/Kolkata --csv";
    // Midnight of Kolkata is in the hour of 18:00 UTC, and m2 has events of 00:10 and 00:20 UTC.
    assertThat(series(words).out()).endsWith("+05:30,1,1,250000,0,true\n");
    String morning =
        "show m2 --from 2026-10-25T05:30 --to 2026-10-25T06:00 --zone Asia/Kolkata --csv";
    List<Object> all = new ArrayList<>(List.of("series"));
    all.addAll(List.of(morning.split(" ")));
    all.addAll(List.of("--series", files));
    Result cut = tool.run(all.toArray());
    assertThat(cut.out()).endsWith("+05:30,,,,,\n");
    assertThat(cut.err()).contains("--minutes 15");
    assertThat(cut.status()).isEqualTo(ExitCode.MISSING);

    assertThat(build(archive, "--minutes", "15").out()).contains("2026-10-25  made anew: 2 ads");
    assertThat(series(morning).out()).endsWith("+05:30,1,1,250000,0,true\n");
    assertThat(build(archive).out()).contains("2026-10-25  is there");
    Files.delete(files.resolve("2026-10-25/counters.csv"));
    assertThat(build(archive).out()).contains("2026-10-25  made anew");
    assertThat(series(morning).out()).endsWith("+05:30,1,1,250000,0,true\n");
  }

  @Test
  void whatAKilledBuildLeftIsDeletedByTheNext() throws IOException {
    tool.counting.receive(threeDays());
    Files.createDirectories(files.resolve(".building/2026-10-24"));
    Files.writeString(files.resolve(".building/2026-10-24/hours.csv.gz"), "half a file");
    assertThat(build(archive("a.ndjson", threeDays())).status()).isEqualTo(ExitCode.OK);
    assertThat(files.resolve(".building")).doesNotExist();
    assertThat(series("top --most 1").status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void twoBuildsDoNotWriteToOneDirectory() throws IOException {
    tool.counting.receive(threeDays());
    Path archive = archive("a.ndjson", threeDays());
    Files.createDirectories(files);
    try (FileChannel other =
            FileChannel.open(
                files.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = other.lock()) {
      assertThat(lock.isValid()).isTrue();
      Result second = build(archive);
      assertThat(second.err()).contains("another process builds in " + files);
      assertThat(second.status()).isEqualTo(ExitCode.FAILED);
    }
  }

  @Test
  void quartersAnswerEveryZone() throws IOException {
    tool.counting.receive(threeDays());
    build(archive("a.ndjson", threeDays()), "--minutes", "15");
    Result result =
        series(
            "show m2 --from 2026-10-25T05:45 --to 2026-10-25T06:15 --by hour --zone Asia/Kathmandu --csv");
    assertThat(result.out()).contains(",0,1,250000,0,true\n", ",1,0,0,0,true\n");
  }

  @Test
  void theAuditFindsAFileThatDiffersFromTheDocuments() throws IOException {
    tool.counting.receive(threeDays());
    Path archive = archive("a.ndjson", threeDays());
    build(archive);
    Result equal = tool.run("documents", "audit", archive, "--series", files);
    assertThat(equal.out()).contains("  series    3 days\n", "EQUAL");
    assertThat(equal.status()).isEqualTo(ExitCode.OK);

    // A day of other events in the place of the right one.
    List<String> others =
        List.of(
            click(A, 0, "m1", "2026-10-25T00:00:00Z"),
            click(A, 1, "m2", "2026-10-25T01:10:00Z"),
            click(A, 2, "m9", "2026-10-25T02:00:00Z"),
            close(A, 3, "2026-10-25T03:00:00Z"));
    Tool elsewhere = new Tool();
    elsewhere.now = tool.now;
    elsewhere.counting.receive(others);
    Path wrong = EventFiles.write(directory.resolve("others/a.ndjson"), others);
    elsewhere.run("series", "build", wrong, "--series", files);

    Result audit = tool.run("documents", "audit", archive, "--series", files);
    assertThat(audit.out())
        .contains(
            "m2",
            "files of finished days, hour 2026-10-25T01:00:00Z: expected impressions 0, clicks 1",
            // Older than the hours of the document: its ranking has the day, its totals all.
            "files of finished days, day 2026-10-25: expected impressions 0, clicks 1, costMicros"
                + " 250000, found impressions 1, clicks 1\n",
            "files of finished days, all hours before 2026-10-25T01:00:00Z",
            "m9",
            "1 equal",
            "Wrong: files of finished days of 2 ads",
            "WRONG FILES OF FINISHED DAYS")
        .doesNotContain("EQUAL");
    assertThat(audit.status()).isEqualTo(ExitCode.WRONG);
  }

  /** Adds up lines of the form that all tests write, with code of its own. */
  private static Map<String, long[]> sums(List<String> lines, String prefixOfTime)
      throws IOException {
    Map<String, long[]> sums = new TreeMap<>();
    for (String line : lines) {
      JsonNode event = JSON.readTree(line);
      String time = Instant.ofEpochMilli(event.get("timestamp").asLong()).toString();
      boolean click = event.path("type").asText().equals("click");
      if (time.startsWith(prefixOfTime)
          && (click || event.path("type").asText().equals("impression"))) {
        long[] sum = sums.computeIfAbsent(event.get("adId").asText(), id -> new long[3]);
        sum[0] += click ? 0 : 1;
        sum[1] += click ? 1 : 0;
        sum[2] += event.path("costMicros").asLong();
      }
    }
    return sums;
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void everyDayIsWhatAnAdditionOfItsLinesSays(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          List<String> lines = randomLines(random);
          tool.counting.receive(lines);
          Result built = build(directory.resolve("archive"));
          assertThat(built.status()).as(built.out() + built.err()).isEqualTo(ExitCode.OK);
          for (String day : List.of("2026-10-24", "2026-10-25", "2026-10-26", "2026-10-27")) {
            assertThat(ranking(day)).usingRecursiveComparison().isEqualTo(sums(lines, day));
          }
          Result audit =
              tool.run("documents", "audit", directory.resolve("archive"), "--series", files);
          assertThat(audit.out()).contains("EQUAL");
        });
  }

  /** Three counters of four days with a file a day each, one of them once more. */
  private List<String> randomLines(SplittableRandom random) throws IOException {
    long start = ms("2026-10-24T00:00:00Z");
    List<String> all = new ArrayList<>();
    for (String host : List.of("a", "b", "c")) {
      String counter = host + "-20261024_000000-k3f9xq";
      Map<Long, List<String>> days = new TreeMap<>();
      long sequence = 0;
      for (long at = start; at < start + 4 * 86_400_000L; at += random.nextInt(1, 2_000_000)) {
        EventKind kind = random.nextInt(9) == 0 ? EventKind.CLICK : EventKind.IMPRESSION;
        String line = event(counter, sequence++, kind, "m" + random.nextInt(40), at);
        days.computeIfAbsent((at - start) / 86_400_000, day -> new ArrayList<>()).add(line);
      }
      days.get(3L).add(close(counter, sequence, "2026-10-28T00:00:00Z"));
      for (Map.Entry<Long, List<String>> day : days.entrySet()) {
        archive(host + day.getKey() + ".ndjson", day.getValue());
        all.addAll(day.getValue());
      }
      archive(host + "-again.ndjson.gz", days.get((long) random.nextInt(4)));
    }
    return all;
  }

  private Map<String, long[]> ranking(String day) throws IOException {
    Map<String, long[]> sums = new TreeMap<>();
    String to =
        Instant.ofEpochMilli(ms(day + "T00:00:00Z") + 86_400_000).toString().substring(0, 10);
    Result result = series("top --json --most 1000 --from " + day + " --to " + to);
    Iterator<JsonNode> ads = JSON.readTree(result.out()).get("top").elements();
    while (ads.hasNext()) {
      JsonNode ad = ads.next();
      sums.put(
          ad.get("adId").asText(),
          new long[] {
            ad.get("impressions").asLong(), ad.get("clicks").asLong(), ad.get("costMicros").asLong()
          });
    }
    return sums;
  }

  @Test
  void theFilesOfTheRealLogHaveTheRightAnswer() throws IOException {
    Path real = Zozotown.directory().orElse(null);
    assumeTrue(real != null, "shared/data/zozotown is not there");
    List<String> lines = new ArrayList<>();
    for (Path file : ArchiveFiles.find(List.of(real.resolve("archive"))).files()) {
      lines.addAll(EventFiles.read(file));
    }
    tool.counting.receive(lines);
    tool.now = Instant.parse("2030-01-01T00:00:00Z");
    for (String id : List.copyOf(tool.counting.counterIds())) {
      tool.run(
          "counters",
          "close",
          id,
          "--why",
          "the log ends",
          "--last",
          tool.counting.highest(id),
          "--set",
          "ops.archive=" + directory.resolve("ops"));
    }
    tool.countQueue();
    Result built = build(real.resolve("archive"));
    assertThat(built.status()).as(built.out() + built.err()).isEqualTo(ExitCode.OK);

    JsonNode truth = JSON.readTree(real.resolve("truth.json").toFile()).get("ads");
    JsonNode top = JSON.readTree(series("top --json --most 1000000").out()).get("top");
    assertThat(top.size()).isGreaterThan(100);
    for (JsonNode ad : top) {
      JsonNode expected = truth.get(ad.get("adId").asText());
      for (String count : List.of("impressions", "clicks", "costMicros")) {
        assertThat(ad.get(count)).as("%s of %s", count, ad).isEqualTo(expected.get(count));
      }
    }
  }
}
