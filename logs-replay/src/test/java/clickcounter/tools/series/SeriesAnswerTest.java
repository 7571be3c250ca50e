package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.event.WriteOffRequest;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Seed;
import clickcounter.tools.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code series show} says of random lives of counters, whose events are lost, late, written
 * off, not archived or not imported yet, against a loop over all events.
 */
class SeriesAnswerTest {
  private static final long FIRST_MS = Instant.parse("2026-10-20T00:00:00Z").toEpochMilli();
  private static final long LAST_MS = Instant.parse("2026-10-26T00:00:00Z").toEpochMilli();
  private static final List<String> ZONES =
      List.of("UTC", "Europe/Zurich", "Asia/Kolkata", "Asia/Kathmandu");
  private static final EventKind[] KINDS = EventKind.values();

  @TempDir private Path directory;

  /** How often each case was seen: a test that never sees one proves nothing of it. */
  private int known;

  private int unknown;
  private int finals;
  private int open;

  /** What became of an event. */
  private enum Fate {
    COUNTED,
    /** Archived, and not counted yet. */
    LATE,
    /** Neither archived nor counted. */
    LOST,
    WRITTEN_OFF,
    /** Counted, and in no archive of the table. */
    NOT_IMPORTED;

    boolean isCounted() {
      return this == COUNTED || this == NOT_IMPORTED;
    }

    boolean isArchived() {
      return this == COUNTED || this == LATE;
    }
  }

  private record Line(Event event, Fate fate) {
    long timeMs() {
      return event.timestampMs();
    }

    boolean isOf(String ad) {
      return event instanceof AdEvent of && (ad == null || of.adId().equals(ad));
    }

    HourCounts counts() {
      AdEvent of = (AdEvent) event;
      return HourCounts.of(of.kind(), of.amountMicros());
    }
  }

  /** Everything that happened, and the tool that has counted and imported it. */
  private final class World {
    final List<Line> lines = new ArrayList<>();
    final Tool tool = new Tool();
    final Path root;
    final SplittableRandom random;

    /** How much goes wrong, of 100. */
    final int faults;

    World(Path root, SplittableRandom random) throws IOException {
      this.root = root;
      this.random = random;
      this.faults = random.nextInt(3) == 0 ? 0 : random.nextInt(15);
      tool.now = Instant.ofEpochMilli(LAST_MS + 3 * Hours.MS);
      for (int c = 0; c < 6; c++) {
        live("c" + c);
      }
      deliver();
      archive();
    }

    private void live(String counter) {
      long atMs = random.nextLong(FIRST_MS, LAST_MS);
      int count = random.nextInt(1, 60);
      boolean isNewest = random.nextInt(3) == 0 && faults > 0;
      int imported = isNewest ? random.nextInt(count) : count;
      for (int n = 0; n < count; n++) {
        Fate fate = n < imported ? fate() : Fate.NOT_IMPORTED;
        lines.add(new Line(event(counter, n, atMs), fate));
        atMs = Math.min(LAST_MS + Hours.MS, atMs + random.nextLong(6 * Hours.MS));
      }
      if (faults == 0 || random.nextInt(4) > 0) {
        Fate fate = imported < count ? Fate.NOT_IMPORTED : Fate.COUNTED;
        lines.add(new Line(new Close(counter, count, atMs), fate));
      }
    }

    private Fate fate() {
      return random.nextInt(100) >= faults
          ? Fate.COUNTED
          : Fate.values()[random.nextInt(Fate.values().length)];
    }

    private AdEvent event(String counter, int number, long atMs) {
      EventKind kind = KINDS[random.nextInt(KINDS.length)];
      boolean isFiltered = EventKind.FILTERED.contains(kind);
      boolean isVerdict = kind == EventKind.INVALIDATION || kind == EventKind.REINSTATEMENT;
      boolean isFree = isFiltered || kind == EventKind.IMPRESSION;
      Judgement judgement =
          isFiltered
              ? Judgement.ofFilter(kind.filterClass() + "@1")
              : isVerdict ? new Judgement("rate@1", "x:1", "ivt") : null;
      return new AdEvent(
          counter,
          number,
          kind,
          "m" + random.nextInt(3),
          atMs,
          isFree ? 0 : random.nextInt(1_000_000),
          judgement);
    }

    /** In any order. */
    private void deliver() {
      List<String> counted = new ArrayList<>();
      for (Line line : lines) {
        if (line.fate.isCounted()) {
          counted.add(EventWriter.toLine(line.event));
        }
      }
      Collections.shuffle(counted, new Random(random.nextLong()));
      tool.counting.receive(counted);
      for (Line line : List.copyOf(lines)) {
        if (line.fate == Fate.WRITTEN_OFF) {
          Event lost = line.event;
          String operator = "ops-" + lost.counterId() + "-" + lost.sequence();
          WriteOffRequest decision =
              new WriteOffRequest(
                  operator,
                  0,
                  LAST_MS,
                  false,
                  lost.counterId(),
                  lost.sequence(),
                  lost.sequence(),
                  "lost");
          add(decision);
          add(new Close(operator, 1, LAST_MS));
        }
      }
    }

    private void add(Event event) {
      lines.add(new Line(event, Fate.COUNTED));
      tool.counting.receive(List.of(EventWriter.toLine(event)));
    }

    private void archive() throws IOException {
      List<String> archived = new ArrayList<>();
      for (Line line : lines) {
        if (line.fate.isArchived()) {
          archived.add(EventWriter.toLine(line.event));
        }
      }
      EventFiles.write(root.resolve("archive/a.ndjson"), archived);
      Result result =
          tool.run(
              "archive",
              "import",
              "--set",
              "ops.table=" + table(),
              root.resolve("archive"),
              "--set",
              operator());
      assertThat(result.status()).as(result.err()).isZero();
    }

    private Path table() {
      return root.resolve("table");
    }

    private String operator() {
      return "ops.archive=" + root.resolve("none");
    }

    private HourCounts counted(String ad, long fromMs, long toMs) {
      return HourCounts.sum(
          lines.stream()
              .filter(line -> line.fate.isCounted() && line.isOf(ad))
              .filter(line -> line.timeMs() >= fromMs && line.timeMs() < toMs)
              .map(Line::counts)
              .toList());
    }

    private boolean isAny(Predicate<Line> which) {
      return lines.stream().anyMatch(which);
    }

    /** The oldest hour of the ad's document; nothing if it has none. */
    private long oldestMs(String ad) {
      return lines.stream()
          .filter(line -> line.fate.isCounted() && line.isOf(ad) && !isBudget(line))
          .mapToLong(line -> Hours.startMs(Hours.of(line.timeMs()) - RecentHours.WINDOW + 1))
          .max()
          .orElse(Long.MAX_VALUE);
    }

    private static boolean isBudget(Line line) {
      return line.event instanceof AdEvent of && of.kind() == EventKind.BUDGET;
    }

    void ask() throws IOException {
      String ad = random.nextInt(4) == 0 ? null : "m" + random.nextInt(3);
      String by = List.of("hour", "day", "week", "month").get(random.nextInt(4));
      String zone = ZONES.get(random.nextInt(ZONES.size()));
      Instant from = Instant.ofEpochMilli(random.nextLong(FIRST_MS - 30 * Hours.MS, LAST_MS));
      long mostMs = LAST_MS + 30 * Hours.MS;
      Instant to = Instant.ofEpochMilli(random.nextLong(from.toEpochMilli() + 1, mostMs));
      Result result =
          tool.run(
              "series",
              "show",
              ad == null ? "--all" : ad,
              "--set",
              "ops.table=" + table(),
              "--json",
              "--by",
              by,
              "--zone",
              zone,
              "--from",
              from,
              "--to",
              to);
      assertThat(result.err()).isEmpty();
      for (JsonNode row : new JsonMapper().readTree(result.out()).get("rows")) {
        judge(row, ad);
      }
    }

    private void judge(JsonNode row, String ad) {
      long fromMs = ms(row.get("from"));
      long toMs = ms(row.get("to"));
      String what = ad + " " + row;
      if (row.get("clicks").isNull()) {
        unknown++;
        assertThat(isAny(line -> line.fate == Fate.NOT_IMPORTED) || isUnknown(ad))
            .as(what)
            .isTrue();
        boolean isWholeHours = fromMs % Hours.MS == 0 && toMs % Hours.MS == 0;
        assertThat(ad != null && isWholeHours && fromMs >= oldestMs(ad)).as(what).isFalse();
        assertThat(row.get("final").isNull()).as(what).isTrue();
        return;
      }
      known++;
      boolean isFinal = row.get("final").asBoolean();
      boolean mayLack =
          isAny(
              line ->
                  line.isOf(ad)
                      && line.timeMs() >= fromMs
                      && line.timeMs() < toMs
                      && isOfUnknownCounter(line));
      if (isFinal || !mayLack) {
        assertThat(counts(row)).as(what).isEqualTo(counted(ad, fromMs, toMs));
      }
      boolean isOver = toMs + 300_000 <= tool.now.toEpochMilli();
      if (isFinal) {
        finals++;
        assertThat(isOver).as(what).isTrue();
        assertThat(isAny(line -> isMissing(line) && line.timeMs() < toMs)).as(what).isFalse();
      } else {
        open++;
        assertThat(isOver && faults == 0).as(what).isFalse();
      }
    }

    /** Whether the table has nothing of its counter. */
    private boolean isOfUnknownCounter(Line line) {
      String counter = line.event.counterId();
      return !isAny(each -> each.fate.isArchived() && each.event.counterId().equals(counter));
    }

    private boolean isUnknown(String ad) {
      return ad != null && !isAny(line -> line.fate.isCounted() && line.isOf(ad));
    }

    private static boolean isMissing(Line line) {
      return line.fate == Fate.LATE || line.fate == Fate.LOST;
    }
  }

  private static long ms(JsonNode time) {
    return OffsetDateTime.parse(time.asText()).toInstant().toEpochMilli();
  }

  private static HourCounts counts(JsonNode row) {
    return new HourCounts(
        row.get("impressions").asLong(),
        row.get("clicks").asLong(),
        row.get("costMicros").asLong(),
        row.get("invalid").asLong());
  }

  @Test
  void answersAreThoseOfALoopOverAllEvents() throws Exception {
    for (long seed = 0; seed < 7; seed++) {
      Path root = directory.resolve("r" + seed);
      Seed.with(
          seed,
          random -> {
            World world = new World(root, random);
            for (int questions = 0; questions < 8; questions++) {
              world.ask();
            }
          });
    }
    assertThat(List.of(known, unknown, finals, open)).allMatch(times -> times > 40);
  }
}
