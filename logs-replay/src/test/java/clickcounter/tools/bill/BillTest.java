package clickcounter.tools.bill;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdTotals;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.Seed;
import clickcounter.tools.documents.Documents;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bills are what a naive addition says, and all together what the documents say, to the micro:
 * whatever was repeated, late, out of order, lost and written off, found again, taken back and
 * given back, and counted after its month was closed.
 */
@Tag("slow")
class BillTest {
  private static final List<YearMonth> MONTHS =
      List.of(YearMonth.of(2026, 9), YearMonth.of(2026, 10), YearMonth.of(2026, 11));
  private static final long FIRST_MS = BillWorld.ms("2026-08-10T00:00:00Z");
  private static final long LAST_MS = BillWorld.ms("2026-12-10T00:00:00Z");
  private static final long DAY_MS = 86_400_000;
  private static final int ADS = 4;
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private BillWorld world;
  private SplittableRandom random;

  /** What happens, in the order in which it becomes known. */
  private final List<Line> future = new ArrayList<>();

  /** What was delivered and is counted. */
  private final List<Line> counted = new ArrayList<>();

  private final Set<String> lost = new HashSet<>();
  private final List<Line> writtenOff = new ArrayList<>();

  /** The number of the month's bill in which an event is. */
  private final Map<String, Integer> billOf = new HashMap<>();

  /**
   * An event.
   *
   * @param knownMs when it is archived and sent
   */
  private record Line(Event event, long atMs, long knownMs) {
    String id() {
      return event.counterId() + ":" + event.sequence();
    }

    String text() {
      return EventWriter.toLine(event);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 36})
  void billsAreWhatIsAddedUpNaivelyAndEqualTheDocumentsToTheMicro(long seed) throws Exception {
    world = new BillWorld(directory);
    Seed.with(
        seed,
        seeded -> {
          random = seeded;
          makeLives();
          makeVerdicts();
          for (YearMonth month : MONTHS) {
            close(month);
          }
          passTime("2026-12-28T00:00:00Z");
          world.done("archive", "import");
          theBillsAreThoseOfTheDocuments();
          statementsAreTheRows();
        });
  }

  private void makeLives() {
    for (int life = 0; life < 12; life++) {
      boolean isCutOff = random.nextInt(4) == 0;
      boolean isShort = random.nextInt(3) == 0;
      List<Line> lines = life("s" + life, isShort, isCutOff);
      // In the middle, so that a later number tells of the loss.
      for (int i = 1; i < lines.size() - 2; i++) {
        if (random.nextInt(25) == 0) {
          lost.add(lines.get(i).id());
        }
      }
      future.addAll(lines);
    }
  }

  /** The life of one service. The clock of a short one may have been wrong for a moment. */
  private List<Line> life(String counter, boolean isShort, boolean isCutOff) {
    int month = random.nextInt(4);
    long beginMs =
        isShort
            ? FIRST_MS + (22 + 30L * month) * DAY_MS
            : random.nextLong(FIRST_MS, LAST_MS - 20 * DAY_MS);
    int count = isShort ? random.nextInt(3, 25) : random.nextInt(3, 90);
    List<Event> events = new ArrayList<>();
    long atMs = beginMs;
    for (int number = 0; number < count; number++) {
      long jitterMs = random.nextInt(200_000);
      boolean isWrong = isShort && random.nextInt(12) == 0;
      events.add(event(counter, number, atMs - (isWrong ? 25 * DAY_MS : jitterMs)));
      atMs += random.nextInt(8 * 3_600_000);
    }
    events.add(new Close(counter, count, atMs));
    long endMs = atMs;
    return events.stream()
        .map(event -> new Line(event, time(event), isCutOff ? endMs + 45 * DAY_MS : time(event)))
        .map(line -> isShort && !isCutOff ? new Line(line.event, line.atMs, endMs) : line)
        .toList();
  }

  private static long time(Event event) {
    return event instanceof AdEvent ad ? ad.timestampMs() : ((Close) event).timestampMs();
  }

  private Event event(String counter, int number, long atMs) {
    String ad = "m" + random.nextInt(ADS);
    return switch (random.nextInt(9)) {
      case 0 ->
          new AdEvent(
              counter, number, EventKind.BUDGET, ad, atMs, random.nextInt(-900_000, 5_000_000));
      case 1, 2, 3, 4 ->
          new AdEvent(counter, number, EventKind.CLICK, ad, atMs, random.nextInt(2_000_000));
      case 5 ->
          new AdEvent(
              counter,
              number,
              EventKind.FILTERED_RATE,
              ad,
              atMs,
              0,
              Judgement.ofFilter("rate@" + random.nextInt(3)));
      default -> new AdEvent(counter, number, EventKind.IMPRESSION, ad, atMs, 0);
    };
  }

  /** Two authors: an appeal is about a verdict that is known. */
  private void makeVerdicts() {
    judge("ivt", EventKind.INVALIDATION, EventKind.CLICK, 3);
    judge("appeals", EventKind.REINSTATEMENT, EventKind.INVALIDATION, 2);
  }

  /** Each author has a counter a day. Some of these become known much later. */
  private void judge(String author, EventKind kind, EventKind judged, int oneOf) {
    Map<String, List<Event>> byCounter = new TreeMap<>();
    for (Line line : future) {
      boolean fits = line.event instanceof AdEvent ad && ad.kind() == judged;
      long atMs = Math.max(line.atMs, line.knownMs) + random.nextLong(30 * DAY_MS);
      if (fits && atMs < LAST_MS && !lost.contains(line.id()) && random.nextInt(oneOf) == 0) {
        String counter = author + atMs / DAY_MS;
        List<Event> events = byCounter.computeIfAbsent(counter, id -> new ArrayList<>());
        events.add(verdict(counter, events.size(), author, kind, (AdEvent) line.event, atMs));
      }
    }
    byCounter.forEach(
        (counter, events) -> {
          long endMs = events.stream().mapToLong(BillTest::time).max().orElseThrow();
          events.add(new Close(counter, events.size(), endMs));
          long knownMs = endMs + (random.nextInt(6) == 0 ? 50 : 1) * DAY_MS;
          events.forEach(event -> future.add(new Line(event, time(event), knownMs)));
        });
  }

  private static AdEvent verdict(
      String counter, int number, String author, EventKind kind, AdEvent judged, long atMs) {
    String clickId =
        kind == EventKind.INVALIDATION
            ? judged.counterId() + ":" + judged.sequence()
            : judged.judgement().clickId();
    return new AdEvent(
        counter,
        number,
        kind,
        judged.adId(),
        atMs,
        judged.amountMicros(),
        new Judgement("rate@1", clickId, author));
  }

  private void close(YearMonth month) throws IOException {
    passTime(Instant.ofEpochMilli(Months.endMs(month) + 2 * DAY_MS).toString());
    world.done("archive", "import");
    world.done("series", "close", month);
    int bill = MONTHS.indexOf(month);
    for (Line line : counted) {
      if (line.atMs < Months.endMs(month)) {
        boolean isBefore = bill == 0 && line.atMs < Months.startMs(month);
        billOf.putIfAbsent(line.id(), isBefore ? -1 : bill);
      }
    }
    assertThat(rows(month)).as(month.toString()).isEqualTo(naiveRows(bill));
  }

  /** All that is known by then is archived, sent in any order, some twice, and counted. */
  private void passTime(String now) throws IOException {
    world.tool.now = Instant.parse(now);
    long nowMs = world.tool.now.toEpochMilli();
    findAgain(nowMs);
    List<Line> known = future.stream().filter(line -> line.knownMs <= nowMs).toList();
    future.removeAll(known);
    List<Line> arrived = known.stream().filter(line -> !lost.contains(line.id())).toList();
    deliver(arrived);
    for (Line line : known) {
      if (lost.contains(line.id())) {
        writtenOff.add(line);
        decide("write-off", line);
      }
    }
  }

  private void deliver(List<Line> lines) throws IOException {
    world.archive(lines.stream().map(Line::text).toList());
    counted.addAll(lines);
    List<String> sent = new ArrayList<>(lines.stream().map(Line::text).toList());
    lines.stream().filter(line -> random.nextInt(6) == 0).map(Line::text).forEach(sent::add);
    Collections.shuffle(sent, new Random(random.nextLong()));
    for (int from = 0; from < sent.size(); ) {
      int to = Math.min(sent.size(), from + random.nextInt(1, 60));
      world.tool.counting.receive(sent.subList(from, to));
      from = to;
    }
  }

  private void decide(String what, Line line) {
    String counter = line.event.counterId();
    world.done("counters", what, counter, line.event.sequence(), "--why", "a disk");
    world.tool.countQueue();
  }

  /** Some of the lost events are on a disk that was found. */
  private void findAgain(long nowMs) throws IOException {
    for (Line line : List.copyOf(writtenOff)) {
      if (random.nextInt(3) == 0) {
        writtenOff.remove(line);
        decide("reopen", line);
        deliver(List.of(line));
      }
    }
  }

  /** By ad: the figures of the bill, without totals. */
  private Map<String, List<Long>> rows(YearMonth month) throws IOException {
    List<String> lines =
        Files.readAllLines(world.months.resolve(month.toString()).resolve(month + ".csv"));
    List<String> names = List.of(lines.get(0).split(","));
    Map<String, List<Long>> rows = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      List<Long> row = new ArrayList<>();
      for (String name : Sums.NAMES) {
        row.add(Long.parseLong(cells[names.indexOf(name)]));
      }
      rows.put(cells[0], row);
    }
    return rows;
  }

  /** What a person adds up. */
  private static final class Sums {
    static final List<String> NAMES =
        List.of(
            "impressions",
            "gross_clicks",
            "filtered_clicks",
            "invalidations",
            "reinstatements",
            "cost_micros",
            "budget_micros",
            "late_events",
            "late_cost_micros",
            "owed_micros");
    final Map<String, Long> sums = new LinkedHashMap<>();

    void add(String name, long value) {
      sums.merge(name, value, Long::sum);
    }

    void add(AdEvent event, boolean isLate) {
      long costMicros = event.kind().clicks() * event.amountMicros();
      add("cost_micros", costMicros);
      add("late_events", isLate ? 1 : 0);
      add("late_cost_micros", isLate ? costMicros : 0);
      switch (event.kind()) {
        case IMPRESSION -> add("impressions", 1);
        case CLICK -> add("gross_clicks", 1);
        case BUDGET -> add("budget_micros", event.amountMicros());
        case INVALIDATION -> add("invalidations", 1);
        case REINSTATEMENT -> add("reinstatements", 1);
        default -> {
          add("gross_clicks", 1);
          add("filtered_clicks", 1);
        }
      }
    }

    List<Long> row() {
      return NAMES.stream().map(name -> sums.getOrDefault(name, 0L)).toList();
    }
  }

  private Map<String, List<Long>> naiveRows(int bill) {
    Map<String, Sums> sums = new TreeMap<>();
    for (Line line : counted) {
      if (line.event instanceof AdEvent ad && billOf.getOrDefault(line.id(), 99) == bill) {
        boolean isLate = line.atMs < Months.startMs(MONTHS.get(bill));
        sums.computeIfAbsent(ad.adId(), id -> new Sums()).add(ad, isLate);
      }
    }
    Map<String, List<Long>> rows = new TreeMap<>();
    sums.forEach(
        (ad, sum) -> {
          sum.add("owed_micros", naiveOwed(ad, bill) - naiveOwed(ad, bill - 1));
          rows.put(ad, sum.row());
        });
    return rows;
  }

  /** Until the end of a bill. */
  private long naiveOwed(String adId, int bill) {
    long costMicros = 0;
    long budgetMicros = 0;
    for (Line line : counted) {
      if (line.event instanceof AdEvent ad
          && ad.adId().equals(adId)
          && billOf.getOrDefault(line.id(), 99) <= bill) {
        costMicros += ad.kind().clicks() * ad.amountMicros();
        budgetMicros += ad.kind() == EventKind.BUDGET ? ad.amountMicros() : 0;
      }
    }
    return Math.max(0, Math.min(costMicros, budgetMicros));
  }

  private JsonNode statement(String adId, String from, String to) throws IOException {
    return JSON.readTree(
        world.done("ads", "statement", adId, "--from", from, "--to", to, "--json").out());
  }

  private void theBillsAreThoseOfTheDocuments() throws IOException {
    Documents documents = new Documents(world.tool.counting.store);
    boolean hasLate = false;
    for (int i = 0; i < ADS; i++) {
      String ad = "m" + i;
      AdTotals totals =
          documents.ad(ad).decide(found -> found.totals(), absent -> null, blocked -> null);
      boolean hasBegun = naiveOwed(ad, -1) > 0;
      long owedMicros =
          hasBegun ? statement(ad, "2026-08-01", "2026-09-01").get("owedMicros").asLong() : 0;
      for (YearMonth month : MONTHS) {
        List<Long> row = rows(month).get(ad);
        owedMicros += row == null ? 0 : row.get(9);
        hasLate |= row != null && row.get(7) > 0;
      }
      JsonNode rest = statement(ad, "2026-12-01", "2026-12-27");
      assertThat(rest.get("after").get("costMicros").asLong()).isEqualTo(totals.costMicros());
      assertThat(owedMicros + rest.get("owedMicros").asLong())
          .as(ad)
          .isEqualTo(totals.spentMicros());
    }
    assertThat(hasLate).as("some events are late").isTrue();
  }

  private void statementsAreTheRows() throws IOException {
    for (YearMonth month : MONTHS) {
      String from = month.atDay(1).toString();
      String to = month.plusMonths(1).atDay(1).toString();
      for (Map.Entry<String, List<Long>> row : rows(month).entrySet()) {
        JsonNode statement = statement(row.getKey(), from, to);
        JsonNode sum = statement.get("sum");
        List<Long> said = new ArrayList<>();
        for (String name : List.of("impressions", "grossClicks", "invalidated", "reinstated")) {
          said.add(sum.get(name).asLong());
        }
        said.add(sum.get("costMicros").asLong());
        said.add(sum.get("budgetMicros").asLong());
        said.add(statement.get("late").get("costMicros").asLong());
        said.add(statement.get("owedMicros").asLong());
        List<Long> expected = new ArrayList<>();
        for (int column : new int[] {0, 1, 3, 4, 5, 6, 8, 9}) {
          expected.add(row.getValue().get(column));
        }
        assertThat(said).as(month + " " + row.getKey()).isEqualTo(expected);
        assertThat(statement.get("corrections")).hasSize((int) (expected.get(2) + expected.get(3)));
      }
    }
  }
}
