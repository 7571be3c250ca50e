package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.tools.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What does not fit each other in a month, against loops over all events that are counted. */
class MonthQuestionsTest {
  private static final long FROM_MS = RandomArchive.FIRST_MS;
  private static final long TO_MS = FROM_MS + 3 * RandomArchive.DAY_MS;
  private static final long NEXT = 45;

  @TempDir private Path directory;

  /**
   * An event.
   *
   * @param click the number in counter c0 of the click that a verdict judges
   */
  private record Event(
      String counter, long sequence, String kind, String ad, long timeMs, long micros, long click) {
    boolean isVerdict() {
      return kind.equals("invalidation") || kind.equals("reinstatement");
    }

    boolean isCounted() {
      return sequence < NEXT && (sequence < 7 || sequence > 9);
    }

    boolean isOfMonth() {
      return timeMs >= FROM_MS && timeMs < TO_MS;
    }

    boolean isLate() {
      return isCounted() && timeMs < FROM_MS && counter.equals("c1");
    }

    boolean isSameAs(Event verdict) {
      return ad.equals(verdict.ad) && micros == verdict.micros;
    }

    String line() {
      String more = kind.equals("impression") ? "" : ",\"costMicros\":" + micros;
      if (isVerdict()) {
        more += ",\"author\":\"ivt\",\"reason\":\"rate@1\",\"clickId\":\"c0:" + click + "\"";
      }
      return "{\"eventId\":\"%s:%d\",\"type\":\"%s\",\"adId\":\"%s\",\"timestamp\":%d%s}"
          .formatted(counter, sequence, kind, ad, timeMs, more);
    }
  }

  private static List<Event> events(SplittableRandom random) {
    List<Event> events = new ArrayList<>();
    for (int n = 0; n < 150; n++) {
      String kind =
          List.of("impression", "click", "click", "invalidation", "invalidation", "reinstatement")
              .get(random.nextInt(6));
      boolean isAgain = random.nextInt(12) == 0;
      events.add(
          new Event(
              "c" + n % 3,
              isAgain ? random.nextInt(50) : n / 3,
              kind,
              "m" + random.nextInt(2),
              FROM_MS + random.nextLong(-2 * RandomArchive.DAY_MS, 5 * RandomArchive.DAY_MS),
              kind.equals("impression") ? 0 : random.nextInt(2),
              random.nextInt(55)));
    }
    return events;
  }

  @Test
  void answersAreThoseOfLoopsOverAllEvents() throws Exception {
    for (long seed = 0; seed < 10; seed++) {
      Path root = Files.createDirectories(directory.resolve("r" + seed));
      Seed.with(seed, random -> answers(root, random));
    }
  }

  private static void answers(Path root, SplittableRandom random) throws IOException {
    Set<Event> events = new HashSet<>(events(random));
    List<String> lines = events.stream().map(Event::line).toList();
    try (Table table = SmallTable.of(root, lines)) {
      table.run(
          "CREATE TABLE counters AS SELECT 'c' || range AS counter, %d::BIGINT AS next FROM range(3);"
                  .formatted(NEXT)
              + "CREATE TABLE gaps AS SELECT counter, 7::BIGINT AS first, 9::BIGINT AS last"
              + " FROM counters");
      table.make("counted");
      table.run("CREATE TABLE late AS FROM counted WHERE counter = 'c1' AND time_ms < " + FROM_MS);
      table.set("from_ms", FROM_MS);
      table.set("to_ms", TO_MS);
      assertThat(answer(table, "month-twice", 2)).isEqualTo(twice(events));
      table.make("month-judged");
      table.selectDays(
          "clicked_event",
          "SELECT DISTINCT day FROM counter_days AS day JOIN judged"
              + " ON judged.counter = day.counter AND sequence BETWEEN day.first AND day.last");
      assertThat(answer(table, "month-verdicts", 4)).isEqualTo(verdicts(events));
    }
  }

  private static Set<String> answer(Table table, String name, int columns) throws IOException {
    return new TreeSet<>(SmallTable.answer(table, name, columns));
  }

  private static Set<String> twice(Set<Event> events) {
    Set<String> twice = new TreeSet<>();
    for (Event one : events) {
      for (Event other : events) {
        boolean isSameId = one.counter.equals(other.counter) && one.sequence == other.sequence;
        boolean isSummedUp = one.isCounted() && (one.isOfMonth() || one.isLate());
        if (isSameId && isSummedUp && !one.equals(other)) {
          twice.add(one.counter + " " + one.sequence);
        }
      }
    }
    return twice;
  }

  private static Set<String> verdicts(Set<Event> events) {
    Set<String> faults = new TreeSet<>();
    List<Event> counted = events.stream().filter(Event::isCounted).toList();
    List<Event> made =
        counted.stream().filter(e -> e.isVerdict() && (e.isOfMonth() || e.isLate())).toList();
    for (Event verdict : counted.stream().filter(Event::isVerdict).toList()) {
      if (made.stream().noneMatch(e -> e.click == verdict.click)) {
        continue;
      }
      List<Event> judged =
          counted.stream()
              .filter(e -> e.counter.equals("c0") && e.sequence == verdict.click)
              .toList();
      List<Event> clicks = judged.stream().filter(e -> e.kind.equals("click")).toList();
      boolean fits = clicks.stream().anyMatch(e -> e.isSameAs(verdict));
      long most = fits ? 1 : 0;
      long then = inForce(counted, verdict, e -> e.timeMs < TO_MS);
      long now = inForce(counted, verdict, e -> true);
      if ((then < 0 || then > most) && (now < 0 || now > most)) {
        faults.add("c0 " + verdict.click + " " + fault(judged, clicks, fits, now) + " " + now);
      }
    }
    return faults;
  }

  private static long inForce(List<Event> counted, Event verdict, Predicate<Event> which) {
    return counted.stream()
        .filter(e -> e.isVerdict() && e.click == verdict.click && e.isSameAs(verdict))
        .filter(which)
        .mapToLong(e -> e.kind.equals("invalidation") ? 1 : -1)
        .sum();
  }

  private static String fault(List<Event> judged, List<Event> clicks, boolean fits, long now) {
    if (judged.isEmpty()) {
      return "no counted event";
    }
    if (clicks.isEmpty()) {
      return "no click";
    }
    return !fits ? "unlike its click" : now > 1 ? "invalidated twice" : "not invalidated";
  }
}
