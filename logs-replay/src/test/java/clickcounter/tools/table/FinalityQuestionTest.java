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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may still be counted, against a loop over all numbers of all counters. */
class FinalityQuestionTest {
  private static final long TOLERANCE_MS = 300_000;

  /** Every number from here on is like this one. */
  private static final long END = 40;

  @TempDir private Path directory;

  /** A counter as the archives and Riak know it. */
  private static final class Counter {
    final String name;
    final TreeMap<Long, Long> archivedMs = new TreeMap<>();
    final Set<Long> missing = new TreeSet<>();
    boolean isInRiak;
    boolean isClosed;
    long next;

    Counter(String name, SplittableRandom random) {
      this.name = name;
      int mostBackMs = random.nextInt(4) == 0 ? 900_000 : 100_000;
      long time = RandomArchive.FIRST_MS;
      boolean isInFiles = random.nextInt(6) > 0;
      for (long number = 0; isInFiles && number < random.nextInt(1, 30); number++) {
        time += random.nextInt(2_000_000);
        if (random.nextInt(4) > 0) {
          archivedMs.put(number, time - random.nextInt(mostBackMs));
        }
      }
      isInRiak = !isInFiles || random.nextInt(6) > 0;
      isClosed = isInRiak && random.nextInt(3) > 0;
      next = isInRiak ? random.nextInt(1, 30) : 0;
      for (long number = 0; number < next - 1; number++) {
        if (random.nextInt(8) == 0) {
          missing.add(number);
        }
      }
    }

    boolean isKnown() {
      return isInRiak || !archivedMs.isEmpty();
    }

    boolean isOpen(long number) {
      return missing.contains(number) || !isClosed && number >= next;
    }

    long earliestMs(long number) {
      if (archivedMs.containsKey(number)) {
        return archivedMs.get(number);
      }
      Map.Entry<Long, Long> before = archivedMs.lowerEntry(number);
      return before == null || isBackwards() ? 0 : Math.max(0, before.getValue() - TOLERANCE_MS);
    }

    private boolean isBackwards() {
      long latest = 0;
      for (long time : archivedMs.values()) {
        if (latest - time > TOLERANCE_MS) {
          return true;
        }
        latest = Math.max(latest, time);
      }
      return false;
    }

    /** As first, last and earliest time of each range of numbers. */
    List<String> answer() {
      List<String> answer = new ArrayList<>();
      long number = 0;
      while (number <= END) {
        long first = number;
        long earliest = Long.MAX_VALUE;
        boolean isTail = !isClosed && first >= next;
        while (number <= END && isOpen(number) && isTail == (!isClosed && number >= next)) {
          earliest = Math.min(earliest, earliestMs(number++));
        }
        if (number > first) {
          answer.add(name + " " + first + " " + (isTail ? null : number - 1) + " " + earliest);
        } else {
          number++;
        }
      }
      return answer;
    }
  }

  @Test
  void answersAreThoseOfALoopOverAllNumbers() throws Exception {
    for (long seed = 0; seed < 40; seed++) {
      Path root = Files.createDirectories(directory.resolve("r" + seed));
      Seed.with(seed, random -> answers(root, random));
    }
  }

  private static void answers(Path root, SplittableRandom random) throws Exception {
    List<Counter> counters = new ArrayList<>();
    for (int c = 0; c < 8; c++) {
      Counter counter = new Counter("c" + c, random);
      if (counter.isKnown()) {
        counters.add(counter);
      }
    }
    List<String> expected = new ArrayList<>();
    counters.forEach(counter -> expected.addAll(counter.answer()));
    try (Table table = imported(root, counters)) {
      putDocuments(table, counters);
      Question.set(table, "tolerance_ms", TOLERANCE_MS);
      List<String> answer = new ArrayList<>();
      Question.named("finality")
          .ask(
              table,
              row ->
                  answer.add(
                      String.join(
                          " ",
                          row.getString("counter"),
                          row.getString("first"),
                          row.getString("last"),
                          row.getString("from_ms"))));
      assertThat(answer).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private static Table imported(Path root, List<Counter> counters) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Counter counter : counters) {
      counter.archivedMs.forEach(
          (number, time) ->
              lines.add(
                  "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"a\",\"timestamp\":%d}"
                      .formatted(counter.name, number, time)));
    }
    Path file = Files.write(root.resolve("a.ndjson"), lines);
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    Limits limits = new Limits(200, 1);
    new Import(root.resolve("table"), limits, new Terminal(nowhere, nowhere, false))
        .run(ArchiveFiles.find(List.of(file)), 1);
    return Table.open(root.resolve("table"), limits);
  }

  private static void putDocuments(Table table, List<Counter> counters) throws SQLException {
    try (Statement sql = table.connection().createStatement()) {
      sql.execute("CREATE TABLE counters (counter VARCHAR, next BIGINT, closed BOOLEAN)");
      sql.execute("CREATE TABLE missing (counter VARCHAR, first BIGINT, last BIGINT)");
      for (Counter counter : counters) {
        if (counter.isInRiak) {
          sql.execute(
              "INSERT INTO counters VALUES ('%s', %d, %s)"
                  .formatted(counter.name, counter.next, counter.isClosed));
        }
        for (String range : counter.answer()) {
          String[] words = range.split(" ");
          if (!words[2].equals("null")) {
            sql.execute(
                "INSERT INTO missing VALUES ('%s', %s, %s)"
                    .formatted(words[0], words[1], words[2]));
          }
        }
      }
    }
  }
}
