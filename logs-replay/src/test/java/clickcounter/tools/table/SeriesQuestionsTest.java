package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.tools.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ads counted, against loops over the events that are counted. */
class SeriesQuestionsTest {
  /** Days of a zone whose offset is no whole number of hours. */
  private static final long OFFSET_MS = 5 * 3_600_000 + 1_800_000;

  private static final long DAY_MS = RandomArchive.DAY_MS;
  private static final long FROM_MS = RandomArchive.FIRST_MS - OFFSET_MS;
  private static final int DAYS = 3;

  @TempDir private Path directory;

  private record Event(
      String counter, long sequence, String kind, String ad, long timeMs, long micros) {
    String line() {
      String more =
          switch (kind) {
            case "impression" -> "";
            case "budget" -> ",\"budgetMicros\":" + micros;
            case "filtered-click" -> ",\"reason\":\"bots@1\"";
            case "click" -> ",\"costMicros\":" + micros;
            default ->
                ",\"costMicros\":"
                    + micros
                    + ",\"author\":\"ivt\",\"reason\":\"rate@1\",\"clickId\":\"x:1\"";
          };
      return "{\"eventId\":\"%s:%d\",\"type\":\"%s\",\"adId\":\"%s\",\"timestamp\":%d%s}"
          .formatted(counter, sequence, kind, ad, timeMs, more);
    }

    long of(String... kinds) {
      return List.of(kinds).contains(kind) ? 1 : 0;
    }

    long costMicros() {
      return micros * (of("click", "reinstatement") - of("invalidation"));
    }

    int day() {
      return (int) Math.floorDiv(timeMs - FROM_MS, DAY_MS);
    }
  }

  private static List<Event> events(SplittableRandom random) {
    List<String> kinds =
        List.of(
            "impression",
            "click",
            "click",
            "budget",
            "filtered-click",
            "invalidation",
            "reinstatement");
    List<Event> events = new ArrayList<>();
    for (int n = 0; n < 300; n++) {
      String kind = kinds.get(random.nextInt(kinds.size()));
      boolean isFree = kind.equals("impression") || kind.equals("filtered-click");
      events.add(
          new Event(
              "c" + n % 4,
              n / 4,
              kind,
              "m" + random.nextInt(5),
              FROM_MS + random.nextLong(-DAY_MS, (DAYS + 1) * DAY_MS),
              isFree ? 0 : random.nextLong(1_000)));
    }
    return events;
  }

  @Test
  void answersAreSumsOfWhatIsCounted() throws Exception {
    for (long seed = 0; seed < 10; seed++) {
      Path root = Files.createDirectories(directory.resolve("r" + seed));
      Seed.with(seed, random -> answers(root, random));
    }
  }

  private static void answers(Path root, SplittableRandom random) throws Exception {
    List<Event> events = events(random);
    List<Event> counted = new ArrayList<>(events);
    try (Table table = SmallTable.of(root, events.stream().map(Event::line).toList())) {
      putDocuments(table, counted, random);
      table.make("counted");
      String ad = "m" + random.nextInt(6);
      table.set("ad", ad);
      table.set("from_ms", FROM_MS);
      table.set("to_ms", FROM_MS + DAYS * DAY_MS);
      table.set("most", 3);
      assertThat(SmallTable.answer(table, "series", 5)).isEqualTo(series(counted, ad));
      assertThat(SmallTable.answer(table, "top", 4)).isEqualTo(top(counted));
    }
  }

  /** Says of some events that they are not counted, and takes them out of the list. */
  private static void putDocuments(Table table, List<Event> counted, SplittableRandom random)
      throws SQLException {
    try (Statement sql = table.connection().createStatement()) {
      sql.execute("CREATE TABLE counters (counter VARCHAR, next BIGINT, closed BOOLEAN)");
      sql.execute("CREATE TABLE gaps (counter VARCHAR, first BIGINT, last BIGINT)");
      sql.execute("CREATE TABLE periods (from_ms BIGINT, to_ms BIGINT)");
      for (int day = 0; day < DAYS; day++) {
        long from = FROM_MS + day * DAY_MS;
        sql.execute("INSERT INTO periods VALUES (%d, %d)".formatted(from, from + DAY_MS));
      }
      for (int c = 0; c < 4; c++) {
        String counter = "c" + c;
        long next = random.nextInt(4) == 0 ? 0 : random.nextInt(30, 100);
        counted.removeIf(event -> event.counter.equals(counter) && event.sequence >= next);
        if (next > 0) {
          sql.execute("INSERT INTO counters VALUES ('%s', %d, true)".formatted(counter, next));
        }
        for (long first = random.nextInt(9); first < next - 5; first += 2 + random.nextInt(30)) {
          long from = first;
          long last = first + random.nextInt(2);
          sql.execute("INSERT INTO gaps VALUES ('%s', %d, %d)".formatted(counter, first, last));
          counted.removeIf(
              event ->
                  event.counter.equals(counter)
                      && event.sequence >= from
                      && event.sequence <= last);
        }
      }
    }
  }

  private static List<String> series(List<Event> counted, String ad) {
    TreeMap<Integer, long[]> byDay = new TreeMap<>();
    for (Event event : counted) {
      if (event.ad.equals(ad) && event.day() >= 0 && event.day() < DAYS) {
        long[] sums = byDay.computeIfAbsent(event.day(), day -> new long[4]);
        sums[0] += event.of("impression");
        sums[1] += event.of("click", "reinstatement") - event.of("invalidation");
        sums[2] += event.costMicros();
        sums[3] += event.of("filtered-click", "invalidation") - event.of("reinstatement");
      }
    }
    List<String> series = new ArrayList<>();
    byDay.forEach(
        (day, sums) -> {
          StringBuilder row = new StringBuilder().append(FROM_MS + day * DAY_MS);
          for (long sum : sums) {
            row.append(' ').append(sum);
          }
          series.add(row.toString());
        });
    return series;
  }

  private static List<String> top(List<Event> counted) {
    TreeMap<String, long[]> byAd = new TreeMap<>();
    for (Event event : counted) {
      if (event.day() >= 0 && event.day() < DAYS) {
        long[] sums = byAd.computeIfAbsent(event.ad, ad -> new long[3]);
        sums[0] += event.of("click", "reinstatement") - event.of("invalidation");
        sums[1] += event.of("impression");
        sums[2] += event.costMicros();
      }
    }
    Comparator<String> byCost = Comparator.comparing(ad -> -byAd.get(ad)[2]);
    return byAd.keySet().stream()
        .sorted(byCost.thenComparing(ad -> -byAd.get(ad)[0]).thenComparing(ad -> ad))
        .limit(3)
        .map(ad -> ad + " " + byAd.get(ad)[0] + " " + byAd.get(ad)[1] + " " + byAd.get(ad)[2])
        .toList();
  }
}
