package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.tools.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ads counted, against loops over the events that are counted. */
class SeriesQuestionsTest {
  /** Days of a zone whose offset is no whole number of hours. */
  private static final long OFFSET_MS = 5 * 3_600_000 + 1_800_000;

  private static final long DAY_MS = RandomArchive.DAY_MS;
  private static final long FROM_MS = RandomArchive.FIRST_MS - OFFSET_MS;
  private static final int DAYS = 3;
  private static final List<String> COUNTRIES = List.of("NL", "DE", "BE", "FR", "GB");

  @TempDir private Path directory;

  private record Event(
      String counter,
      long sequence,
      String kind,
      String ad,
      long timeMs,
      long micros,
      String country,
      String clickId) {
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
                    + ",\"author\":\"ivt\",\"reason\":\"rate@1\",\"clickId\":\""
                    + clickId
                    + "\"";
          };
      String dims = country == null ? "" : ",\"dims\":{\"country\":\"" + country + "\"}";
      return "{\"eventId\":\"%s:%d\",\"type\":\"%s\",\"adId\":\"%s\",\"timestamp\":%d%s}"
          .formatted(counter, sequence, kind, ad, timeMs, more + dims);
    }

    long of(String... kinds) {
      return List.of(kinds).contains(kind) ? 1 : 0;
    }

    long costMicros() {
      return micros * (of("click", "reinstatement") - of("invalidation"));
    }

    boolean isVerdict() {
      return of("invalidation", "reinstatement") > 0;
    }

    /** Its own, or its click's. */
    String countryAmong(List<Event> archived) {
      String found = country;
      for (Event each : archived) {
        if (isVerdict()
            && each.kind.equals("click")
            && clickId.equals(each.counter + ":" + each.sequence)) {
          found = each.country;
        }
      }
      return found == null ? "(none)" : found;
    }

    boolean isInTime() {
      return day() >= 0 && day() < DAYS;
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
      boolean isSeen = isFree || kind.equals("click");
      int country = random.nextInt(7);
      int judged = random.nextInt(300);
      events.add(
          new Event(
              "c" + n % 4,
              n / 4,
              kind,
              "m" + random.nextInt(5),
              FROM_MS + random.nextLong(-DAY_MS, (DAYS + 1) * DAY_MS),
              isFree ? 0 : random.nextLong(1_000),
              isSeen && country < COUNTRIES.size() ? COUNTRIES.get(country) : null,
              "c" + judged % 4 + ":" + judged / 4));
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
      table.run("CREATE TEMPORARY VIEW named AS SELECT *, ad AS name FROM counted");
      assertThat(SmallTable.answer(table, "top", 7)).isEqualTo(top(counted, event -> event.ad));
      split(table, counted, events, ad);
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

  /** Whatever the day, the parts are those of a loop, and their sum is the whole. */
  private static void split(Table table, List<Event> counted, List<Event> archived, String ad)
      throws Exception {
    table.set("split", "country");
    table.run(
        "CREATE TEMPORARY TABLE judged AS SELECT DISTINCT clicked_counter AS counter,"
            + " clicked_sequence AS sequence FROM counted");
    table.selectClicked();
    table.make("dims");
    table.run(
        "CREATE OR REPLACE TEMPORARY VIEW named AS"
            + " SELECT *, value_of(dims, 'country') AS name FROM dims_of('counted')");
    assertThat(SmallTable.answer(table, "top", 7))
        .isEqualTo(top(counted, event -> event.countryAmong(archived)));

    List<Event> ofAd = counted.stream().filter(event -> event.ad.equals(ad)).toList();
    table.set("most", 9);
    TreeMap<String, long[]> parts = new TreeMap<>();
    for (Event event : ofAd) {
      if (event.isInTime() && !event.kind.equals("budget")) {
        long from = FROM_MS + event.day() * DAY_MS;
        add(
            event,
            parts.computeIfAbsent(from + " " + event.countryAmong(archived), no -> new long[4]));
      }
    }
    assertThat(SmallTable.answer(table, "series-split", 6))
        .containsExactlyInAnyOrderElementsOf(
            parts.entrySet().stream().map(part -> part.getKey() + text(part.getValue())).toList());
    table.set("most", 1);
    String sums =
        "SELECT sum(impressions) || ' ' || sum(clicks) || ' ' || sum(cost_micros) || ' ' || sum(invalid) FROM (%s)";
    assertThat(table.texts(sums.formatted(Database.sql("series-split"))))
        .as("with (others)")
        .isEqualTo(table.texts(sums.formatted(Database.sql("series"))));
    month(table);
  }

  /** Each dimension's values add up to what the month has. */
  private static void month(Table table) throws IOException {
    table.run("CREATE TEMPORARY TABLE late AS FROM counted LIMIT 0");
    table.run(
        "CREATE TEMPORARY TABLE opening (ad VARCHAR, cost_micros BIGINT, budget_micros BIGINT)");
    table.make("month");
    table.make("month-dims");
    String sums =
        "SELECT concat_ws(' ', sum(impressions), sum(gross_clicks), sum(filtered_clicks),"
            + " sum(invalidations), sum(reinstatements), sum(cost_micros)) FROM ";
    assertThat(table.texts(sums + "month_dims WHERE dimension = 'country'"))
        .isEqualTo(table.texts(sums + "month"));
  }

  private static void add(Event event, long[] sums) {
    sums[0] += event.of("impression");
    sums[1] += event.of("click", "reinstatement") - event.of("invalidation");
    sums[2] += event.costMicros();
    sums[3] += event.of("filtered-click", "invalidation") - event.of("reinstatement");
  }

  private static String text(long[] sums) {
    return Arrays.stream(sums).mapToObj(sum -> " " + sum).collect(Collectors.joining());
  }

  private static List<String> series(List<Event> counted, String ad) {
    TreeMap<Integer, long[]> byDay = new TreeMap<>();
    for (Event event : counted) {
      if (event.ad.equals(ad) && event.isInTime()) {
        add(event, byDay.computeIfAbsent(event.day(), day -> new long[4]));
      }
    }
    List<String> series = new ArrayList<>();
    byDay.forEach((day, sums) -> series.add(FROM_MS + day * DAY_MS + text(sums)));
    return series;
  }

  private static List<String> top(List<Event> counted, Function<Event, String> name) {
    TreeMap<String, long[]> byName = new TreeMap<>();
    for (Event event : counted) {
      if (event.isInTime() && !event.kind.equals("budget")) {
        add(event, byName.computeIfAbsent(name.apply(event), each -> new long[4]));
      }
    }
    Comparator<String> byCost = Comparator.comparing(each -> -byName.get(each)[2]);
    List<String> ranked =
        byName.keySet().stream().sorted(byCost.thenComparing(each -> each)).toList();
    List<String> top = new ArrayList<>();
    long[] others = new long[4];
    for (String each : ranked) {
      if (top.size() < 3) {
        top.add(top.size() + 1 + " " + each + " 1" + text(byName.get(each)));
      } else {
        Arrays.setAll(others, i -> others[i] + byName.get(each)[i]);
      }
    }
    if (ranked.size() > 3) {
      top.add("null (others) " + (ranked.size() - 3) + text(others));
    }
    return top;
  }
}
