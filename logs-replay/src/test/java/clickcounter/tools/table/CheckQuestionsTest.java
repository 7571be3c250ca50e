package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Terminal;
import clickcounter.tools.Seed;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.table.Database.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The questions of a check, against loops over all events. */
class CheckQuestionsTest {
  private static final long FIRST_MS = RandomArchive.FIRST_MS;
  private static final long MOST_BACKWARDS_MS = 60_000;

  @TempDir private Path directory;

  /** What a naive reader knows of an event; equal for what is one row. */
  private record Event(
      String counter, long sequence, String kind, String ad, long timeMs, long micros, long click) {
    static final String CLICKED = "c0";

    boolean isVerdict() {
      return kind.equals("invalidation") || kind.equals("reinstatement");
    }

    String line() {
      String line = "{\"eventId\":\"" + counter + ":" + sequence + "\",\"type\":\"" + kind + "\"";
      if (kind.equals("close")) {
        return line + ",\"timestamp\":" + timeMs + "}";
      }
      line += ",\"adId\":\"" + ad + "\",\"timestamp\":" + timeMs;
      if (isVerdict()) {
        line +=
            ",\"author\":\"ivt\",\"reason\":\"rate@1\",\"clickId\":\""
                + CLICKED
                + ":"
                + click
                + "\"";
      }
      return line + (kind.equals("impression") ? "}" : ",\"costMicros\":" + micros + "}");
    }
  }

  private static List<Event> events(SplittableRandom random) {
    List<Event> events = new ArrayList<>();
    for (int c = 0; c < 4; c++) {
      long sequence = random.nextInt(2);
      long time = FIRST_MS + random.nextInt(1_000_000);
      for (int n = random.nextInt(60); n > 0; n--) {
        events.add(event(random, "c" + c, sequence, time));
        sequence += random.nextInt(8) == 0 ? random.nextInt(4) : 1;
        time += random.nextInt(10) == 0 ? -random.nextInt(200_000) : random.nextInt(50_000);
      }
    }
    return events;
  }

  private static Event event(SplittableRandom random, String counter, long sequence, long time) {
    String ad = "m" + random.nextInt(2);
    long micros = random.nextInt(2);
    long click = random.nextInt(20);
    return switch (random.nextInt(12)) {
      case 0 -> new Event(counter, sequence, "impression", ad, time, 0, 0);
      case 1, 2, 3 -> new Event(counter, sequence, "invalidation", ad, time, micros, click);
      case 4, 5 -> new Event(counter, sequence, "reinstatement", ad, time, micros, click);
      case 6 -> new Event(counter, sequence, "close", "", time, 0, 0);
      default -> new Event(counter, sequence, "click", ad, time, micros, 0);
    };
  }

  @Test
  void answersAreThoseOfLoopsOverAllEvents() throws Exception {
    for (long seed = 0; seed < 30; seed++) {
      Path root = Files.createDirectories(directory.resolve("r" + seed));
      Seed.with(seed, random -> answers(root, random));
    }
  }

  private static void answers(Path root, SplittableRandom random) throws IOException {
    List<Event> events = events(random);
    List<String> lines = new ArrayList<>(events.stream().map(Event::line).toList());
    lines.addAll(lines.subList(0, lines.size() / 3)); // twice with the same content: nothing
    Path file = Files.write(root.resolve("a.ndjson"), lines);
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    Limits limits = new Limits(200, 1);
    new Import(root.resolve("table"), limits, new Terminal(nowhere, nowhere, false))
        .run(ArchiveFiles.find(List.of(file)), 1);
    Set<Event> distinct = new HashSet<>(events);
    try (Table table = Table.open(root.resolve("table"), limits)) {
      Question.set(table, "most_backwards_ms", MOST_BACKWARDS_MS);
      Question.set(table, "earliest_ms", FIRST_MS + 100_000);
      Question.set(table, "latest_ms", FIRST_MS + 900_000);
      assertAnswer(table, "check-missing", 3, missing(distinct));
      assertAnswer(table, "check-twice", 2, twice(distinct));
      assertAnswer(table, "check-never-closed", 1, neverClosed(distinct));
      assertAnswer(table, "check-after-close", 5, afterClose(distinct));
      assertAnswer(table, "check-backwards", 3, backwards(distinct));
      assertAnswer(table, "check-times", 3, implausible(distinct));
      assertAnswer(table, "check-verdicts", 4, verdicts(distinct));
    }
  }

  private static void assertAnswer(Table table, String name, int columns, Set<String> expected)
      throws IOException {
    Set<String> answer = new TreeSet<>();
    Question.named(name)
        .ask(
            table,
            row -> {
              StringBuilder text = new StringBuilder();
              for (int column = 1; column <= columns; column++) {
                text.append(column == 1 ? "" : " ").append(row.getString(column));
              }
              answer.add(text.toString());
            });
    assertThat(answer).describedAs(name).isEqualTo(expected);
  }

  private static TreeMap<String, TreeSet<Long>> numbers(Set<Event> events, Predicate<Event> which) {
    TreeMap<String, TreeSet<Long>> numbers = new TreeMap<>();
    events.stream()
        .filter(which)
        .forEach(e -> numbers.computeIfAbsent(e.counter, c -> new TreeSet<>()).add(e.sequence));
    return numbers;
  }

  private static Set<String> missing(Set<Event> events) {
    Set<String> missing = new TreeSet<>();
    numbers(events, e -> true)
        .forEach(
            (counter, numbers) -> {
              long first = -1;
              for (long number = 0; number <= numbers.last(); number++) {
                if (!numbers.contains(number)) {
                  first = first < 0 ? number : first;
                } else if (first >= 0) {
                  missing.add(counter + " " + first + " " + (number - 1));
                  first = -1;
                }
              }
            });
    return missing;
  }

  private static Set<String> twice(Set<Event> events) {
    Set<String> twice = new TreeSet<>();
    for (Event one : events) {
      for (Event other : events) {
        boolean isSameId = one.counter.equals(other.counter) && one.sequence == other.sequence;
        if (isSameId && !one.equals(other)) {
          twice.add(one.counter + " " + one.sequence);
        }
      }
    }
    return twice;
  }

  private static Set<String> neverClosed(Set<Event> events) {
    Set<String> all = new TreeSet<>(numbers(events, e -> true).keySet());
    all.removeAll(numbers(events, e -> e.kind.equals("close")).keySet());
    return all;
  }

  private static Set<String> afterClose(Set<Event> events) {
    Set<String> after = new TreeSet<>();
    numbers(events, e -> e.kind.equals("close"))
        .forEach(
            (counter, closes) -> {
              List<Event> later =
                  events.stream()
                      .filter(e -> e.counter.equals(counter) && e.sequence > closes.first())
                      .toList();
              if (!later.isEmpty()) {
                long first = later.stream().mapToLong(Event::sequence).min().orElseThrow();
                long last = later.stream().mapToLong(Event::sequence).max().orElseThrow();
                String range = " " + first + " " + last + " " + later.size();
                after.add(counter + " " + closes.first() + range);
              }
            });
    return after;
  }

  private static Set<String> backwards(Set<Event> events) {
    Set<String> backwards = new TreeSet<>();
    for (Event event : events) {
      long latest =
          events.stream()
              .filter(e -> e.counter.equals(event.counter) && e.sequence < event.sequence)
              .mapToLong(Event::timeMs)
              .max()
              .orElse(0);
      if (latest - event.timeMs > MOST_BACKWARDS_MS) {
        backwards.add(event.counter + " " + event.sequence + " " + (latest - event.timeMs));
      }
    }
    return backwards;
  }

  private static Set<String> implausible(Set<Event> events) {
    Set<String> implausible = new TreeSet<>();
    for (Event event : events) {
      if (event.timeMs < FIRST_MS + 100_000 || event.timeMs > FIRST_MS + 900_000) {
        implausible.add(event.counter + " " + event.sequence + " " + event.timeMs);
      }
    }
    return implausible;
  }

  private static Set<String> verdicts(Set<Event> events) {
    Set<String> faults = new TreeSet<>();
    for (Event verdict : events.stream().filter(Event::isVerdict).toList()) {
      long inForce = 0;
      for (Event other : events) {
        boolean isSame =
            other.click == verdict.click
                && other.ad.equals(verdict.ad)
                && other.micros == verdict.micros;
        inForce += other.isVerdict() && isSame ? other.kind.equals("invalidation") ? 1 : -1 : 0;
      }
      List<Event> judged =
          events.stream()
              .filter(e -> e.counter.equals(Event.CLICKED) && e.sequence == verdict.click)
              .toList();
      String fault = fault(verdict, judged, inForce);
      if (inForce != 0 && fault != null) {
        faults.add(Event.CLICKED + " " + verdict.click + " " + fault + " " + inForce);
      }
    }
    return faults;
  }

  private static String fault(Event verdict, List<Event> judged, long inForce) {
    List<Event> clicks = judged.stream().filter(e -> e.kind.equals("click")).toList();
    if (clicks.isEmpty()) {
      return judged.isEmpty() ? "no event" : "no click";
    }
    if (clicks.stream().noneMatch(e -> e.ad.equals(verdict.ad) && e.micros == verdict.micros)) {
      return "unlike its click";
    }
    return inForce > 1 ? "invalidated twice" : inForce < 0 ? "not invalidated" : null;
  }
}
