package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.tools.Seed;
import clickcounter.tools.archive.ArchiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bill that the page {@code TABLE.md} shows, against loops over the events. */
class TablePageTest {
  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
  private static final Pattern VIEW = Pattern.compile("CREATE VIEW events AS .*;");
  private static final long FROM_MS = Instant.parse("2026-06-01T00:00:00Z").toEpochMilli();
  private static final long TO_MS = Instant.parse("2026-07-01T00:00:00Z").toEpochMilli();
  private static final long DAY_MS = RandomArchive.DAY_MS;
  private static final List<String> KINDS =
      List.of("click", "impression", "budget", "invalidation", "reinstatement", "filtered-click");

  @TempDir private Path directory;

  private record Event(int counter, int number, String kind, String ad, long timeMs, long micros) {
    String line() {
      String more =
          switch (kind) {
            case "impression" -> "";
            case "filtered-click" -> ",\"reason\":\"bots@1\"";
            case "budget" -> ",\"budgetMicros\":" + micros;
            case "click" -> ",\"costMicros\":" + micros;
            default ->
                ",\"costMicros\":"
                    + micros
                    + ",\"author\":\"ivt\",\"reason\":\"rate@1\",\"clickId\":\"x:1\"";
          };
      return "{\"eventId\":\"c%d:%d\",\"type\":\"%s\",\"adId\":\"%s\",\"timestamp\":%d%s}"
          .formatted(counter, number, kind, ad, timeMs, more);
    }

    boolean isOfMonth() {
      return timeMs >= FROM_MS && timeMs < TO_MS;
    }

    /** Numbers 10 to 12 of counter 1 are written off, and from 60 on it is not counted yet. */
    boolean isCounted() {
      return counter != 1 || (number < 10 || number > 12) && number < 60;
    }
  }

  /** As {@code clicks counters show --json} prints it. */
  private static final String COUNTERS =
      """
      {"counters": [
        {"found": true, "counterId": "c0", "next": 200, "gaps": []},
        {"found": true, "counterId": "c1", "next": 60, "gaps": [
          {"from": 10, "to": 12, "since": 1, "writeOff": {"reason": "lost", "at": 1}}]}]}
      """;

  private static List<Event> events(SplittableRandom random) {
    List<Event> events = new ArrayList<>();
    for (int n = 0; n < 300; n++) {
      String kind = KINDS.get(random.nextInt(KINDS.size()));
      boolean isFree = kind.equals("impression") || kind.equals("filtered-click");
      long timeMs = random.nextLong(FROM_MS - 2 * DAY_MS, TO_MS + 2 * DAY_MS);
      long micros = isFree ? 0 : random.nextLong(1, 1_000_000);
      events.add(new Event(n % 3, n / 3, kind, "m" + random.nextInt(5), timeMs, micros));
    }
    return events;
  }

  @Test
  void thePagesBillIsTheSumOfItsEvents() throws Exception {
    String page = Files.readString(Path.of("TABLE.md"));
    List<String> sql = SQL.matcher(page).results().map(match -> match.group(1)).toList();
    String view = VIEW.matcher(page).results().findAny().orElseThrow().group();
    String counted = sql.get(0).replace("GROUP BY", sql.get(2) + "GROUP BY");
    for (long seed = 0; seed < 2; seed++) {
      Path root = Files.createDirectories(directory.resolve("r" + seed));
      Seed.with(
          seed,
          random -> {
            List<Event> events = events(random);
            load(root, events);
            try (Database database = new Database(root, SmallTable.LIMITS)) {
              database.run(view.replace("DIR", root.resolve("table").toString()));
              assertThat(rows(database, sql.get(0))).isEqualTo(bill(events, event -> true));
              database.run(placed(sql.get(1), root));
              database.run(placed("CREATE VIEW uncounted AS FROM 'uncounted.parquet'", root));
              assertThat(rows(database, counted)).isEqualTo(bill(events, Event::isCounted));
            }
          });
    }
  }

  private static void load(Path root, List<Event> events) throws IOException {
    Files.writeString(root.resolve("counters.json"), COUNTERS);
    Path file = Files.write(root.resolve("a.ndjson"), events.stream().map(Event::line).toList());
    SmallTable.into(root.resolve("table")).run(ArchiveFiles.find(List.of(file)), 1);
  }

  private static String placed(String sql, Path root) {
    return sql.replaceAll("'(\\w+\\.(json|parquet))'", "'" + root + "/$1'");
  }

  private static List<String> rows(Database database, String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Statement statement = database.connection().createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      while (answer.next()) {
        StringBuilder row = new StringBuilder(answer.getString("ad"));
        for (int column = 2; column <= 7; column++) {
          row.append(' ').append(answer.getLong(column));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static List<String> bill(List<Event> events, Predicate<Event> which) {
    Map<String, long[]> sums = new TreeMap<>();
    for (Event event : events) {
      if (event.isOfMonth() && which.test(event)) {
        long[] of = sums.computeIfAbsent(event.ad, ad -> new long[6]);
        switch (event.kind) {
          case "click" -> {
            of[0]++;
            of[2] += event.micros;
            of[5] += event.micros;
          }
          case "impression" -> of[1]++;
          case "invalidation" -> {
            of[3] += event.micros;
            of[5] -= event.micros;
          }
          case "reinstatement" -> {
            of[4] += event.micros;
            of[5] += event.micros;
          }
          default -> {}
        }
      }
    }
    List<String> rows = new ArrayList<>();
    sums.forEach(
        (ad, of) -> {
          StringBuilder row = new StringBuilder(ad);
          for (long sum : of) {
            row.append(' ').append(sum);
          }
          rows.add(row.toString());
        });
    return rows;
  }
}
