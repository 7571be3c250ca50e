package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.document.AdTotals;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.hours.HourCounts;
import clickcounter.testing.Lines;
import clickcounter.testing.Patience;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.topology.TopologySettingsTable;
import clickcounter.traffic.Generator;
import clickcounter.traffic.Generator.GeneratedDay;
import clickcounter.traffic.GeneratorSettings;
import clickcounter.traffic.LiveServices;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tools against the real parts: broker, node and topology in this JVM, and a replay that is
 * killed as a process of its own. One stack and one archive for all tests, each with days and hosts
 * of its own in it; so every audit is of everything.
 */
@Tag("slow")
@Tag("long")
class ReplayStackTest {
  /** Or of one that names the files which it skipped. */
  private static final List<Integer> EQUAL = List.of(0, 4);

  private static final int MISSING = 1;
  private static final int KILLED = 128 + 9;
  private static final int KILLS = 2;
  private static final int DAY_EVENTS = 6_000;
  private static final long NOON_MS = 1_383_134_400_000L;

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path directory;
  private static Path archives;
  private static RunningStack stack;
  private static Shell shell;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    archives = Files.createDirectories(directory.resolve("archives"));
    stack =
        RunningStack.start(
            directory.resolve("stack"), TopologySettingsTable.defaults().with("deferralMs", 500));
    shell = stack.shell();
  }

  @AfterAll
  static void stop() throws IOException {
    if (stack != null) {
      stack.close();
    }
  }

  /** A day whose archive is among those of all tests. */
  private static GeneratedDay day(String start, double drop, long seed) throws IOException {
    GeneratorSettings settings =
        GeneratorSettings.defaults()
            .withSize(DAY_EVENTS, 200, 6)
            .withFaults(drop, 0.01, 50)
            .withSeed(seed)
            .withStart(Instant.parse(start + "T00:00:00Z"));
    return Generator.generate(settings, archives.resolve(start), count -> {});
  }

  private static void assertEqual() {
    Result audit = shell.run("documents", "audit", archives);
    assertThat(audit.status()).as(audit.out() + audit.err()).isIn(EQUAL);
    assertThat(audit.out()).contains("EQUAL: every document matches the archive.");
  }

  private static long received() {
    return stack.counts().received();
  }

  /**
   * Kills the process when the topology has received so many events more; false if it had ended.
   */
  private static boolean kill(Process replay, long events) throws InterruptedException {
    long before = received();
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> !replay.isAlive() || received() - before >= events);
    replay.destroyForcibly();
    return replay.waitFor() == KILLED;
  }

  private static void importInto(Path table) throws IOException {
    Result result = shell.run("archive", "import", "--set", "ops.table=" + table, archives);
    assertThat(result.status()).as(result.out() + result.err()).isIn(EQUAL);
  }

  @Test
  void replayOfWhatIsMissingKilledAtRandomMomentsEndsEqual() throws Exception {
    long seed = 42;
    SplittableRandom random = new SplittableRandom(seed);
    GeneratedDay day = day("2026-08-01", 0.5, seed);
    stack.play(day.queue());
    assertThat(shell.run("documents", "audit", archives).status()).isEqualTo(MISSING);
    Path output = directory.resolve("missing.out");
    Object[] replay = {"archive", "replay", "--only-missing", "--rate", 1_500, day.archive()};

    int kills = 0;
    for (int i = 0; i < KILLS; i++) {
      kills += kill(shell.start(output, replay), random.nextLong(1, day.lost() / 4)) ? 1 : 0;
    }
    Process last = shell.start(output, replay);

    assertThat(last.waitFor()).as(Files.readString(output)).isZero();
    assertThat(kills).as("kills with seed %d", seed).isEqualTo(KILLS);
    stack.awaitSettled();
    Result again = shell.run("archive", "replay", "--only-missing", day.archive());
    assertThat(again.out()).contains("nothing was sent");
    assertEqual();
  }

  @Test
  void fullReplayBesideLiveTrafficEndsEqualAndTheAuditNeverCallsTheLivingWrong() throws Exception {
    Path live = archives.resolve("live");
    try (LiveServices services = stack.startServices(live, 3, 40)) {
      await().until(() -> Files.isDirectory(live) && received() > 0);
      for (int round = 0; round < 2; round++) {
        Result replay = shell.run("archive", "replay", live);
        assertThat(replay.status()).as(replay.out() + replay.err()).isZero();
        Result audit = shell.run("documents", "audit", archives);
        assertThat(audit.status()).as(audit.out() + audit.err()).isIn(0, 4, MISSING);
        assertThat(audit.out()).contains("written during the audit");
        assertThat(shell.run("archive", "replay", "--only-missing", live).status()).isZero();
      }
      services.stop(Patience.LIMIT_MS);
    }
    assertThat(shell.run("archive", "replay", live).status()).isZero();
    stack.awaitSettled();
    assertEqual();
  }

  /** Verdicts are of their click's country. */
  @Test
  void aDaySplitByCountryIsWhatALoopOverItsArchiveSums() throws Exception {
    GeneratorSettings settings =
        GeneratorSettings.defaults()
            .withSize(DAY_EVENTS, 200, 6)
            .withFaults(0.1, 0.01, 50)
            .withInvalidClicks(true)
            .withDims(true)
            .withSeed(51)
            .withStart(Instant.parse("2026-08-20T00:00:00Z"));
    GeneratedDay day = Generator.generate(settings, archives.resolve("2026-08-20"), count -> {});
    stack.play(day.queue());
    assertThat(shell.run("archive", "replay", "--only-missing", day.archive()).status()).isZero();
    stack.awaitSettled();
    Path table = directory.resolve("split");
    importInto(table);
    Result split =
        shell.run(
            "series",
            "top",
            "--split",
            "country",
            "--most",
            "99",
            "--from",
            "2026-08-20",
            "--to",
            "2026-08-22",
            "--json",
            "--set",
            "ops.table=" + table);
    SortedMap<String, HourCounts> found = new TreeMap<>();
    for (JsonNode row : JSON.readTree(split.out()).get("top")) {
      found.put(
          row.get("value").asText(),
          new HourCounts(
              row.get("impressions").asLong(),
              row.get("clicks").asLong(),
              row.get("costMicros").asLong(),
              row.get("invalid").asLong()));
    }
    assertThat(found).as(split.err()).hasSize(14).isEqualTo(byCountry(day));
  }

  private static SortedMap<String, HourCounts> byCountry(GeneratedDay day) throws IOException {
    Pattern country = Pattern.compile("\"country\":\"([A-Z]+)\"");
    Map<String, String> countries = new HashMap<>();
    List<AdEvent> events = new ArrayList<>();
    for (Path file : ArchiveFiles.find(List.of(day.archive())).files()) {
      try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
        for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
          Matcher found = country.matcher(line);
          for (Event event : Lines.of(line).events()) {
            if (event instanceof AdEvent ad && ad.kind() != EventKind.BUDGET) {
              events.add(ad);
              countries.put(event.eventId(), found.find() ? found.group(1) : "(none)");
            }
          }
        }
      }
    }
    SortedMap<String, HourCounts> sums = new TreeMap<>();
    for (AdEvent event : events) {
      String of = event.kind().isVerdict() ? event.judgement().clickId() : event.eventId();
      HourCounts counts = HourCounts.of(event.kind(), event.amountMicros());
      sums.merge(countries.get(of), counts, HourCounts::plus);
    }
    return sums;
  }

  private static String click(String counterId, long sequence) {
    return EventWriter.toLine(
        new AdEvent(counterId, sequence, EventKind.CLICK, "boots", NOON_MS + sequence, 120_000));
  }

  private static List<String> life(String counterId, int clicks) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < clicks; i++) {
      lines.add(click(counterId, i));
    }
    lines.add(EventWriter.toLine(new Close(counterId, clicks, NOON_MS + clicks)));
    return archived(counterId, lines);
  }

  private static void send(List<String> lines) throws IOException {
    stack.send(lines.toArray(String[]::new));
  }

  @Test
  void writtenOffRangeIsWaitedForNoMoreUntilItComesOrIsReopened() throws IOException {
    String counter = "hostW-20131030_120000";
    List<String> lines = life(counter, 10);
    List<String> arrived = new ArrayList<>(lines);
    arrived.subList(3, 7).clear();
    Path ops = archives.resolve("ops-archive");
    send(arrived);
    assertThat(shell.run("counters", "gaps", "--older-than", "0s", "--counter", counter).status())
        .isEqualTo(MISSING);

    Result writeOff =
        shell.run(
            "counters",
            "write-off",
            counter,
            "3..6",
            "--why",
            "disk lost",
            "--set",
            "ops.archive=" + ops);
    assertThat(writeOff.status()).as(writeOff.err()).isZero();
    stack.awaitSettled();
    Result gaps = shell.run("counters", "gaps", "--older-than", "0s", "--counter", counter);
    assertThat(gaps.status()).isZero();
    assertThat(gaps.out())
        .contains("1 counter: 1 closed properly (1 of them complete)", "4 events written off");
    Result explained = shell.run("events", "explain", counter + ":4", archives);
    assertThat(explained.status()).isEqualTo(MISSING);
    assertThat(explained.out()).contains("written off", "disk lost", "in the files");
    assertThat(shell.run("documents", "audit", "--counter", counter, archives).out())
        .contains("Written off: 4 events", counter + ": 3..6");

    // One comes all the same: it is counted, and the write-off corrected.
    send(lines.subList(4, 5));
    assertThat(shell.run("events", "explain", counter + ":4", archives).out())
        .contains("counted and settled", "7 clicks");
    assertThat(shell.run("documents", "audit", "--counter", counter, archives).out())
        .contains("Written off: 3 events", counter + ": 3, 5..6");

    // The write-off comes again: nothing changes, and what is counted stays so.
    assertThat(shell.run("archive", "replay", ops).status()).isZero();
    stack.awaitSettled();
    assertThat(shell.run("counters", "show", counter).out()).contains("counted      8 of 11");

    Result reopen =
        shell.run(
            "counters",
            "reopen",
            counter,
            "3..6",
            "--why",
            "disk found",
            "--set",
            "ops.archive=" + ops);
    assertThat(reopen.status()).as(reopen.err()).isZero();
    stack.awaitSettled();
    Result reopened = shell.run("counters", "gaps", "--older-than", "0s", "--counter", counter);
    assertThat(reopened.status()).isEqualTo(MISSING);
    assertThat(reopened.out()).contains("reopened", "disk found", "3 events missing in 1 counter");
    Result again = shell.run("events", "explain", counter + ":3", archives);
    assertThat(again.out()).as(again.err()).contains(":3: missing");

    assertThat(shell.run("archive", "replay", "--only-missing", archives.resolve("lives")).out())
        .contains(counter + ": 3, 5..6");
    stack.awaitSettled();
    assertEqual();
  }

  @Test
  void rejectedEventIsExplainedWhileTheQueueOfRejectsHasIt() throws IOException {
    String counter = "hostR-20131030_120000";
    List<String> lines = life(counter, 4);
    List<String> spoiled = new ArrayList<>(lines);
    spoiled.set(2, lines.get(2).replace("\"click\"", "\"hover\""));
    send(spoiled);
    send(List.of(click(counter, 3_000_000_000L)));

    Result hover = shell.run("events", "explain", counter + ":2", archives);
    assertThat(hover.status()).isEqualTo(MISSING);
    assertThat(hover.out())
        .contains(counter + ":2: missing", "missing since")
        .containsPattern("rejected  .*unknown-type: .*hover")
        .contains("in the files", "does not include the event");
    assertThat(shell.run("events", "explain", counter + ":3000000000").out())
        .contains("above the counter's highest")
        .containsPattern("rejected  .*sequence-jump: ");
    assertThat(shell.run("events", "explain", counter + ":2", "--json").out())
        .contains("\"fate\" : \"missing\"", "\"reason\" : \"unknown-type\"");

    assertThat(shell.run("archive", "replay", "--only-missing", archives.resolve("lives")).out())
        .contains(counter + ": 2");
    stack.awaitSettled();
    Result healed = shell.run("events", "explain", counter + ":2", archives);
    assertThat(healed.status()).as(healed.out()).isIn(EQUAL);
    assertThat(healed.out()).contains("counted and settled", "includes the event");
    assertEqual();
  }

  /** Of an ad of its own. */
  private static String sandals(
      String counterId, long sequence, EventKind kind, Judgement judgement) {
    long costMicros = kind.isFiltered() ? 0 : 120_000;
    long decidedAfterMs = kind == EventKind.INVALIDATION ? 3_600_000 : 7_200_000;
    long atMs = NOON_MS + sequence + (kind.isVerdict() ? decidedAfterMs : 0);
    return EventWriter.toLine(
        new AdEvent(counterId, sequence, kind, "sandals", atMs, costMicros, judgement));
  }

  private static String verdict(String counterId, long sequence, EventKind kind, String clickId) {
    return sandals(counterId, sequence, kind, new Judgement("repeat@rules-1", clickId, "ivt"));
  }

  private static List<String> archived(String counterId, List<String> lines) throws IOException {
    Path file = archives.resolve("lives").resolve(counterId + ".ndjson");
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
    return lines;
  }

  private static List<Long> chargedFilteredTakenBack() {
    AdTotals now = stack.ad("sandals");
    return List.of(now.clicks(), now.invalid().allFiltered(), now.invalid().invalidated());
  }

  @Test
  void clicksThatAreTakenBackAreCountedOnceThroughRepetitionsReplaysAndARecount()
      throws IOException {
    String service = "hostJ-20131030_120000";
    String judge = "ivt-20131030_120000";
    String secondJudge = "ivt-20131031_120000";
    List<String> clicks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      clicks.add(sandals(service, i, EventKind.CLICK, null));
    }
    Judgement onTheList = Judgement.ofFilter("bots@2013-10-01");
    clicks.add(sandals(service, 8, EventKind.FILTERED_BOTS, onTheList));
    clicks.add(EventWriter.toLine(new Close(service, 9, NOON_MS + 9)));
    List<String> verdicts =
        List.of(
            verdict(judge, 0, EventKind.INVALIDATION, service + ":2"),
            verdict(judge, 1, EventKind.INVALIDATION, service + ":5"),
            EventWriter.toLine(new Close(judge, 2, NOON_MS + 3_600_002)));
    List<String> second =
        List.of(
            verdict(secondJudge, 0, EventKind.REINSTATEMENT, service + ":5"),
            EventWriter.toLine(new Close(secondJudge, 1, NOON_MS + 7_200_001)));
    archived(service, clicks);
    archived(judge, verdicts);
    archived(secondJudge, second);

    send(verdicts); // before their clicks, one of which is lost
    send(clicks.subList(0, 5));
    send(clicks.subList(6, clicks.size()));
    send(verdicts); // the judge runs again
    send(second);
    assertThat(shell.run("archive", "replay", "--only-missing", archives.resolve("lives")).status())
        .isZero();
    stack.awaitSettled();
    assertThat(chargedFilteredTakenBack()).containsExactly(7L, 1L, 1L);
    assertThat(shell.run("ads", "show", "sandals").out())
        .contains("2 of 9 clicks: bots 1, invalidated 1 (0.12)");
    JsonNode invalid =
        JSON.readTree(shell.run("ads", "show", "sandals", "--json").out()).findValue("invalid");
    assertThat(invalid.path("grossClicks").asLong()).isEqualTo(9);
    assertThat(invalid.path("filtered").path("bots").asLong()).isEqualTo(1);
    assertThat(invalid.path("invalidated").asLong()).isEqualTo(1);
    assertThat(invalid.path("invalidatedMicros").asLong()).isEqualTo(120_000);
    assertEqual();

    for (int replays = 0; replays < 2; replays++) {
      assertThat(shell.run("archive", "replay", archives.resolve("lives")).status()).isZero();
      stack.awaitSettled();
    }
    assertThat(chargedFilteredTakenBack()).containsExactly(7L, 1L, 1L);

    assertThat(shell.run("topology", "pause").status()).isZero();
    Result recount = shell.run("documents", "recount", "--ad", "sandals", archives);
    assertThat(recount.status()).as(recount.out() + recount.err()).isIn(EQUAL);
    assertThat(recount.out()).contains("Before: the same");
    assertThat(shell.run("topology", "resume").status()).isZero();
    stack.awaitSettled();
    assertThat(chargedFilteredTakenBack()).containsExactly(7L, 1L, 1L);
    assertEqual();
    assertThatTheTableSaysTheSame();
  }

  /** Nine clicks, of which one was filtered, two were taken back and one is charged again. */
  private static void assertThatTheTableSaysTheSame() throws IOException {
    Path table = directory.resolve("table-with-verdicts");
    importInto(table);
    Object[] show = {
      "series",
      "show",
      "sandals",
      "--set",
      "ops.table=" + table,
      "--from",
      "2013-10-30",
      "--to",
      "2013-10-31",
      "--json"
    };
    Result result = shell.run(show);
    assertThat(result.status()).as(result.out() + result.err()).isZero();
    JsonNode sum = JSON.readTree(result.out()).path("sum");
    assertThat(sum.path("clicks").asLong()).isEqualTo(7);
    assertThat(sum.path("invalid").asLong()).isEqualTo(2);
    assertThat(sum.path("costMicros").asLong()).isEqualTo(7 * 120_000);

    show[0] = "ads";
    show[1] = "statement";
    Result statement = shell.run(show);
    assertThat(statement.status()).as(statement.out() + statement.err()).isIn(EQUAL);
    JsonNode json = JSON.readTree(statement.out());
    assertThat(json.path("sum").path("grossClicks").asLong()).isEqualTo(9);
    assertThat(json.path("sum").path("clicks").asLong()).isEqualTo(7);
    assertThat(json.path("sum").path("grossCostMicros").asLong()).isEqualTo(8 * 120_000);
    assertThat(json.path("sum").path("costMicros").asLong()).isEqualTo(7 * 120_000);
    assertThat(json.path("corrections").findValuesAsText("eventId"))
        .containsExactly("ivt-20131030_120000:0", "ivt-20131030_120000:1", "ivt-20131031_120000:0");
  }
}
