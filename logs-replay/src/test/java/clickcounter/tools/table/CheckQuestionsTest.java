package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.Terminal;
import clickcounter.tools.Seed;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.table.Database.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
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
    /** Clicks from here on are of a counter that is in no file. */
    static final int FIRST_GONE = 20;

    boolean isVerdict() {
      return kind.equals("invalidation") || kind.equals("reinstatement");
    }

    String id() {
      return counter + ":" + sequence;
    }

    String clicked() {
      return click < FIRST_GONE ? "c0" : "gone";
    }

    /** What is to be the same of verdicts that are compared. */
    String charge() {
      return clicked() + " " + click + " " + ad + " " + micros;
    }

    String line() {
      String line = "{\"eventId\":\"" + counter + ":" + sequence + "\",\"type\":\"" + kind + "\"";
      if (kind.equals("close")) {
        return line + ",\"timestamp\":" + timeMs + "}";
      }
      line += ",\"adId\":\"" + ad + "\",\"timestamp\":" + timeMs;
      if (isVerdict()) {
        line += ",\"author\":\"" + counter + "\",\"reason\":\"rate@1\"";
        line += ",\"clickId\":\"" + clicked() + ":" + click + "\"";
      }
      return line + (kind.equals("impression") ? "}" : ",\"costMicros\":" + micros + "}");
    }
  }

  private static List<Event> events(SplittableRandom random) {
    List<Event> events = new ArrayList<>();
    int scale = random.nextBoolean() ? 1 : 60; // within a day, or over several
    for (int c = 0; c < 4; c++) {
      boolean isComplete = random.nextBoolean();
      long sequence = isComplete ? 0 : random.nextInt(2);
      long time = FIRST_MS + random.nextInt(1_000_000);
      for (int n = random.nextInt(60); n > 0; n--) {
        Event event = event(random, "c" + c, sequence, time);
        boolean isClose = event.kind.equals("close");
        if (isComplete && (isClose || n == 1)) {
          events.add(new Event("c" + c, sequence, "close", "", time, 0, 0));
          break;
        }
        events.add(event);
        sequence += !isComplete && random.nextInt(8) == 0 ? random.nextInt(4) : 1;
        int step = random.nextInt(10) == 0 ? -random.nextInt(200_000) : random.nextInt(50_000);
        time += step * scale;
      }
    }
    return events;
  }

  private static Event event(SplittableRandom random, String counter, long sequence, long time) {
    String ad = "m" + random.nextInt(2);
    long micros = random.nextInt(2);
    long click = random.nextInt(Event.FIRST_GONE + 3);
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
    for (long seed = 0; seed < 12; seed++) {
      Path root = Files.createDirectories(directory.resolve("r" + seed));
      Seed.with(seed, random -> answers(root, random));
    }
  }

  private static void answers(Path root, SplittableRandom random) throws IOException {
    List<Event> events = events(random);
    List<String> lines = new ArrayList<>(events.stream().map(Event::line).toList());
    lines.addAll(lines.subList(0, lines.size() / 3)); // twice with the same content: nothing
    int half = random.nextInt(lines.size() + 1);
    for (List<String> part : List.of(lines.subList(0, half), lines.subList(half, lines.size()))) {
      Files.write(root.resolve(part.hashCode() + ".ndjson"), part);
      SmallTable.into(root.resolve("table")).run(ArchiveFiles.find(List.of(root)), 1);
    }
    Set<Event> distinct = new HashSet<>(events);
    boolean isEverything = random.nextBoolean();
    try (Table table = Table.open(root.resolve("table"), SmallTable.LIMITS)) {
      table.set("most_backwards_ms", MOST_BACKWARDS_MS);
      table.set("earliest_ms", FIRST_MS + 100_000);
      table.set("now_ms", FIRST_MS + 400_000);
      table.set("most_ahead_ms", 500_000);
      table.set("is_everything", isEverything ? 1 : 0);
      for (String made : List.of("check-judged")) {
        table.make(made);
      }
      assertAnswer(table, "check-totals", 3, totals(distinct));
      assertAnswer(table, "check-missing", 3, missing(distinct));
      assertAnswer(table, "check-twice", 4, twice(distinct));
      assertAnswer(table, "check-never-closed", 1, neverClosed(distinct));
      assertAnswer(table, "check-after-close", 5, afterClose(distinct));
      assertAnswer(table, "check-backwards", 3, backwards(distinct));
      assertAnswer(table, "check-times", 3, implausible(distinct));
      assertAnswer(table, "check-verdicts", 4, verdicts(distinct, isEverything));
      assertAnswer(table, "check-not-looked-up", 3, notLookedUp(distinct, isEverything));
    }
  }

  /** Somebody ended an import, and the next one is of other files. */
  @Test
  void fileWhoseImportWasEndedIsCutOff() throws IOException {
    String event = new Event("c0", 0, "click", "m0", FIRST_MS, 1, 0).line();
    Path large = Files.write(directory.resolve("a.ndjson"), Collections.nCopies(9_000, event));
    Path small = Files.write(directory.resolve("b.ndjson"), List.of(event));
    Terminal terminal =
        new Terminal(new PrintStream(OutputStream.nullOutputStream()), System.err, false);
    Limits limits = new Limits(200, 1);
    Path root = directory.resolve("table");
    AtomicInteger commits = new AtomicInteger();
    Runnable ended =
        () -> {
          if (commits.incrementAndGet() > 5) {
            throw new IllegalStateException("ended");
          }
        };
    assertThatThrownBy(
            () ->
                new Import(root, limits, 1, terminal, ended)
                    .run(ArchiveFiles.find(List.of(large)), 1))
        .hasMessage("ended");
    new Import(root, limits, terminal).run(ArchiveFiles.find(List.of(small)), 1);
    try (Table table = Table.open(root, limits)) {
      List<String> endings = new ArrayList<>();
      table.ask("check-files", row -> endings.add(row.getString("kind")));
      assertThat(endings).containsExactly("cut off");
    }
  }

  private static void assertAnswer(Table table, String name, int columns, Set<String> expected)
      throws IOException {
    Set<String> answer = new TreeSet<>(SmallTable.answer(table, name, columns));
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

  private static Set<String> totals(Set<Event> events) {
    int counters = numbers(events, e -> true).size();
    int closed = numbers(events, e -> e.kind.equals("close")).size();
    return Set.of(events.size() + " " + counters + " " + closed);
  }

  private static Set<String> twice(Set<Event> events) {
    Set<String> twice = new TreeSet<>();
    for (Event one : events) {
      List<Event> same = events.stream().filter(e -> e.id().equals(one.id())).toList();
      if (same.size() > 1) {
        List<String> fields = new ArrayList<>();
        differ(same, Event::kind, "type", fields);
        differ(same, Event::ad, "adId", fields);
        differ(same, Event::timeMs, "timestamp", fields);
        differ(same, Event::micros, "costMicros or budgetMicros", fields);
        differ(same, e -> e.isVerdict() ? e.click : -1, "clickId", fields);
        differ(same, Event::isVerdict, "author", fields);
        differ(same, Event::isVerdict, "reason", fields);
        String id = one.counter + " " + one.sequence;
        twice.add(id + " " + same.size() + " " + String.join(", ", fields));
      }
    }
    return twice;
  }

  private static void differ(
      List<Event> events, Function<Event, Object> field, String name, List<String> names) {
    if (events.stream().map(field).distinct().count() > 1) {
      names.add(name);
    }
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

  private static Set<String> verdicts(Set<Event> events, boolean isEverything) {
    Set<String> faults = new TreeSet<>();
    for (Event verdict : events.stream().filter(Event::isVerdict).toList()) {
      List<Event> same =
          events.stream()
              .filter(e -> e.isVerdict() && e.charge().equals(verdict.charge()))
              .toList();
      long inForce = different(same, "invalidation") - different(same, "reinstatement");
      String fault = fault(verdict, events, isEverything, inForce);
      if (inForce != 0 && fault != null) {
        faults.add(fault + " " + verdict.clicked() + " " + verdict.click + " " + inForce);
      }
    }
    return faults;
  }

  private static long different(List<Event> verdicts, String kind) {
    return verdicts.stream().filter(e -> e.kind.equals(kind)).map(Event::id).distinct().count();
  }

  private static String fault(
      Event verdict, Set<Event> events, boolean isEverything, long inForce) {
    List<Event> judged = judged(verdict, events);
    List<Event> clicks = judged.stream().filter(e -> e.kind.equals("click")).toList();
    if (judged.isEmpty() && isUnknown(verdict, events, isEverything)) {
      return "unknown-click";
    }
    if (!judged.isEmpty() && clicks.isEmpty()) {
      return "no-charged-click";
    }
    boolean isLike =
        clicks.stream().anyMatch(e -> e.ad.equals(verdict.ad) && e.micros == verdict.micros);
    if (!judged.isEmpty() && !isLike) {
      return "unlike-click";
    }
    return inForce > 1 ? "invalidated-twice" : inForce < 0 ? "not-invalidated" : null;
  }

  private static List<Event> judged(Event verdict, Set<Event> events) {
    String click = verdict.clicked() + ":" + verdict.click;
    return events.stream().filter(e -> e.id().equals(click)).toList();
  }

  /** Whether there cannot be such an event: the files have all others, or are all files. */
  private static boolean isUnknown(Event verdict, Set<Event> events, boolean isEverything) {
    List<Event> ofCounter =
        events.stream().filter(e -> e.counter.equals(verdict.clicked())).toList();
    if (ofCounter.isEmpty()) {
      return isEverything;
    }
    long last = ofCounter.stream().mapToLong(Event::sequence).max().orElseThrow();
    long numbers = ofCounter.stream().map(Event::sequence).distinct().count();
    return numbers == last + 1
        && ofCounter.stream().allMatch(e -> e.kind.equals("close") == (e.sequence == last));
  }

  private static Set<String> notLookedUp(Set<Event> events, boolean isEverything) {
    TreeMap<String, Set<String>> verdicts = new TreeMap<>();
    for (Event verdict : events.stream().filter(Event::isVerdict).toList()) {
      if (judged(verdict, events).isEmpty() && !isUnknown(verdict, events, isEverything)) {
        verdicts
            .computeIfAbsent(verdict.clicked(), counter -> new HashSet<>())
            .add(verdict.charge() + verdict.kind + verdict.id());
      }
    }
    Set<String> found = new TreeSet<>();
    verdicts.forEach(
        (counter, ofCounter) ->
            found.add(
                counter
                    + " "
                    + ofCounter.size()
                    + " "
                    + events.stream().anyMatch(e -> e.counter.equals(counter))));
    return found;
  }
}
