package clickcounter.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.event.AdEvent;
import clickcounter.event.CounterId;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.store.DocumentKey;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Seed;
import clickcounter.tools.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four days of a few services, of which some events are not counted and one click is counted in a
 * wrong hour. The audit of a random time is compared with what the events say.
 */
@Tag("slow")
class RandomTimesTest {
  private static final long FIRST_MS = Instant.parse("2026-11-20T00:00:00Z").toEpochMilli();
  private static final int HOURS = 96;
  private static final long END_MS = FIRST_MS + HOURS * Hours.MS;
  private static final long MARGIN_MS = 600_000;
  private static final int ROUNDS = 8;

  @TempDir private Path directory;

  /**
   * @param countedAtMs when it happened, or another time at which it is counted; -1 if it is not
   */
  private record Happened(AdEvent event, long countedAtMs) {
    String line() {
      return EventWriter.toLine(event);
    }

    boolean isCounted() {
      return countedAtMs >= 0;
    }

    String countedLine() {
      return EventWriter.toLine(
          new AdEvent(
              event.counterId(),
              event.sequence(),
              event.kind(),
              event.adId(),
              countedAtMs,
              event.amountMicros()));
    }
  }

  private static final class World {
    final Tool tool = new Tool();
    final Path archive;
    final List<Happened> all = new ArrayList<>();
    final Map<Path, List<Happened>> files = new TreeMap<>();
    final SplittableRandom random;
    Happened wrong;

    World(Path archive, SplittableRandom random) throws IOException {
      this.archive = archive;
      this.random = random;
      for (int i = random.nextInt(2, 6); i > 0; i--) {
        live(FIRST_MS + random.nextLong(HOURS * Hours.MS));
      }
      for (Map.Entry<Path, List<Happened>> file : files.entrySet()) {
        write(file.getKey(), file.getValue().stream().map(Happened::line).toList());
      }
      tool.counting.receive(
          all.stream().filter(Happened::isCounted).map(Happened::countedLine).toList());
    }

    /** As the service's log does it: if it cannot make an hour's file, it tries the next hour's. */
    private void live(long startMs) {
      String counterId = CounterId.create("host", Instant.ofEpochMilli(startMs), random);
      long atMs = startMs;
      long hour = Hours.of(startMs);
      long tried = hour;
      for (int sequence = 0; atMs < END_MS && sequence < 60; sequence++) {
        if (Hours.of(atMs) > tried) {
          tried = Hours.of(atMs);
          hour = random.nextInt(5) > 0 ? tried : hour;
        }
        String name =
            counterId + "-" + Instant.ofEpochMilli(Hours.startMs(hour)).toString().substring(0, 13);
        Path file =
            archive.resolve(name.replaceAll("(....)-(..)-(..)T(..)$", "$1$2$3_$4") + ".ndjson.gz");
        Happened each = event(counterId, sequence, atMs);
        all.add(each);
        files.computeIfAbsent(file, f -> new ArrayList<>()).add(each);
        atMs += random.nextLong(1, random.nextInt(4) == 0 ? 8 * Hours.MS : 1_000_000);
      }
    }

    private Happened event(String counterId, long sequence, long atMs) {
      EventKind kind = EventKind.values()[random.nextInt(3)];
      long amount = kind == EventKind.IMPRESSION ? 0 : random.nextLong(1, 1_000);
      String adId = "m" + random.nextInt(8);
      AdEvent event = new AdEvent(counterId, sequence, kind, adId, atMs, amount);
      if (random.nextInt(20) == 0) {
        return new Happened(event, -1);
      }
      if (wrong == null && kind == EventKind.CLICK && random.nextInt(20) == 0) {
        wrong = new Happened(event, atMs + Hours.MS * random.nextInt(1, 4));
        return wrong;
      }
      return new Happened(event, atMs);
    }

    private static void write(Path file, List<String> lines) throws IOException {
      EventFiles.write(file, lines);
      String last = lines.get(lines.size() - 1);
      long writtenMs = Long.parseLong(last.replaceAll(".*\"timestamp\":(\\d+).*", "$1"));
      Files.setLastModifiedTime(file, FileTime.fromMillis(writtenMs));
    }

    List<Happened> in(long fromMs, long toMs) {
      return all.stream()
          .filter(e -> e.event().timestampMs() >= fromMs && e.event().timestampMs() < toMs)
          .toList();
    }

    /** Whether one of the two hours that are wrong can be compared. */
    boolean isWrong(long fromMs, long toMs) {
      if (wrong == null || in(fromMs, toMs).stream().noneMatch(this::isOfWrongAd)) {
        return false;
      }
      long newest =
          all.stream()
              .filter(e -> e.isCounted() && isOfWrongAd(e))
              .filter(e -> e.event().kind() != EventKind.BUDGET)
              .mapToLong(e -> Hours.of(e.countedAtMs()))
              .max()
              .getAsLong();
      return List.of(wrong.event().timestampMs(), wrong.countedAtMs()).stream()
          .map(Hours::of)
          .anyMatch(
              hour ->
                  Hours.startMs(hour) >= fromMs
                      && Hours.startMs(hour + 1) <= toMs
                      && hour > newest - RecentHours.WINDOW);
    }

    private boolean isOfWrongAd(Happened each) {
      return each.event().adId().equals(wrong.event().adId());
    }

    /** Damages the files that have no line of the time, nor of ten minutes around it. */
    int damageOthers(long fromMs, long toMs) throws IOException {
      int damaged = 0;
      for (Map.Entry<Path, List<Happened>> file : files.entrySet()) {
        List<Happened> lines = file.getValue();
        long firstHour = Hours.of(lines.get(0).event().timestampMs());
        long lastHour = Hours.of(lines.get(lines.size() - 1).event().timestampMs());
        if (Hours.startMs(lastHour + 1) + MARGIN_MS <= fromMs
            || Hours.startMs(firstHour) - MARGIN_MS >= toMs) {
          FileTime written = Files.getLastModifiedTime(file.getKey());
          Files.setLastModifiedTime(Files.writeString(file.getKey(), "damaged"), written);
          damaged++;
        }
      }
      return damaged;
    }

    void restore() throws IOException {
      for (Map.Entry<Path, List<Happened>> file : files.entrySet()) {
        write(file.getKey(), file.getValue().stream().map(Happened::line).toList());
      }
    }

    JsonNode audit(Object... words) throws IOException {
      List<Object> command = new ArrayList<>(List.of("documents", "audit", "--json", archive));
      command.addAll(List.of(words));
      Result result = tool.run(command.toArray());
      JsonNode json = new ObjectMapper().readTree(result.out());
      int expected =
          switch (json.path("verdict").asText()) {
            case "equal" -> 0;
            case "missing" -> 1;
            case "wrong" -> 2;
            default -> 3;
          };
      assertThat(result.status()).as(result.out() + result.err()).isEqualTo(expected);
      return json;
    }
  }

  private static List<String> hourDifferences(JsonNode audit) {
    List<String> differences = new ArrayList<>();
    for (JsonNode ad : audit.path("ads").path("findings")) {
      StreamSupport.stream(ad.path("differences").spliterator(), false)
          .filter(difference -> difference.path("field").asText().startsWith("hour "))
          .forEach(difference -> differences.add(ad.path("adId").asText() + " " + difference));
    }
    return differences;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theTimeOfEverythingSaysTheSameAsAFullAudit(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          int wrong = 0;
          for (int round = 0; round < ROUNDS; round++) {
            World world = new World(directory.resolve("all" + round), random);

            JsonNode full = world.audit();
            JsonNode ofTime = world.audit("--from", FIRST_MS, "--to", END_MS + 10 * Hours.MS);

            for (String same :
                List.of("files", "events", "missing", "writtenOff", "unsettled", "cannotTell")) {
              assertThat(ofTime.get(same)).as(same).isEqualTo(full.get(same));
            }
            assertThat(ofTime.at("/ads/total")).isEqualTo(full.at("/ads/total"));
            assertThat(ofTime.at("/counters/total")).isEqualTo(full.at("/counters/total"));
            List<String> hours = hourDifferences(full);
            assertThat(hourDifferences(ofTime)).isEqualTo(hours);
            // What is wrong in totals alone, as the days of a ranking, only the full audit finds.
            String verdict = ofTime.path("verdict").asText();
            if (hours.isEmpty()) {
              assertThat(verdict).isIn("missing", "equal");
            } else {
              assertThat(verdict).isEqualTo("wrong").isEqualTo(full.path("verdict").asText());
              wrong++;
            }
          }
          assertThat(wrong).isBetween(1, ROUNDS - 1);
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void aTimeIsJudgedByItsEventsAndNothingElseIsRead(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          int damaged = 0;
          int wrong = 0;
          for (int round = 0; round < ROUNDS; round++) {
            World world = new World(directory.resolve("some" + round), random);
            for (int i = 0; i < 4; i++) {
              long unit = random.nextBoolean() ? Hours.MS : 1;
              long fromMs = FIRST_MS + random.nextLong(HOURS * Hours.MS / unit) * unit;
              long toMs = fromMs + random.nextLong(1, 40 * Hours.MS / unit) * unit;
              damaged += world.damageOthers(fromMs, toMs);
              wrong += judge(world, fromMs, toMs) ? 1 : 0;
              world.restore();
            }
          }
          assertThat(damaged).isPositive();
          assertThat(wrong).isPositive();
        });
  }

  /** Returns whether it was wrong. */
  private static boolean judge(World world, long fromMs, long toMs) throws IOException {
    List<Happened> events = world.in(fromMs, toMs);
    Set<String> read = new ConcurrentSkipListSet<>();
    world.tool.counting.store.beforeFetch = key -> read.add(key.toString());

    JsonNode audit = world.audit("--from", fromMs, "--to", toMs);

    long missing = events.stream().filter(event -> !event.isCounted()).count();
    boolean isWrong = world.isWrong(fromMs, toMs);
    String verdict =
        events.isEmpty() ? "undecided" : isWrong ? "wrong" : missing > 0 ? "missing" : "equal";
    assertThat(audit.path("verdict").asText()).as(audit.toPrettyString()).isEqualTo(verdict);
    assertThat(audit.path("events").asLong()).isEqualTo(events.size());
    assertThat(audit.path("missing").asLong()).isEqualTo(missing);
    assertThat(audit.path("troubleCount").asLong()).isZero();
    Set<String> touched = new ConcurrentSkipListSet<>();
    events.forEach(e -> touched.add(DocumentKey.ad(e.event().adId()).toString()));
    events.forEach(e -> touched.add(DocumentKey.counter(e.event().counterId()).toString()));
    read.removeIf(key -> key.startsWith("directory") || key.startsWith("retired"));
    assertThat(read).isEqualTo(touched);
    return isWrong;
  }
}
