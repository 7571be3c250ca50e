package clickcounter.tools.statement;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.PageCommand;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Seed;
import clickcounter.tools.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTest {
  private static final String SERVICE = "hostA-20261024_000000-k3f9xq";
  private static final String JUDGE = "ivt-20261024-r7";
  private static final String APPEALS = "appeals-20261027_090000";
  private static final String AD = "m123456";
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  @BeforeEach
  void afterwards() {
    tool.now = Instant.parse("2026-10-29T12:00:00Z");
  }

  private static long ms(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private static AdEvent event(
      String counter, long sequence, EventKind kind, String time, String clickId) {
    long amount = kind.hasAmount() ? 250_000 : 0;
    Judgement judgement =
        !kind.isJudged()
            ? null
            : new Judgement(
                (kind.isFiltered() ? kind.filterClass() : "ivt") + "@r7",
                clickId,
                kind.isVerdict() ? "ivt" : null);
    return new AdEvent(counter, sequence, kind, AD, ms(time), amount, judgement);
  }

  /** Two days, in Zurich three, of which the verdicts take back two clicks and give back one. */
  private static List<AdEvent> events() {
    return List.of(
        event(SERVICE, 0, EventKind.BUDGET, "2026-10-24T08:00:00Z", null),
        event(SERVICE, 1, EventKind.IMPRESSION, "2026-10-24T09:00:00Z", null),
        event(SERVICE, 2, EventKind.CLICK, "2026-10-24T09:00:01Z", null),
        event(SERVICE, 3, EventKind.CLICK, "2026-10-24T09:00:02Z", null),
        event(SERVICE, 4, EventKind.FILTERED_BOTS, "2026-10-24T09:00:03Z", null),
        event(SERVICE, 5, EventKind.CLICK, "2026-10-24T23:30:00.5Z", null),
        event(SERVICE, 6, EventKind.CLICK, "2026-10-25T10:00:00Z", null),
        event(JUDGE, 0, EventKind.INVALIDATION, "2026-10-24T09:00:02Z", SERVICE + ":3"),
        event(JUDGE, 1, EventKind.INVALIDATION, "2026-10-24T23:30:00.5Z", SERVICE + ":5"),
        event(APPEALS, 0, EventKind.REINSTATEMENT, "2026-10-24T09:00:02Z", SERVICE + ":3"));
  }

  private static List<String> lines() {
    List<String> lines = new ArrayList<>(events().stream().map(EventWriter::toLine).toList());
    lines.add(EventWriter.toLine(new Close(SERVICE, 7, ms("2026-10-25T12:00:00Z"))));
    lines.add(EventWriter.toLine(new Close(JUDGE, 2, ms("2026-10-24T23:30:00.5Z"))));
    lines.add(EventWriter.toLine(new Close(APPEALS, 1, ms("2026-10-27T09:00:01Z"))));
    return lines;
  }

  private Path archive(List<String> lines) throws IOException {
    return EventFiles.write(directory.resolve("archive").resolve("a.ndjson"), lines);
  }

  private Result statement(Object... words) {
    Object[] all =
        Stream.of(
                new Object[] {
                  "ads", "statement", AD, directory.resolve("archive"), "--from", "2026-10-24"
                },
                words)
            .flatMap(Arrays::stream)
            .toArray();
    return tool.run(all);
  }

  @Test
  void theExampleOfThePageIsWhatTheCommandPrints() throws IOException {
    tool.counting.receive(lines());
    archive(lines());
    List<PageCommand> steps = PageCommand.below(Path.of("SERIES.md"), "Statements");
    assertThat(steps).hasSize(2);
    for (PageCommand step : steps) {
      String words =
          step.command().replace("/var/log/clicks", directory.resolve("archive").toString());
      Result result = tool.run((Object[]) words.split(" "));
      assertThat(result.out())
          .as("%s%n%s", step.command(), result.out() + result.err())
          .matches(step.pattern(text -> text));
      assertThat(result.status()).isEqualTo(ExitCode.OK);
    }
  }

  @Test
  void onlyWhatWasCountedIsInIt() throws IOException {
    List<String> arrived = new ArrayList<>(lines());
    arrived.remove(3);
    tool.counting.receive(arrived);
    archive(lines());

    Result result = statement("--to", "2026-10-26");

    assertThat(result.out())
        .contains(
            "clicks  4 gross, 1 filtered, 2 invalidated, 1 reinstated: 2 net\n",
            "cost    0.75 gross, 0.50 taken back, 0.25 charged again: 0.50 net\n",
            "not final; events may still come of 1 counter:\n",
            SERVICE + ": at most 1 missing event\n");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void withoutTheArchiveOfTheAuthorThatJudgedTheDayThereIsNoStatement() throws IOException {
    tool.counting.receive(lines());
    archive(lines().stream().filter(line -> !line.contains("\"" + JUDGE)).toList());

    Result result = statement("--to", "2026-10-25");

    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("no statement: up to 3 counted events that may be of it", JUDGE);
    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void anAdWithoutADocumentHasNoStatementOfZeros() throws IOException {
    tool.counting.receive(lines());
    Path archive = archive(lines());

    Result result = tool.run("ads", "statement", "m9", archive);

    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("ad m9: no document.");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @Test
  void jsonHasTheSameForPrograms() throws IOException {
    tool.counting.receive(lines());
    archive(lines());

    JsonNode json = JSON.readTree(statement("--to", "2026-10-25", "--json").out());

    assertThat(json.get("days")).hasSize(1);
    assertThat(json.get("sum"))
        .isEqualTo(json.get("days").get(0).get("sum"))
        .isEqualTo(
            JSON.readTree(
                """
                {"impressions": 1, "grossClicks": 4,
                 "filtered": {"bots": 1, "datacenter": 0, "other": 0, "prefetch": 0, "rate": 0,
                              "repeat": 0},
                 "invalidated": 2, "reinstated": 1, "clicks": 2, "grossCostMicros": 750000,
                 "invalidatedMicros": 500000, "reinstatedMicros": 250000, "costMicros": 500000}
                """));
    assertThat(json.get("corrections").get(1))
        .isEqualTo(
            JSON.readTree(
                """
                {"eventId": "%s:0", "type": "reinstatement", "clickId": "%s:3",
                 "clickAt": "2026-10-24T09:00:02Z", "costMicros": 250000, "reason": "ivt@r7"}
                """
                    .formatted(APPEALS, SERVICE)));
    assertThat(json.get("final").asBoolean()).isTrue();
  }

  @Test
  void theHelpSaysWhatItNeeds() {
    Result help = tool.run("ads", "statement", "--help");
    assertThat(help.out())
        .contains(
            "Prints what an ad counted in a time, so that a bill can be checked line by line.",
            "clicks ads statement m123456 /var/log/clicks --from 2026-10-01 --to 2026-11-01",
            "all days are final: no click can come, but a verdict can",
            "--zone",
            "--csv");
  }

  @Test
  void oneFormAtATime() {
    tool.noVerdict = "nothing must be read";
    Result both = statement("--json", "--csv");
    assertThat(both.err()).contains("--json and --csv cannot be combined");
    assertThat(both.status()).isEqualTo(ExitCode.USAGE);
  }

  /** What a naive reader adds up: gross clicks, invalid ones, net clicks, gross and net costs. */
  private static final class Naive {
    private long impressions;
    private long gross;
    private long invalid;
    private long grossMicros;
    private long micros;

    void add(AdEvent event) {
      switch (event.kind().type()) {
        case "impression" -> impressions++;
        case "click" -> {
          gross++;
          grossMicros += event.amountMicros();
          micros += event.amountMicros();
        }
        case "filtered-click" -> {
          gross++;
          invalid++;
        }
        case "invalidation" -> {
          invalid++;
          micros -= event.amountMicros();
        }
        case "reinstatement" -> {
          invalid--;
          micros += event.amountMicros();
        }
        default -> {}
      }
    }

    List<Long> figures() {
      return List.of(impressions, gross, gross - invalid, grossMicros, micros);
    }
  }

  private static List<Long> figures(JsonNode sums) {
    return Stream.of("impressions", "grossClicks", "clicks", "grossCostMicros", "costMicros")
        .map(name -> sums.get(name).asLong())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {51, 52, 53, 54})
  void everyDayIsWhatAnAdditionOfItsEventsSaysAndAllAreWhatDocumentsAndFilesSay(long seed)
      throws Exception {
    Seed.with(seed, this::assertThatStatementsAreRight);
  }

  private void assertThatStatementsAreRight(SplittableRandom random) throws IOException {
    List<AdEvent> events = randomEvents(random);
    List<String> lines = new ArrayList<>(events.stream().map(EventWriter::toLine).toList());
    lines.addAll(closes(events));
    write(lines, random);
    Collections.shuffle(lines, new Random(random.nextLong()));
    tool.counting.receive(lines); // verdicts before their clicks, too
    Map<String, Naive> days = new TreeMap<>();
    Naive all = new Naive();
    for (AdEvent event : events) {
      if (event.adId().equals(AD)) {
        LocalDate day = Instant.ofEpochMilli(event.timestampMs()).atZone(ZURICH).toLocalDate();
        days.computeIfAbsent(day.toString(), name -> new Naive()).add(event);
        all.add(event);
      }
    }

    Result result = statement("--to", "2026-10-28", "--zone", "Europe/Zurich", "--json");
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.OK);
    JsonNode json = JSON.readTree(result.out());
    for (JsonNode day : json.get("days")) {
      Naive expected = days.getOrDefault(day.get("day").asText(), new Naive());
      assertThat(figures(day.get("sum"))).as(day.toString()).isEqualTo(expected.figures());
    }
    assertThat(figures(json.get("sum"))).isEqualTo(all.figures());
    assertThatDocumentAndFilesSay(all);
    assertThatColumnsAddUpTo(all);
  }

  private void assertThatDocumentAndFilesSay(Naive all) throws IOException {
    JsonNode document = JSON.readTree(tool.run("ads", "show", AD, "--json").out());
    assertThat(
            List.of(
                document.get("impressions").asLong(),
                document.get("invalid").get("grossClicks").asLong(),
                document.get("clicks").asLong(),
                document.get("costMicros").asLong()))
        .containsExactly(all.impressions, all.gross, all.gross - all.invalid, all.micros);
    Path archive = directory.resolve("archive");
    Path files = directory.resolve("series");
    Result built = tool.run("series", "build", archive, "--series", files);
    assertThat(built.status()).as(built.out() + built.err()).isEqualTo(ExitCode.OK);
    Result series =
        tool.run(
            "series",
            "show",
            AD,
            "--from",
            "2026-10-24",
            "--to",
            "2026-10-28",
            "--zone",
            "Europe/Zurich",
            "--series",
            files,
            "--json");
    JsonNode sum = JSON.readTree(series.out()).get("sum");
    assertThat(
            List.of(
                sum.get("impressions").asLong(),
                sum.get("clicks").asLong(),
                sum.get("invalid").asLong(),
                sum.get("costMicros").asLong()))
        .containsExactly(all.impressions, all.gross - all.invalid, all.invalid, all.micros);
    Result audit = tool.run("documents", "audit", archive, "--series", files);
    assertThat(audit.out()).contains("EQUAL");
    assertThat(audit.status()).isEqualTo(ExitCode.OK);
  }

  private void assertThatColumnsAddUpTo(Naive all) {
    Result csv = statement("--to", "2026-10-28", "--zone", "Europe/Zurich", "--csv");
    long[] sums = new long[4];
    csv.out()
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .forEach(
            row -> {
              for (int i = 0; i < sums.length; i++) {
                sums[i] += Long.parseLong(row[i + 2]);
              }
            });
    assertThat(sums)
        .containsExactly(all.impressions, all.gross - all.invalid, all.micros, all.invalid);
  }

  /** Two services, one author for each day and one for all; of two ads. */
  private static List<AdEvent> randomEvents(SplittableRandom random) {
    List<AdEvent> events = new ArrayList<>();
    long start = ms("2026-10-23T22:00:00Z"); // midnight in Zurich
    for (String host : List.of("a", "b")) {
      String counter = host + "-20261023_220000";
      long sequence = 0;
      for (long at = start; at < start + 4 * 86_400_000L; at += random.nextInt(1, 3_000_000)) {
        EventKind kind =
            random.nextInt(3) == 0
                ? EventKind.CLICK
                : random.nextInt(4) == 0
                    ? EventKind.FILTERED.get(random.nextInt(EventKind.FILTERED.size()))
                    : EventKind.IMPRESSION;
        long amount = kind == EventKind.CLICK ? random.nextInt(1_000_000) : 0;
        Judgement judgement =
            kind.isFiltered() ? Judgement.ofFilter(kind.filterClass() + "@1") : null;
        String adId = random.nextInt(4) == 0 ? "m2" : AD;
        events.add(new AdEvent(counter, sequence++, kind, adId, at, amount, judgement));
      }
    }
    Map<String, Long> numbers = new TreeMap<>();
    for (AdEvent click : List.copyOf(events)) {
      if (click.kind() == EventKind.CLICK && random.nextInt(3) == 0) {
        String day = Instant.ofEpochMilli(click.timestampMs()).toString().substring(0, 10);
        String author = "ivt-" + day.replace("-", "") + "-r1";
        events.add(verdict(author, EventKind.INVALIDATION, click, numbers));
        if (random.nextInt(3) == 0) {
          events.add(verdict("desk-20261028_070000", EventKind.REINSTATEMENT, click, numbers));
        }
      }
    }
    return events;
  }

  private static AdEvent verdict(
      String author, EventKind kind, AdEvent click, Map<String, Long> numbers) {
    return new AdEvent(
        author,
        numbers.merge(author, 1L, Long::sum) - 1,
        kind,
        click.adId(),
        click.timestampMs(),
        click.amountMicros(),
        new Judgement("ivt@r1", click.counterId() + ":" + click.sequence(), "ivt"));
  }

  private static List<String> closes(List<AdEvent> events) {
    Map<String, AdEvent> last = new TreeMap<>();
    events.forEach(event -> last.put(event.counterId(), event));
    return last.values().stream()
        .map(
            event ->
                EventWriter.toLine(
                    new Close(event.counterId(), event.sequence() + 1, event.timestampMs())))
        .toList();
  }

  /** A few files, one of them twice. */
  private void write(List<String> lines, SplittableRandom random) throws IOException {
    int half = random.nextInt(1, lines.size());
    Path archive = directory.resolve("archive");
    EventFiles.write(archive.resolve("a.ndjson"), lines.subList(0, half));
    EventFiles.write(archive.resolve("b.ndjson.gz"), lines.subList(half, lines.size()));
    EventFiles.write(archive.resolve("c.ndjson"), lines.subList(half, lines.size()));
  }
}
