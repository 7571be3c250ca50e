package clickcounter.tools.series.close;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The end of October 2026, with whatever may be in the way. */
class SeriesCloseTest {
  private static final String A = "hostA-20261029_000000-k3f9xq";
  private static final String B = "hostB-20261030_060000-k3f9xq";
  private static final String LATER = "hostC-20261101_060000-k3f9xq";

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path archive;
  private Path files;

  @BeforeEach
  void inTheNextMonth() {
    tool.now = Instant.parse("2026-11-02T06:00:00Z");
    archive = directory.resolve("archive");
    files = directory.resolve("series");
  }

  private static long ms(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private static String click(String counter, long sequence, String adId, String time) {
    return click(counter, sequence, adId, time, 250_001);
  }

  private static String click(
      String counter, long sequence, String adId, String time, long costMicros) {
    return EventWriter.toLine(
        new AdEvent(counter, sequence, EventKind.CLICK, adId, ms(time), costMicros));
  }

  private static String close(String counter, long sequence, String time) {
    return EventWriter.toLine(new Close(counter, sequence, ms(time)));
  }

  /** The first event is of the 29th; there is none of the 30th. */
  private static List<String> october() {
    return List.of(
        click(A, 0, "m1", "2026-10-29T09:00:00Z"),
        click(A, 1, "m1", "2026-10-31T09:00:00Z"),
        click(A, 2, "m2", "2026-10-31T23:59:59.999Z"),
        close(A, 3, "2026-11-01T00:00:01Z"));
  }

  private static List<String> ofB() {
    return List.of(click(B, 0, "m3", "2026-10-30T07:00:00Z"), close(B, 1, "2026-10-30T08:00:00Z"));
  }

  private static List<String> later(int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(click(LATER, i, "m1", "2026-11-01T0%d:00:00Z".formatted(6 + i)));
    }
    return lines;
  }

  private void archive(String name, List<String> lines) throws IOException {
    EventFiles.write(archive.resolve(name), lines);
  }

  private void countOctober() throws IOException {
    archive("a.ndjson", october());
    tool.counting.receive(october());
  }

  private Result run(Object... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    for (String setting :
        List.of(
            "ops.archives=" + archive,
            "ops.archive=" + archive.resolve("ops"),
            "ops.series=" + files,
            "ops.reports=" + directory.resolve("reports"))) {
      all.addAll(List.of("--set", setting));
    }
    return tool.run(all.toArray());
  }

  private Result closeMonth(String month) {
    return run("series", "close", month);
  }

  private Result closed() {
    Result result = closeMonth("2026-10");
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.OK);
    assertThat(result.out()).endsWith("2026-10 is closed: every day is final, built and audited\n");
    return result;
  }

  private String notClosed(int status) {
    Result result = closeMonth("2026-10");
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(status);
    assertThat(result.out()).doesNotContain("is closed", "sum ");
    return result.out() + result.err();
  }

  @Test
  void aMonthIsClosedWhenEveryDayIsFinalBuiltAndAudited() throws IOException {
    countOctober();

    Result result = closed();

    assertThat(result.out())
        .isEqualTo(
            """
            2026-10: all 31 days are final
            2026-10-29  made: 1 ad, 0 impressions, 1 click, cost 0.250001
            2026-10-30  made: 0 ads, 0 impressions, 0 clicks, cost 0.00
            2026-10-31  made: 2 ads, 0 impressions, 2 clicks, cost 0.500002
            2026-11-01  made: 0 ads, 0 impressions, 0 clicks, cost 0.00
            4 events of 2 ads and 1 counter in 1 file
              ads       2 equal, 0 correct except for missing events, 0 wrong
              series    4 days
              counters  1 equal, 0 wrong
              events    4 counted, 0 missing, 0 in no file, 0 written off
            Spend: 0.00 is certain
            EQUAL: every document matches the archive.
            day         ads  impressions  clicks      cost  invalid
            2026-10-29    1            0       1  0.250001        0
            2026-10-30    0            0       0      0.00        0
            2026-10-31    2            0       2  0.500002        0
            sum           2            0       3  0.750003        0
            2026-10 is closed: every day is final, built and audited
            """);
    assertThat(result.err()).contains("report: " + directory.resolve("reports/audit-"));
    assertThat(directory.resolve("reports")).isDirectoryContaining("glob:**/audit-*.html");
  }

  @Test
  void aClosedMonthIsClosedAgainWithoutMakingAnything() throws IOException {
    countOctober();
    closed();

    assertThat(closed().out()).doesNotContain("made", "is there").contains("EQUAL");
  }

  @Test
  void beforeAllDaysAreFinalItSaysWhoIsWaitedForAndReadsNoArchive() throws IOException {
    EventFiles.write(archive.resolve("broken.ndjson.gz"), october());
    Files.writeString(archive.resolve("broken.ndjson.gz"), "no gzip");
    tool.counting.receive(october().subList(0, 2));

    assertThat(notClosed(ExitCode.MISSING))
        .isEqualTo(
            """
            2026-10-31  not built, waits for %s
            not final; events may still come of 1 counter:
              %s: has not come so far yet, its last event is of 2026-10-31T09:00:00Z
            2026-10 is not closed: 1 of 31 days may still get events; no archive was read
            """
                .formatted(A, A));
    assertThat(files).doesNotExist();
    assertThat(directory.resolve("reports")).doesNotExist();
  }

  @Test
  void aMonthThatIsNotOverIsNotClosed() throws IOException {
    tool.now = Instant.parse("2026-10-31T12:00:00Z");
    countOctober();

    assertThat(notClosed(ExitCode.MISSING))
        .startsWith("2026-10-31  not over\nnot final: the time is not over\n");
  }

  @Test
  void whereNoCounterIsKnownThereIsNoVerdict() throws IOException {
    archive("a.ndjson", october());

    assertThat(notClosed(ExitCode.FAILED)).contains("no counter is known in bucket type");
  }

  @Test
  void aMonthBeforeTheFirstEventIsNotClosed() throws IOException {
    countOctober();

    Result result = closeMonth("2026-09");

    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(result.out())
        .endsWith(
            "2026-09 is not closed: the archives have no counted event of it or of earlier days\n");
    assertThat(files).isDirectoryNotContaining("glob:**/2026-09-*");
  }

  @Test
  void archivesWithoutAnyCountedEventCloseNoMonth() throws IOException {
    tool.counting.receive(october());
    archive("a.ndjson", List.of());

    assertThat(notClosed(ExitCode.MISSING)).doesNotContain("made", "EQUAL");
  }

  @Test
  void aMonthAfterTheLastEventIsClosedWithZeros() throws IOException {
    countOctober();
    closed();
    tool.now = Instant.parse("2026-12-02T06:00:00Z");

    Result result = closeMonth("2026-11");

    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.OK);
    assertThat(result.out()).contains("sum           0            0       0  0.00        0\n");
  }

  @Test
  void aDayOfWhichAnEventWasCountedSinceIsMadeAnew() throws IOException {
    countOctober();
    closed();
    archive("b.ndjson", ofB());
    tool.counting.receive(ofB());

    assertThat(closed().out())
        .contains(
            "all 31 days are final\n2026-10-30  made anew: 1 ad, 0 impressions, 1 click, cost 0.250001\n6 events",
            "sum           3            0       4  1.000004        0\n");
  }

  /** The audit compares the files of all months. */
  @Test
  void aDayOfAnotherMonthOfWhichAnEventWasCountedSinceIsMadeAnewToo() throws IOException {
    countOctober();
    closed();
    tool.now = Instant.parse("2026-12-02T06:00:00Z");
    archive("b.ndjson", ofB());
    tool.counting.receive(ofB());

    Result november = closeMonth("2026-11");

    assertThat(november.status()).as(november.out()).isEqualTo(ExitCode.OK);
    assertThat(november.out()).contains("2026-10-30  made anew: 1 ad", "2026-11 is closed");
  }

  @Test
  void countersThatAreRetiredKeepTheirPartOfTheMonth() throws IOException {
    countOctober();
    archive("b.ndjson", ofB());
    tool.counting.receive(ofB());
    retire(B);
    String before = closed().out();
    assertThat(before).contains("2026-10-30  made: 1 ad");

    retire(A);

    assertThat(closed().out())
        .doesNotContain("2026-10-31  made")
        .contains("sum           3            0       4");
  }

  /** Its document is deleted a day later. */
  private void retire(String counterId) {
    for (int day = 0; day < 2; day++) {
      tool.now = tool.now.plus(Duration.ofDays(2));
      Result retired = tool.run("counters", "retire", "--older-than", "1d", "--counter", counterId);
      assertThat(retired.status()).as(retired.err()).isZero();
    }
  }

  @Test
  void aCounterThatTheArchivesLackIsNamed() throws IOException {
    countOctober();
    tool.counting.receive(ofB());

    assertThat(notClosed(ExitCode.WRONG))
        .contains(
            "2026-10-29  made",
            "2026-10-30  not made: up to 2 counted events",
            B,
            "2026-10 is not closed: not all its files could be made\n")
        .doesNotContain("EQUAL");
  }

  @Test
  void aCounterThatTheArchivesLackSinceTheFilesWereMadeLeavesNoVerdict() throws IOException {
    countOctober();
    archive("b.ndjson", ofB());
    tool.counting.receive(ofB());
    closed();
    Files.delete(archive.resolve("b.ndjson"));

    assertThat(notClosed(ExitCode.FAILED)).contains("NO VERDICT", B);
  }

  @Test
  void aFileThatBreaksOffIsNamed() throws IOException {
    countOctober();
    EventFiles.write(archive.resolve("b.ndjson.gz"), ofB());
    Files.write(
        archive.resolve("b.ndjson.gz"),
        java.util.Arrays.copyOf(Files.readAllBytes(archive.resolve("b.ndjson.gz")), 40));

    assertThat(notClosed(ExitCode.FAILED)).contains("b.ndjson.gz", "No day was made");
  }

  /** As an event that was counted with another price. */
  @Test
  void aDocumentThatIsWrongKeepsTheMonthOpen() throws IOException {
    countOctober();
    List<String> other = new ArrayList<>(october());
    other.set(1, click(A, 1, "m1", "2026-10-31T09:00:00Z", 250_002));
    archive("a.ndjson", other);

    assertThat(notClosed(ExitCode.WRONG))
        .contains(
            "WRONG COUNTS", "2026-10 is not closed: the audit does not find everything equal");
  }

  /**
   * The hours of the documents are of later days; their totals tell, as the days since have files.
   */
  @Test
  void filesThatSayAnythingElseThanTheDocumentsKeepTheMonthOpen() throws IOException {
    tool.now = Instant.parse("2026-11-20T06:00:00Z");
    countOctober();
    String later = "hostG-20261118_000000-k3f9xq";
    List<String> lines =
        List.of(
            click(later, 0, "m1", "2026-11-18T09:00:00Z"), close(later, 1, "2026-11-18T10:00:00Z"));
    archive("g.ndjson", lines);
    tool.counting.receive(lines);
    List<String> other = new ArrayList<>(october());
    other.set(1, click(A, 1, "m1", "2026-10-31T09:00:00Z", 250_002));
    Tool elsewhere = new Tool();
    elsewhere.now = tool.now;
    elsewhere.counting.receive(other);
    Path wrong = EventFiles.write(directory.resolve("other/a.ndjson"), other);
    elsewhere.run("series", "build", wrong, "--series", files);

    assertThat(notClosed(ExitCode.WRONG)).contains("Wrong: files of finished days of 1 ad");
  }

  @Test
  void eventsThatAreMissingOfLaterDaysDoNotKeepTheMonthOpen() throws IOException {
    countOctober();
    archive("c.ndjson", later(3));
    tool.counting.receive(later(1));
    String unknown = LATER.replace("hostC", "hostD");
    archive("d.ndjson", List.of(click(unknown, 0, "m4", "2026-11-01T07:00:00Z")));

    assertThat(closed().out())
        .contains(
            "3 missing", "MISSING EVENTS, no wrong counts", "No missing event is of 2026-10.");
  }

  @Test
  void eventsThatAreMissingOfEarlierMonthsDoNotKeepTheMonthOpen() throws IOException {
    String earlier = "hostE-20260930_000000-k3f9xq";
    List<String> lines =
        List.of(
            click(earlier, 0, "m1", "2026-09-30T01:00:00Z"),
            click(earlier, 1, "m1", "2026-09-30T02:00:00Z"),
            close(earlier, 2, "2026-09-30T03:00:00Z"));
    countOctober();
    archive("e.ndjson", lines);
    tool.counting.receive(List.of(lines.get(0), lines.get(2)));

    assertThat(closed().out()).contains("1 missing", "No missing event is of 2026-10.");
    assertThat(closeMonth("2026-09").out()).contains("2026-09-30  not built, waits for " + earlier);
  }

  @Test
  void aCounterOfTheMonthOfWhichNothingWasCountedKeepsItOpen() throws IOException {
    countOctober();
    archive("b.ndjson", ofB());

    assertThat(notClosed(ExitCode.MISSING)).contains("MISSING EVENTS", B);
  }

  @Test
  void aWrittenOffEventThatTheArchivesHaveKeepsTheMonthOpen() throws IOException {
    archive("a.ndjson", october());
    List<String> arrived = new ArrayList<>(october());
    arrived.remove(1);
    tool.counting.receive(arrived);
    run("counters", "write-off", A, "1", "--why", "a test");
    tool.countQueue();

    assertThat(notClosed(ExitCode.MISSING))
        .contains("2026-10-31  made: 1 ad", "MISSING EVENTS")
        .doesNotContain("No missing event");
  }

  @Test
  void eventsAboveTheNumberAtWhichAnOperatorClosedTheCounterKeepTheMonthOpen() throws IOException {
    archive("a.ndjson", october().subList(0, 3));
    tool.counting.receive(october().subList(0, 2));
    run("counters", "close", A, "--why", "crashed", "--last", "1");
    tool.countQueue();

    assertThat(notClosed(ExitCode.MISSING))
        .contains("all 31 days are final", "MISSING EVENTS")
        .doesNotContain("No missing event");
  }

  @Test
  void filesThatWereSkippedAreNamed() throws IOException {
    countOctober();
    Files.writeString(archive.resolve("notes.txt"), "nothing");

    Result result = closeMonth("2026-10");

    assertThat(result.status()).isEqualTo(ExitCode.SKIPPED);
    assertThat(result.out()).contains("1 file skipped", "notes.txt", "2026-10 is closed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2026-10 --set ops.archives=x                    | expected the setting ops.series
          2026-10 --set ops.series=x                      | expected the setting ops.archives
          2026-13 --set ops.archives=x --set ops.series=x | YYYY-MM
          1969-12 --set ops.archives=x --set ops.series=x | expected a month such as 2026-10, got 1969-12
          """)
  void wrongUsageIsSaidBeforeAnythingIsRead(String words, String message) {
    tool.noVerdict = "nothing must be read";

    Result result = tool.run((Object[]) ("series close " + words).split(" "));

    assertThat(result.err()).contains(message);
    assertThat(result.status()).isEqualTo(ExitCode.USAGE);
  }
}
