package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.UnsettledIds;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.jms.DeadLetters;
import clickcounter.jms.RejectedLine;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A small day with one counter of twelve events and one ad. Commands in, text out. */
class CommandsTest {
  private static final long START_MS = 1_799_999_000_000L;
  private static final String COUNTER = "hostA-20270115_080000";
  private static final String AD = "m1";

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private final List<String> lines = new ArrayList<>();
  private Path archive;

  @BeforeEach
  void writeArchive() throws IOException {
    lines.add(line(0, EventKind.BUDGET, 5_000_000));
    for (int i = 1; i <= 10; i++) {
      lines.add(
          line(i, i % 5 == 0 ? EventKind.CLICK : EventKind.IMPRESSION, i % 5 == 0 ? 250_000 : 0));
    }
    lines.add(EventWriter.toLine(new Close(COUNTER, 11, START_MS + 11_000)));
    archive = EventFiles.write(directory.resolve("archive/hostA/a.ndjson"), lines);
  }

  private static String line(long sequence, EventKind kind, long amount) {
    return EventWriter.toLine(
        new AdEvent(COUNTER, sequence, kind, AD, START_MS + sequence * 1_000, amount));
  }

  private void countAllBut(Integer... sequences) {
    List<String> arrived = new ArrayList<>(lines);
    Stream.of(sequences).forEach(i -> arrived.remove(lines.get(i)));
    tool.counting.receive(arrived);
  }

  private static void assertJson(String text) throws IOException {
    try (JsonParser json = new JsonFactory().createParser(text)) {
      assertThat(json.nextToken()).isNotNull();
      json.skipChildren();
      assertThat(json.nextToken()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "archive replay",
        "documents audit",
        "ads show",
        "counters show",
        "events explain",
        "counters gaps",
        "counters write-off",
        "counters reopen",
        "series show",
        "series top"
      })
  void everyCommandHasHelpWithAnExampleAndItsExitCodes(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.add("--help");
    Result help = tool.run(words.toArray());
    assertThat(help.status()).isZero();
    assertThat(help.out())
        .contains("Example", "Exit codes", "clicks " + command)
        .contains(ExitCode.table().get(ExitCode.USAGE), ExitCode.table().get(ExitCode.INTERNAL));
  }

  @ParameterizedTest
  @CsvSource({
    "documents audit, 'expected PATH…, or the setting ops.archives'",
    "archive replay --rate x f, Invalid value for option '--rate'",
    "documents audit --ad a --counter c f, --ad and --counter cannot be combined",
    "ads show, Missing required parameter: 'ID'",
    "counters, Missing required subcommand",
    "counters gaps --older-than soon, 'expected a duration'",
    "counters write-off c 9..x --why r, 'expected a range such as 17..19 or 17, got '",
    "events explain, Missing required parameter: 'EVENT_ID'",
    "events explain hostA, 'expected an event id such as'",
    "archive replay --nonsense f, --nonsense",
    "rplay f, rplay"
  })
  void wrongArgumentsAreNotTakenForAResult(String words, String message) {
    Result result = tool.run((Object[]) words.split(" "));
    assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains(message);
    assertThat(result.out()).isEmpty();
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void whoIsInterruptedHasNoVerdict() {
    try {
      for (String command :
          List.of("documents audit", "archive replay", "archive replay --only-missing")) {
        Thread.currentThread().interrupt();
        List<Object> words = new ArrayList<>(List.of(command.split(" ")));
        words.add(archive);
        Result result = tool.run(words.toArray());
        assertThat(result.status()).as(command + result.err()).isEqualTo(ExitCode.INTERRUPTED);
      }
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aCrashIsNoVerdict() {
    tool.counting.store.beforeFetch =
        key -> {
          throw new NullPointerException("a bug");
        };
    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.status()).isEqualTo(ExitCode.INTERNAL);
    assertThat(audit.err()).contains("internal error", "a bug", "\tat ");
  }

  @Test
  void theAuditTellsWhatIsMissingAndWhatItIsWorth() throws IOException {
    countAllBut(4, 5, 6, 11);

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.status()).isEqualTo(1);
    assertThat(audit.out())
        .contains("12 events of 1 ad and 1 counter in 1 file")
        .contains("ads       0 equal, 1 correct except for missing events, 0 wrong")
        .contains("events    8 counted, 4 missing, 0 in no file, 0 written off")
        .contains(COUNTER + ": 4..6, 11")
        .contains("Spend: 0.25 is certain, the missing events will change it by 0.25")
        .contains("MISSING EVENTS, no wrong counts");
    Result json = tool.run("documents", "audit", "--json", archive);
    assertJson(json.out());
    assertThat(json.out()).contains("\"verdict\" : \"missing\"", "\"atRiskMicros\" : 250000");
  }

  @Test
  void theAuditNamesEveryFieldThatIsWrong() {
    tool.counting.receive(lines);
    // Counted under the same id, but at another price and a day earlier.
    Tool other = new Tool();
    List<String> wrong = new ArrayList<>(lines);
    wrong.set(
        5,
        EventWriter.toLine(
            new AdEvent(COUNTER, 5, EventKind.CLICK, AD, START_MS - 86_400_000, 9_000_000)));
    other.counting.receive(wrong);

    Result audit = other.run("documents", "audit", archive);

    assertThat(audit.status()).isEqualTo(2);
    assertThat(audit.out())
        .contains(
            "state: expected active, found exhausted",
            "costMicros: expected 500000, found 9250000",
            "spentMicros: expected 500000, found 5000000",
            "ranking.clicks[0]: expected 2, found 1",
            "ranking.clicks[1]: expected 0, found 1",
            "firstEventAt: expected " + START_MS,
            "WRONG COUNTS");
  }

  @Test
  void theAuditFindsAClickInTheWrongHour() {
    tool.counting.receive(lines);
    AdDocument right =
        ((AdReading.Found) new Documents(tool.counting.store).ad(AD)).siblings().get(0);
    RecentHours wrong = new RecentHours();
    long hour = Hours.of(START_MS);
    HourCounts all = right.hours().counts().get(hour);
    wrong.add(
        hour, new HourCounts(all.impressions(), all.clicks() - 1, all.costMicros() - 250_000));
    wrong.add(hour - 1, new HourCounts(0, 1, 250_000));
    putAd(new AdDocument(AD, right.totals(), wrong, Map.of(), right.write()));

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.status()).isEqualTo(2);
    String before = Instant.ofEpochMilli(Hours.startMs(hour - 1)).toString();
    assertThat(audit.out())
        .contains(
            "hour "
                + before
                + ": expected impressions 0, clicks 0, costMicros 0, found impressions 0, clicks 1,"
                + " costMicros 250000",
            "WRONG COUNTS");
  }

  @Test
  void anUnsettledEventIsCounted() {
    countAllBut(5);
    AdTotals totals = new AdTotals();
    for (int i = 0; i <= 10; i++) {
      EventKind kind =
          i == 0 ? EventKind.BUDGET : i % 5 == 0 ? EventKind.CLICK : EventKind.IMPRESSION;
      long amount = i == 0 ? 5_000_000 : i % 5 == 0 ? 250_000 : 0;
      totals.add(new AdEvent(COUNTER, i, kind, AD, START_MS + i * 1_000L, amount));
    }
    putAd(document(totals, new UnsettledIds(LongRanges.of(5), new AddedIds()), 9, "w9", "w8"));

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.out()).contains("1 event counted, not yet settled");
    // The counter's document still has a gap for it.
    assertThat(audit.out()).contains("12 counted, 0 missing");
    assertThat(audit.status()).isZero();
    assertThat(tool.run("events", "explain", COUNTER + ":5", archive).out())
        .contains("counted, not yet settled", "includes the event and names it as unsettled");
  }

  @Test
  void explanationOfAClickNamesTheVerdictsOnItAndWhetherTheyAreCounted() throws IOException {
    String taken = verdict(EventKind.INVALIDATION, "ivt-1", COUNTER + ":5");
    String other = verdict(EventKind.INVALIDATION, "ivt-2", COUNTER + ":10");
    String given = verdict(EventKind.REINSTATEMENT, "appeal-1", COUNTER + ":5");
    // A file may be there twice.
    EventFiles.write(directory.resolve("archive/ivt.ndjson"), List.of(taken, other));
    EventFiles.write(directory.resolve("archive/again.ndjson"), List.of(taken, given));
    tool.counting.receive(lines);
    tool.counting.receive(List.of(taken, other));

    Result explain = tool.run("events", "explain", COUNTER + ":5", directory.resolve("archive"));

    assertThat(explain.status()).isZero();
    assertThat(explain.out().lines().filter(line -> line.startsWith("  verdict ")))
        .containsExactly(
            "  verdict   invalidated 2027-01-16T07:43:20Z by ivt (repeat@2), event ivt-1:0: counted"
                + " and settled",
            "  verdict   reinstated 2027-01-16T08:43:20Z by appeals (repeat@2), event appeal-1:0:"
                + " not counted: no event of its counter was ever settled");
    assertThat(
            tool.run("events", "explain", "--json", COUNTER + ":10", directory.resolve("archive"))
                .out()
                .replaceAll("\\s", ""))
        .contains(
            "\"verdicts\":[{\"eventId\":\"ivt-2:0\",\"type\":\"invalidation\",\"author\":\"ivt\","
                + "\"reason\":\"repeat@2\",\"at\":1800085400000,\"fate\":\"settled\",\"counted\":true}]");
  }

  @Test
  void explanationWithoutPathAsksTheTableIfItIsThere() throws IOException {
    tool.counting.receive(lines);
    String taken = verdict(EventKind.INVALIDATION, "ivt-1", COUNTER + ":5");
    Path verdicts = EventFiles.write(directory.resolve("archive/ivt.ndjson"), List.of(taken));
    Path table = directory.resolve("table");
    String[] settings = {"--set=ops.archives=" + archive.getParent(), "--set=ops.table=" + table};
    String id = COUNTER + ":5";
    assertThat(tool.run("events", "explain", id, settings[0], settings[1]).out())
        .contains("  archive   in the files\n            click of ad m1 at ");
    assertThat(table).doesNotExist();

    tool.run("archive", "import", "--set", "ops.table=" + table, archive, verdicts);
    Result click = tool.run("events", "explain", id, settings[0], settings[1]);
    assertThat(click.status()).as(click.err()).isZero();
    assertThat(click.out())
        .contains("event " + id + ": counted and settled")
        .contains("  archive   table of 2027-01-15T08:10:00Z\n")
        .contains("            click of ad m1 at 2027-01-15T07:43:25Z, 0.25\n")
        .contains(
            "  verdict   invalidated 2027-01-16T07:43:20Z by ivt (repeat@2), event ivt-1:0: not")
        .contains("  ad        m1, ");
    assertThat(tool.run("events", "explain", id, settings[1], "--json").out().replaceAll("\\s", ""))
        .contains(
            "\"places\":[{\"text\":\"clickofadm1at2027-01-15T07:43:25Z,0.25\"}],"
                + "\"tableAt\":1800000600000,");
    assertThat(tool.run("events", "explain", COUNTER + ":11", settings[1]).out())
        .contains("            close at 2027-01-15T07:43:31Z\n", "  ad        unknown");
    assertThat(tool.run("events", "explain", COUNTER + ":12", settings[1]).out())
        .contains(
            "  archive   not in the table of 2027-01-15T08:10:00Z: clicks archive import reads");
    assertThat(tool.run("events", "explain", id, archive, settings[1]).out())
        .contains("  archive   in the files\n            click of ad m1 at ");
  }

  /** On a click of this day, a day later; an appeal takes an hour more. */
  private static String verdict(EventKind kind, String counterId, String clickId) {
    boolean isAppeal = kind == EventKind.REINSTATEMENT;
    return EventWriter.toLine(
        new AdEvent(
            counterId,
            0,
            kind,
            AD,
            START_MS + 86_400_000 + (isAppeal ? 3_600_000 : 0),
            250_000,
            new Judgement("repeat@2", clickId, isAppeal ? "appeals" : "ivt")));
  }

  private static AdDocument document(
      AdTotals totals, UnsettledIds ids, long number, String id, String basedOn) {
    return new AdDocument(
        AD,
        totals,
        hours(totals),
        Map.of(COUNTER, ids),
        new WriteStamp(id, number, List.of(basedOn)));
  }

  /** All of it in one hour. */
  private static RecentHours hours(AdTotals totals) {
    RecentHours hours = new RecentHours();
    hours.add(Hours.of(START_MS), totals.counts());
    return hours;
  }

  private void putAd(AdDocument... siblings) {
    tool.counting.store.replace(
        DocumentKey.ad(AD),
        Stream.of(siblings)
            .map(d -> new StoredValue(AdDocumentCodec.CONTENT_TYPE, AdDocumentCodec.write(d)))
            .toArray(StoredValue[]::new));
  }

  @Test
  void siblingsAreReadAsTheySayTogether() {
    countAllBut(9, 10);
    AdTotals base = new AdTotals();
    for (int i = 0; i <= 8; i++) {
      EventKind kind =
          i == 0 ? EventKind.BUDGET : i % 5 == 0 ? EventKind.CLICK : EventKind.IMPRESSION;
      long amount = i == 0 ? 5_000_000 : i % 5 == 0 ? 250_000 : 0;
      base.add(new AdEvent(COUNTER, i, kind, AD, START_MS + i * 1_000L, amount));
    }
    putAd(
        sibling(base, new AdEvent(COUNTER, 9, EventKind.IMPRESSION, AD, START_MS + 9_000, 0), "a"),
        sibling(
            base, new AdEvent(COUNTER, 10, EventKind.CLICK, AD, START_MS + 10_000, 250_000), "b"));

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.out()).contains("2 events counted, not yet settled");
    assertThat(audit.status()).isZero();
    assertThat(tool.run("ads", "show", AD).out()).contains("2 siblings, shown merged");
  }

  private static AdDocument sibling(AdTotals base, AdEvent event, String id) {
    AdTotals totals = base.copy();
    totals.add(event);
    AddedIds added = new AddedIds();
    added.add(event.sequence(), Contribution.of(event));
    return document(totals, new UnsettledIds(new LongRanges(), added), 5, id, "base");
  }

  @Test
  void aDocumentThatNobodyCanReadIsWrong() {
    tool.counting.receive(lines);
    tool.counting.put(
        DocumentKey.ad(AD), AdDocumentCodec.CONTENT_TYPE, "{}".getBytes(StandardCharsets.UTF_8));

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.status()).isEqualTo(2);
    assertThat(audit.out()).contains("ad m1: cannot be read");
    assertThat(tool.run("ads", "show", AD).status()).isEqualTo(3);
  }

  @Test
  void whatIsCountedAndInNoFileIsToldFromAWrongCount() {
    tool.counting.receive(lines);
    tool.counting.receive(
        List.of(
            EventWriter.toLine(new AdEvent("hostB-1", 0, EventKind.IMPRESSION, AD, START_MS, 0))));

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.status()).isEqualTo(3);
    assertThat(audit.out())
        .contains("1 counter in Riak and in none of these files: hostB-1")
        .contains("NO VERDICT", "name all archives");
    // The counter alone is right.
    assertThat(tool.run("documents", "audit", "--counter", COUNTER, archive).status()).isZero();
  }

  @Test
  void aCounterAndItsAdThatNoFileHasAreNotCalledEqual() {
    tool.counting.receive(lines);
    tool.counting.receive(
        List.of(
            EventWriter.toLine(
                new AdEvent("hostB-1", 0, EventKind.IMPRESSION, "m2", START_MS, 0))));

    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.status()).isEqualTo(3);
    assertThat(audit.out())
        .contains("1 counter in Riak and in none of these files: hostB-1")
        .contains("name all archives", "--counter");
    // An audit of one ad or counter still has a result.
    assertThat(tool.run("documents", "audit", "--ad", AD, archive).status()).isZero();
    assertThat(tool.run("documents", "audit", "--counter", COUNTER, archive).status()).isZero();
  }

  @Test
  void aCounterThatWasOnlyEnteredContradictsNoArchive() {
    tool.counting.receive(lines);
    tool.counting.receive(
        List.of(
            EventWriter.toLine(
                new AdEvent("hostB-1", 0, EventKind.IMPRESSION, "m2", START_MS, 0))));
    tool.counting.store.delete(DocumentKey.counter("hostB-1"));
    tool.counting.store.delete(DocumentKey.ad("m2"));

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.status()).as(audit.out()).isZero();
  }

  private void spoil(String counterId) {
    tool.counting.put(
        DocumentKey.counter(counterId),
        CounterDocumentCodec.CONTENT_TYPE,
        "{}".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aCounterThatCannotBeReadIsNotTakenForOneThatHasSeenNothing() throws IOException {
    tool.counting.receive(lines);
    // Now no ad's document lists them as unsettled.
    tool.counting.write();
    spoil(COUNTER);

    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.status()).isEqualTo(2);
    assertThat(audit.out())
        .contains("counter " + COUNTER + ": cannot be read", "0 missing", "0 wrong")
        .contains("12 events of counters whose documents cannot be read");
    Result ads = tool.run("documents", "audit", "--ad", AD, archive);
    assertThat(ads.status()).isEqualTo(3);
    assertThat(ads.out()).contains("NOT DECIDED", "documents of counters cannot be read");

    Result replay = tool.run("archive", "replay", "--only-missing", archive);
    assertThat(replay.status()).isEqualTo(3);
    assertThat(replay.out()).contains("No events of counter " + COUNTER + " were sent");
    assertThat(tool.queue).isEmpty();
    assertJson(tool.run("archive", "replay", "--only-missing", "--json", archive).out());

    assertThat(tool.run("counters", "gaps").status()).isEqualTo(3);
    Result explain = tool.run("events", "explain", COUNTER + ":3", archive);
    assertThat(explain.status()).isEqualTo(3);
    assertThat(explain.out())
        .contains("unknown: a document that may have counted it", "counter   cannot be read");
    Result writeOff = tool.run("counters", "write-off", COUNTER, "3", "--why", "x");
    assertThat(writeOff.status()).isEqualTo(3);
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void siblingsThatNeedACounterThatCannotBeReadAreNotMerged() {
    countAllBut(9, 10);
    AdTotals base = new AdTotals();
    base.add(new AdEvent(COUNTER, 0, EventKind.BUDGET, AD, START_MS, 5_000_000));
    AdEvent ninth = new AdEvent(COUNTER, 9, EventKind.IMPRESSION, AD, START_MS + 9_000, 0);
    AdEvent tenth = new AdEvent(COUNTER, 10, EventKind.CLICK, AD, START_MS + 10_000, 250_000);
    // The second has a newer base that the first does not contain, so the counter's document
    // decides whether the first one's events were settled since.
    AddedIds added = new AddedIds();
    added.add(9, Contribution.of(ninth));
    AdTotals older = base.copy();
    older.add(ninth);
    AdTotals newer = base.copy();
    newer.add(tenth);
    AddedIds addedLater = new AddedIds();
    addedLater.add(10, Contribution.of(tenth));
    putAd(
        new AdDocument(
            AD,
            older,
            hours(older),
            Map.of(COUNTER, new UnsettledIds(new LongRanges(), added)),
            new WriteStamp("a", 5, List.of(), "base1", 3)),
        new AdDocument(
            AD,
            newer,
            hours(newer),
            Map.of(COUNTER, new UnsettledIds(new LongRanges(), addedLater)),
            new WriteStamp("b", 7, List.of(), "base2", 6)));
    assertThat(tool.run("ads", "show", AD).out()).contains("2 siblings, shown merged");
    spoil(COUNTER);

    Result inspect = tool.run("ads", "show", AD);

    assertThat(inspect.status()).isEqualTo(3);
    assertThat(inspect.err()).contains("its siblings need counters/" + COUNTER);
    assertThat(inspect.out()).isEmpty();
  }

  @Test
  void whatACounterHasCountedAndNoFileHasIsNotCalledEqual() throws IOException {
    tool.counting.receive(lines);
    Path withoutItsEnd = EventFiles.write(directory.resolve("short.ndjson"), lines.subList(0, 11));

    Result counters = tool.run("documents", "audit", "--counter", COUNTER, withoutItsEnd);
    assertThat(counters.status()).isEqualTo(2);
    assertThat(counters.out())
        .contains("Counted, and in none of these files: 1 event", COUNTER + ": 11")
        .contains("name all archives");
    assertThat(tool.run("documents", "audit", withoutItsEnd).status()).isEqualTo(2);
  }

  @Test
  void whatIsInAGapAndInNoFileIsMissingToo() throws IOException {
    countAllBut(4, 5);
    List<String> rest = new ArrayList<>(lines);
    rest.remove(lines.get(5));
    rest.remove(lines.get(4));
    Path incomplete = EventFiles.write(directory.resolve("incomplete.ndjson"), rest);

    Result audit = tool.run("documents", "audit", incomplete);

    assertThat(audit.status()).isEqualTo(1);
    assertThat(audit.out())
        .contains("In gaps, and in none of these files: 2 events")
        .contains("events that are in no file add at most 0.50");
    assertThat(tool.run("archive", "replay", "--only-missing", incomplete).out())
        .contains("No event of these files is missing")
        .contains("2 events in gaps, and in none of these files:", COUNTER + ": 4..5");
  }

  @Test
  void withoutRiakNothingIsClaimed() {
    tool.counting.store.failure = "no node answers";
    for (String command : List.of("documents audit", "events explain")) {
      Result result =
          command.equals("documents audit")
              ? tool.run("documents", "audit", archive)
              : tool.run("events", "explain", COUNTER + ":1", archive);
      assertThat(result.status()).isEqualTo(3);
      assertThat(result.err()).contains("no node answers", "riak.nodes").doesNotContain("\tat ");
    }
  }

  @Test
  void filesThatWerePassedOverAreNamedAndAreNoSuccess() throws IOException {
    tool.counting.receive(lines);
    Path day = archive.getParent();
    Path other = EventFiles.write(day.resolve("events.json.gz"), lines);
    for (String words :
        List.of(
            "archive replay",
            "archive replay --only-missing",
            "documents audit",
            "events explain " + COUNTER + ":3")) {
      List<Object> all = new ArrayList<>(List.of(words.split(" ")));
      all.add(day);
      Result result = tool.run(all.toArray());
      assertThat(result.status()).as(words + result.err()).isEqualTo(ExitCode.SKIPPED);
      assertThat(result.out()).contains("1 file skipped", other.toString(), "pattern");
      all.add("--json");
      assertThat(tool.run(all.toArray()).out())
          .contains("\"filesPassedOver\"", "\"count\" : 1", other.toString());
    }
    assertThat(tool.run("documents", "audit", day, other).status()).isZero();
  }

  @Test
  void filesThatWerePassedOverDoNotHideWhatIsMissing() throws IOException {
    countAllBut(4);
    EventFiles.write(archive.resolveSibling("events.json"), lines);

    assertThat(tool.run("documents", "audit", archive.getParent()).status())
        .isEqualTo(ExitCode.MISSING);
  }

  @Test
  void eventsOfALinkedDirectoryAreSentToo() throws IOException {
    Path linked = Files.createSymbolicLink(directory.resolve("linked"), archive.getParent());

    tool.run("archive", "replay", linked);

    assertThat(tool.sentLines()).isEqualTo(lines);
  }

  @Test
  void readThatFailsForAMomentIsRepeated() {
    countAllBut();
    AtomicInteger reads = new AtomicInteger();
    tool.counting.store.beforeFetch =
        key -> tool.counting.store.failure = reads.incrementAndGet() < 3 ? "a node starts" : null;

    assertThat(tool.run("documents", "audit", archive).status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void readsWaitAsTheSettingSays() {
    countAllBut();

    assertThat(tool.run("counters", "show", "--set", "ops.readsPerSecond=0").status()).isZero();
    assertThat(tool.delays).isEmpty();
    assertThat(tool.run("counters", "show", "--set", "ops.readsPerSecond=1").status()).isZero();
    // The directory alone is 16 documents.
    assertThat(tool.delays).hasSizeGreaterThanOrEqualTo(15);
  }

  /** From these logs-replay/DOCUMENTS.md computes how long they take at least. */
  @Test
  void anAuditAndARecountReadAnAdOnce() {
    countAllBut();
    tool.counting.write();
    AtomicInteger reads = new AtomicInteger();
    tool.counting.store.beforeFetch =
        key -> reads.addAndGet(key.bucket().equals(DocumentKey.ADS) ? 1 : 0);

    assertThat(tool.run("documents", "audit", archive).status()).isZero();
    assertThat(reads).hasValue(1);
    assertThat(tool.run("documents", "recount", "--ad", AD, archive).status()).isZero();
    assertThat(reads).hasValue(1 + 1);
  }

  @Test
  void filtersChooseByTimeAdAndCounter() {
    tool.run(
        "archive", "replay", "--from", START_MS + 2_000, "--to", "2027-01-15T07:43:24Z", archive);
    assertThat(tool.sentLines()).containsExactly(lines.get(2), lines.get(3));
    tool.queue.clear();

    tool.run("archive", "replay", "--ad", "other", "--counter", COUNTER, archive);
    assertThat(tool.sentLines()).isEmpty();
  }

  @Test
  void aDryRunSendsNothingAndSaysWhatItWould() throws IOException {
    countAllBut(4, 5);
    Result dry = tool.run("archive", "replay", "--only-missing", "--dry-run", archive);
    assertThat(dry.out()).contains("2 events missing, to be sent (dry run, nothing was sent)");
    assertThat(tool.run("archive", "replay", "--dry-run", archive).out())
        .contains("12 events to be sent");
    assertThat(tool.queue).isEmpty();
    Result json = tool.run("archive", "replay", "--only-missing", "--dry-run", "--json", archive);
    assertJson(json.out());
    assertThat(json.out()).contains("\"sent\" : 2", "\"from\" : 4");
  }

  @Test
  void badLinesAreToldWithTheirPlaceAndNeverSent() throws IOException {
    List<String> spoiled = new ArrayList<>(lines);
    spoiled.add(3, "{\"eventId\":\"x\"}");
    Path file = EventFiles.write(directory.resolve("spoiled.ndjson"), spoiled);

    Result replay = tool.run("archive", "replay", file);

    assertThat(replay.out()).contains("12 events sent").contains("spoiled.ndjson:4: bad line");
    assertThat(tool.sentLines()).doesNotContain("{\"eventId\":\"x\"}");
  }

  @Test
  void aFileThatCannotBeReadIsNotTakenForDone() throws IOException {
    Path damaged = directory.resolve("damaged.ndjson.gz");
    Files.write(damaged, new byte[] {0x1f, (byte) 0x8b, 9, 9, 9});
    for (List<String> words :
        List.of(
            List.of("archive", "replay"),
            List.of("archive", "replay", "--only-missing"),
            List.of("documents", "audit", "--json"))) {
      List<Object> all = new ArrayList<>(words);
      all.add(archive);
      all.add(damaged);
      Result result = tool.run(all.toArray());
      assertThat(result.status()).as(result.out() + result.err()).isEqualTo(3);
      assertThat(result.err()).contains("could not be read");
    }
  }

  @Test
  void whatTheFiltersLeaveOutIsNotCalledLost() {
    countAllBut(4, 5, 11);

    Result clicks =
        tool.run(
            "archive",
            "replay",
            "--only-missing",
            "--from",
            START_MS + 5_000,
            "--to",
            START_MS + 6_000,
            archive);

    assertThat(tool.sentLines()).containsExactly(lines.get(5));
    assertThat(clicks.out()).contains("1 event missing, sent").doesNotContain("none of these");
    tool.queue.clear();
    assertThat(tool.run("archive", "replay", "--only-missing", "--ad", "other", archive).out())
        .contains("nothing was sent")
        .doesNotContain("none of these");
  }

  @Test
  void gapsOfCountersThatNoFileHasAreNamedToo() throws IOException {
    tool.counting.receive(lines);
    tool.counting.receive(
        List.of(
            EventWriter.toLine(new AdEvent("hostB-1", 3, EventKind.IMPRESSION, AD, START_MS, 0))));

    Result replay = tool.run("archive", "replay", "--only-missing", archive);

    assertThat(replay.out())
        .contains("nothing was sent")
        .contains("3 events in gaps of 1 other counter that these files do not have:")
        .contains("hostB-1: 0..2");
    Result json = tool.run("archive", "replay", "--only-missing", "--json", archive);
    assertJson(json.out());
    assertThat(json.out()).contains("\"notMet\"", "\"hostB-1\"");
    assertThat(tool.run("archive", "replay", "--only-missing", "--counter", COUNTER, archive).out())
        .doesNotContain("hostB-1");
  }

  @Test
  void invalidClicksOfAnAdHaveALineOfTheirOwn() {
    Judgement bots = Judgement.ofFilter("bots@1");
    tool.counting.receive(
        List.of(
            EventWriter.toLine(
                new AdEvent(
                    "hostO-1", 0, EventKind.FILTERED_BOTS, "filtered", START_MS, 0, bots))));
    assertThat(tool.run("ads", "show", "filtered").out())
        .contains("clicks       0\n  not charged  1 of 1 click: bots 1\n  impressions  0\n");
  }

  @Test
  void costsBeyondTheBudgetAreCalledOverdelivered() {
    tool.counting.receive(
        List.of(
            EventWriter.toLine(
                new AdEvent(
                    "hostO-20270115_080000", 0, EventKind.CLICK, "over", START_MS, 1_250_000))));
    assertThat(tool.run("ads", "show", "over").out())
        .contains(
            "spent        0.00 of a budget of 0.00 (clicks cost 1.25, 1.25 of it overdelivered)");
  }

  @Test
  void inspectShowsDocumentsToPeopleAndPrograms() throws IOException {
    countAllBut(4, 5);

    assertThat(tool.run("ads", "show", AD).out())
        .contains("ad m1  active", "spent        0.25 of a budget of 5.00", "impressions  7");
    assertThat(tool.run("counters", "show", COUNTER).out())
        .contains("closed properly", "counted      10 of 12", "4..5  missing since");
    assertThat(tool.run("counters", "show").out()).contains(COUNTER, "1 counter");
    for (String what : List.of("ads show " + AD, "counters show " + COUNTER, "counters show")) {
      Result json = tool.run((Object[]) (what + " --json").split(" "));
      assertThat(json.status()).isZero();
      assertJson(json.out());
    }
    assertThat(tool.run("ads", "show", "nobody").status()).isEqualTo(1);
    assertThat(tool.run("counters", "show", "nobody").status()).isEqualTo(1);
    assertThat(tool.run("ads", "show").status()).isEqualTo(64);
  }

  @Test
  void explainTellsWhatBecameOfAnEvent() throws IOException {
    countAllBut(4, 5, 11);
    tool.rejected.add(
        RejectedLine.of("{\"eventId\":\"" + COUNTER + ":4\"", "unknown-type", "type 'x'", 1));

    Result settled = tool.run("events", "explain", COUNTER + ":3", archive);
    assertThat(settled.status()).isZero();
    assertThat(settled.out())
        .contains("counted and settled", "  archive   in the files\n", "includes the event");

    Result missing = tool.run("events", "explain", COUNTER + ":4", archive);
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.out())
        .contains("event " + COUNTER + ":4: missing", "4..5  missing since", "(10 min)")
        .contains("does not include the event", "unknown-type: type 'x'");

    assertThat(tool.run("events", "explain", COUNTER + ":11", archive).out())
        .contains("above the counter's highest");
    assertThat(tool.run("events", "explain", COUNTER + ":99", archive).out())
        .contains("in none of the files");
    assertThat(tool.run("events", "explain", "hostZ-1:0").out())
        .contains("no event of its counter was ever settled");
    assertJson(tool.run("events", "explain", COUNTER + ":4", archive, "--json").out());
    assertThat(tool.run("events", "explain", "nonsense").status()).isEqualTo(64);
  }

  @Test
  void gapsTellLivesApartAndOnlyOldOnesWhenAsked() throws IOException {
    countAllBut(4, 5);
    tool.counting.receive(
        List.of(
            EventWriter.toLine(
                new AdEvent("hostB-1", 0, EventKind.IMPRESSION, AD, Counting.NOW_MS + 300_000, 0)),
            EventWriter.toLine(
                new AdEvent("hostC-1", 0, EventKind.IMPRESSION, AD, START_MS - 1_000_000, 0))));

    Result gaps = tool.run("counters", "gaps");
    assertThat(gaps.status()).isEqualTo(1);
    assertThat(gaps.out())
        .contains(COUNTER + "  closed properly", "2 events missing in 1 counter")
        .contains("3 counters: 1 closed properly (0 of them complete), 1 alive, 1 silent");

    Result old = tool.run("counters", "gaps", "--older-than", "11m");
    assertThat(old.status()).isZero();
    assertThat(old.out()).contains("nothing is missing for 11 min or longer");
    assertJson(tool.run("counters", "gaps", "--json").out());
  }

  @Test
  void eventsThatAreMissingForSecondsAreUnderWay() throws IOException {
    countAllBut(4, 5);
    tool.now = Instant.ofEpochMilli(Counting.NOW_MS + 59_000);

    Result young = tool.run("counters", "gaps");
    assertThat(young.status()).isZero();
    assertThat(young.out())
        .contains("nothing is missing for 1 min or longer\n", " 2 under way, younger than 1 min\n")
        .doesNotContain("missing since");
    assertThat(tool.run("counters", "show", COUNTER).out())
        .contains("2 under way, younger than 1 min")
        .doesNotContain("missing since");
    assertThat(tool.run("counters", "gaps", "--older-than", "0s").status()).isEqualTo(1);

    tool.now = tool.now.plusSeconds(1);
    assertThat(tool.run("counters", "gaps").out())
        .contains("4..5  missing since", "2 events missing in 1 counter");
  }

  @Test
  void rejectedEventsAreNamedAmongTheMissingOnes() throws IOException {
    countAllBut(4, 5);
    for (String line : List.of(COUNTER + ":4", COUNTER + ":3", "hostZ-1:5")) {
      tool.rejected.add(
          RejectedLine.of("{\"eventId\":\"" + line + "\"}", "unknown-type", "type 'x'", 1));
    }

    assertThat(tool.run("counters", "gaps").out())
        .contains("2 events missing in 1 counter\n  of these 1 in the queue of rejects");
  }

  @Test
  void aWriteOffIsAnEventOfItsOwnThatCanBeTakenBack() throws IOException {
    countAllBut(4, 5);
    Path ops = directory.resolve("ops");

    Result writeOff =
        tool.run(
            "counters",
            "write-off",
            COUNTER,
            "4..5",
            "--why",
            "disk lost",
            "--set",
            "ops.archive=" + ops);

    assertThat(writeOff.status()).as(writeOff.err()).isZero();
    assertThat(tool.sentLines()).hasSize(2);
    assertThat(tool.sentLines().get(0)).contains("\"writeOff\"", COUNTER, "disk lost", "\"ops-");
    try (Stream<Path> files = Files.walk(ops)) {
      Path written = files.filter(Files::isRegularFile).findFirst().orElseThrow();
      assertThat(EventFiles.read(written)).isEqualTo(tool.sentLines());
    }
    tool.countQueue();
    assertThat(tool.run("counters", "gaps").status()).isZero();
    assertThat(tool.run("events", "explain", COUNTER + ":4").out())
        .contains("written off", "disk lost");
    assertThat(tool.run("documents", "audit", archive, ops).out())
        .contains("Written off: 2 events");
    Result again = tool.run("counters", "write-off", COUNTER, "3..5", "--why", "disk lost");
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("already written off: 3..5 of counter", "nothing was sent");
    assertThat(tool.queue).isEmpty();

    tool.now = tool.now.plusSeconds(60);
    tool.run(
        "counters",
        "reopen",
        COUNTER,
        "4..5",
        "--why",
        "disk found",
        "--set",
        "ops.archive=" + ops);
    tool.countQueue();
    assertThat(tool.run("counters", "gaps").out()).contains("reopened", "disk found");
    Result explained = tool.run("events", "explain", COUNTER + ":4", archive, ops);
    assertThat(explained.out()).as(explained.err()).contains(":4: missing", "in the files");

    // An event that arrives after all is counted.
    tool.run("archive", "replay", "--only-missing", archive, ops);
    tool.countQueue();
    Result audit = tool.run("documents", "audit", archive, ops);
    assertThat(audit.status()).as(audit.out()).isZero();
  }

  @Test
  void aDecisionThatCannotBeArchivedIsNotSent() throws IOException {
    countAllBut(4, 5);
    Path inTheWay = Files.writeString(directory.resolve("ops"), "a file");

    Result writeOff =
        tool.run(
            "counters",
            "write-off",
            COUNTER,
            "4..5",
            "--why",
            "disk lost",
            "--set",
            "ops.archive=" + inTheWay);

    assertThat(writeOff.status()).isEqualTo(3);
    assertThat(writeOff.err())
        .contains(inTheWay + "/ops/ops-", ".ndjson cannot be written: ", "was not sent")
        .contains("name another directory (ops.archive)");
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void aWriteOffOfWhatIsNotThereIsRefused() {
    countAllBut(4, 5);
    Result unknown = tool.run("counters", "write-off", "hostX-1", "4", "--why", "x");
    assertThat(unknown.status()).isEqualTo(1);
    assertThat(unknown.err()).contains("has no document; nothing was sent");
    Result above = tool.run("counters", "write-off", COUNTER, "99", "--why", "x");
    assertThat(above.status()).isEqualTo(1);
    assertThat(above.err()).contains("highest id is 11");
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void auditWritesWhenItEndedAndHow() throws IOException {
    Path metrics = directory.resolve("clicks.prom");
    tool.deadLetters = new DeadLetters(3, true);

    int status = tool.run("documents", "audit", "--metrics-file", metrics, archive).status();

    assertThat(Files.readString(metrics))
        .contains(
            "clickcounter_audit_exit_code{file=\"" + metrics + "\"} " + status,
            "clickcounter_audit_dead_letters{file=\"" + metrics + "\"} 3\n")
        .containsPattern(
            "(?m)^clickcounter_audit_ended_timestamp_seconds\\{file=\"/.*clicks.prom\"} [1-9]\\d+$");
  }
}
