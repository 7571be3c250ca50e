package clickcounter.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.store.DocumentKey;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An audit of a time: {@code --from}, {@code --to}. */
class AuditOfTimeTest {
  private static final String COUNTER = "hostA-20261118_100000-k3f9xq";
  private static final String OF_THE_DAY = "from 2026-11-20T00:00:00Z to 2026-11-21T00:00:00Z";

  @TempDir private Path archive;
  @TempDir private Path reports;
  private final Tool tool = new Tool();
  private final List<String> lines = new ArrayList<>();

  private static long ms(String at) {
    return Instant.parse(at).toEpochMilli();
  }

  private static String line(long sequence, EventKind kind, String adId, String at) {
    long amount = kind == EventKind.IMPRESSION ? 0 : 250_000;
    return EventWriter.toLine(new AdEvent(COUNTER, sequence, kind, adId, ms(at), amount));
  }

  /** The next event of the counter. */
  private String event(EventKind kind, String adId, String at) {
    lines.add(line(lines.size(), kind, adId, at));
    return lines.get(lines.size() - 1);
  }

  /** As the service writes it. */
  private Path file(String hour, String... content) throws IOException {
    Path file =
        EventFiles.write(
            archive.resolve("hostA/" + COUNTER + "-" + hour + ".ndjson.gz"), List.of(content));
    Instant end = Instant.parse(hour.replaceAll("(....)(..)(..)_(..)", "$1-$2-$3T$4:59:00Z"));
    return Files.setLastModifiedTime(file, FileTime.from(end));
  }

  /** A day with one event of an ad before it, two in it, and one after it. */
  private void threeDays() throws IOException {
    file("20261119_10", event(EventKind.CLICK, "m-before", "2026-11-19T10:00:00Z"));
    file(
        "20261120_11",
        event(EventKind.CLICK, "m1", "2026-11-20T11:00:00Z"),
        event(EventKind.IMPRESSION, "m1", "2026-11-20T11:59:59.999Z"));
    file("20261121_12", event(EventKind.IMPRESSION, "m-after", "2026-11-21T12:00:00Z"));
  }

  private Result audit(Object... words) {
    List<Object> all = new ArrayList<>(List.of("documents", "audit", archive));
    all.addAll(List.of(words));
    return tool.run(all.toArray());
  }

  private Result ofTheDay(Object... words) {
    List<Object> all = new ArrayList<>(List.of("--from", "2026-11-20", "--to", "2026-11-21"));
    all.addAll(List.of(words));
    return audit(all.toArray());
  }

  private static void has(Result result, int status, String... texts) {
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(status);
    List.of(texts).forEach(text -> assertThat(result.out()).contains(text));
  }

  @Test
  void theVerdictNamesTheTimeAndTheReportSaysWhatItIsNot() throws IOException {
    threeDays();
    tool.counting.receive(lines);
    Path page = reports.resolve("page.html");

    Result audit = ofTheDay("--report", page);

    has(audit, 0, "2 events " + OF_THE_DAY + " of 1 ad and 1 counter in 1 file");
    has(
        audit,
        0,
        "EQUAL " + OF_THE_DAY + ": every event is counted",
        "Not compared: events of other times");
    assertThat(audit.out()).doesNotContain("Spend", "0 in no file");
    assertThat(Files.readString(page))
        .contains("EQUAL " + OF_THE_DAY, "Not compared: events of other times")
        .doesNotContain("in no file</td>", "spend that is certain", "<svg");
    has(
        ofTheDay("--json"),
        0,
        "\"fromMs\" : " + ms("2026-11-20T00:00:00Z"),
        "\"toMs\" : " + ms("2026-11-21T00:00:00Z"),
        "\"limits\" : \"Not compared: ",
        "\"inNoFile\" : null",
        "\"spend\" : null");
  }

  /** So that nobody takes it for one of everything. */
  @Test
  void theReportIsNamedAsThatOfAPart() throws IOException {
    threeDays();
    tool.counting.receive(lines);
    String setting = "--set=ops.reports=" + reports;

    assertThat(ofTheDay(setting).err()).containsPattern("/audit-20270115T\\d+Z-part.html");
    assertThat(audit("--ad", "m1", setting).err())
        .containsPattern("/audit-20270115T\\d+Z-part.html");
    assertThat(audit(setting).err()).containsPattern("/audit-20270115T\\d+Z.html");
  }

  @Test
  void aDocumentThatOnlyOtherDaysTouchIsNeverRead() throws IOException {
    threeDays();
    String other = "hostB-20261119_090000-k3f9xq";
    String ofOther =
        EventWriter.toLine(
            new AdEvent(other, 0, EventKind.IMPRESSION, "m-before", ms("2026-11-19T10:00:00Z"), 0));
    // Of this name all lines are read.
    EventFiles.write(archive.resolve("b.ndjson"), List.of(lines.get(0), ofOther, lines.get(3)));
    lines.add(ofOther);
    tool.counting.receive(lines);
    Set<DocumentKey> read = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
    tool.counting.store.beforeFetch = read::add;

    has(ofTheDay(), 0, "2 events");

    assertThat(read)
        .filteredOn(key -> Set.of(DocumentKey.ADS, DocumentKey.COUNTERS).contains(key.bucket()))
        .containsExactlyInAnyOrder(DocumentKey.ad("m1"), DocumentKey.counter(COUNTER));
  }

  @Test
  void aFileOfAnotherDayIsNeverOpened() throws IOException {
    threeDays();
    tool.counting.receive(lines);
    for (String hour : List.of("20261119_10", "20261121_12")) {
      FileTime written = Files.getLastModifiedTime(file(hour));
      Path file = archive.resolve("hostA/" + COUNTER + "-" + hour + ".ndjson.gz");
      Files.setLastModifiedTime(Files.writeString(file, "damaged"), written);
    }

    has(ofTheDay(), 0);
    has(audit("--from", "2026-11-20"), 3, "NO VERDICT from 2026-11-20T00:00:00Z on");
    has(audit("--to", "2026-11-21"), 3, "NO VERDICT before 2026-11-21T00:00:00Z");

    Result replay =
        tool.run("archive", "replay", archive, "--from", "2026-11-20", "--to", "2026-11-21");
    has(replay, 0, "2 events sent, from 1 file");
  }

  /** The clock was set back when the next hour's file had been begun. */
  @Test
  void aLateEventAtTheEdgeIsOneOfTheDay() throws IOException {
    String first = event(EventKind.IMPRESSION, "m1", "2026-11-21T00:00:01Z");
    String late = event(EventKind.CLICK, "m1", "2026-11-20T23:59:59.999Z");
    file("20261121_00", first, late);
    tool.counting.receive(lines);

    has(ofTheDay(), 0, "1 event " + OF_THE_DAY);
    has(audit("--from", "2026-11-21"), 0, "1 event from 2026-11-21T00:00:00Z on");
  }

  @Test
  void aMissingEventOfTheDayIsFoundAndOneOfAnotherDayIsNot() throws IOException {
    threeDays();
    tool.counting.receive(List.of(lines.get(1), lines.get(3)));

    Result audit = ofTheDay();

    has(audit, 1, "1 counted, 1 missing", COUNTER + ": 2", "MISSING EVENTS " + OF_THE_DAY);
    assertThat(audit.out()).doesNotContain(COUNTER + ": 0");
    has(audit("--from", "2026-11-21"), 0);
  }

  @Test
  void whatWasWrittenOffIsListedIfItIsOfTheDay() throws IOException {
    threeDays();
    tool.counting.receive(List.of(lines.get(1), lines.get(3)));
    for (int sequence : List.of(0, 2)) {
      tool.run(
          "counters",
          "write-off",
          COUNTER,
          sequence,
          "--why",
          "lost",
          "--set=ops.archive=" + archive.resolve("ops"));
    }
    tool.countQueue();

    has(ofTheDay(), 1, "Written off: 1 event\n  " + COUNTER + ": 2\n");
  }

  @Test
  void aClickInAWrongHourOfTheDayIsWrong() throws IOException {
    threeDays();
    lines.set(1, line(1, EventKind.CLICK, "m1", "2026-11-20T12:00:00Z"));
    tool.counting.receive(lines);

    has(
        ofTheDay(),
        2,
        "WRONG COUNTS " + OF_THE_DAY,
        "hour 2026-11-20T11:00:00Z: expected impressions 1, clicks 1",
        "hour 2026-11-20T12:00:00Z: expected impressions 0, clicks 0");
    has(ofTheDay("--ad", "m1"), 2);
    has(ofTheDay("--counter", COUNTER), 0);
    has(audit("--to", "2026-11-20"), 0);
  }

  @Test
  void aCountedEventThatNoFileHasMakesItsHourWrong() throws IOException {
    threeDays();
    event(EventKind.IMPRESSION, "m1", "2026-11-20T13:00:00Z");
    tool.counting.receive(lines);

    has(
        ofTheDay(),
        2,
        "hour 2026-11-20T13:00:00Z: expected impressions 0",
        "name all archives of this time");
  }

  /** What is in the hour's other part is not known. */
  @Test
  void anHourThatIsNotWhollyInTheTimeIsNotCompared() throws IOException {
    threeDays();
    tool.counting.receive(lines);

    has(audit("--from", "2026-11-20T11:30:00Z", "--to", "2026-11-20T12:00:00Z"), 0, "1 event");
    has(audit("--from", "2026-11-20T11:00:00Z", "--to", "2026-11-20T11:30:00Z"), 0, "1 event");
  }

  @Test
  void anAdThatCountedLaterDaysHasNoHourToCompare() throws IOException {
    threeDays();
    file("20261124_10", event(EventKind.IMPRESSION, "m1", "2026-11-24T10:00:00Z"));
    lines.set(1, line(1, EventKind.CLICK, "m1", "2026-11-20T12:00:00Z"));
    tool.counting.receive(lines);

    has(ofTheDay(), 0, "documents of 1 ad have only later hours");
  }

  /** Its hours are too old to be compared, but it cannot have less than a part of its events. */
  @Test
  void aDocumentThatLostTheDayIsWrongHoweverOldTheDayIs() throws IOException {
    threeDays();
    tool.counting.receive(lines);
    tool.counting.store.values.remove(DocumentKey.ad("m1"));
    has(ofTheDay(), 2, "ad m1: no document", "clicks: expected 1 or more, found 0");

    Tool anew = new Tool();
    anew.counting.receive(List.of(line(4, EventKind.IMPRESSION, "m1", "2026-11-24T10:00:00Z")));
    tool.counting.store.values.put(
        DocumentKey.ad("m1"), anew.counting.store.values.get(DocumentKey.ad("m1")));
    has(ofTheDay(), 2, "clicks: expected 1 or more, found 0");
  }

  @Test
  void aCloseNoticeIsAnEventOfItsDay() throws IOException {
    threeDays();
    String close = EventWriter.toLine(new Close(COUNTER, 4, ms("2026-11-21T12:00:01Z")));
    file("20261121_12", lines.get(3), close);
    tool.counting.receive(lines);

    has(ofTheDay(), 0);
    has(audit("--from", "2026-11-21"), 1, COUNTER + ": 4");
    tool.counting.receive(List.of(close));
    has(audit("--from", "2026-11-21"), 0);
  }

  @Test
  void aTimeWithoutAnEventHasNoVerdict() throws IOException {
    threeDays();
    tool.counting.receive(lines);

    has(
        audit("--from", "2026-11-22", "--to", "2026-11-23"),
        3,
        "NO VERDICT from 2026-11-22T00:00:00Z to 2026-11-23T00:00:00Z: there is no event");
    has(ofTheDay("--ad", "m-before"), 3, "NO VERDICT");
  }

  @Test
  void filesOfFinishedDaysOfTheSettingsAreNotCompared() throws IOException {
    threeDays();
    tool.counting.receive(lines);
    Path series = archive.resolve("series");
    tool.run("series", "build", archive, "--series", series);
    String setting = "--set=ops.series=" + series;

    assertThat(audit(setting).out()).contains("  series    2 days");
    assertThat(ofTheDay(setting).out()).doesNotContain("  series");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --from 2026-11-21 --to 2026-11-20         | expected --from before --to, got 2026-11-2
          --from 2026-11-20 --to 2026-11-20         | expected --from before --to, got 2026-11-2
          --from yesterday                          | expected a time as 2026-06-01T12:30:00Z
          --from 2026-11-20 --ad m1 --counter c     | --ad and --counter cannot be combined
          """)
  void whatMakesNoSenseIsRefusedBeforeAnythingIsRead(String words, String message)
      throws IOException {
    tool.noVerdict = "nothing must be read";
    Result result = audit((Object[]) words.split(" "));
    assertThat(result.status()).isEqualTo(64);
    assertThat(result.err()).contains(message);
  }

  /** The gap may be of the day that was not read. */
  @Test
  void aReplayOfADayDoesNotSayWhatIsInNoFile() throws IOException {
    threeDays();
    tool.counting.receive(lines.subList(2, 4));
    Object[] replay = {"archive", "replay", "--only-missing", "--dry-run", archive};

    List<Object> ofTheDay = new ArrayList<>(List.of(replay));
    ofTheDay.addAll(List.of("--from", "2026-11-20", "--to", "2026-11-21"));
    Result result = tool.run(ofTheDay.toArray());
    has(result, 0, COUNTER + ": 1", "not known which ids of gaps are in no file");
    assertThat(result.out()).doesNotContain("in none of these files");
    ofTheDay.add("--json");
    has(tool.run(ofTheDay.toArray()), 0, "\"inNoFile\" : null", "\"notMet\" : null");

    Files.delete(archive.resolve("hostA/" + COUNTER + "-20261119_10.ndjson.gz"));
    has(tool.run(replay), 0, "1 event in gaps, and in none of these files", COUNTER + ": 0");
  }
}
