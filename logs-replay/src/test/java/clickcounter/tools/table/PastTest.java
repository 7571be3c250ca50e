package clickcounter.tools.table;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.tools.Seed;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.table.Past.MayCome;
import clickcounter.tools.table.Past.NotImported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may still be counted, and what is in no file, against loops over all numbers. */
class PastTest {
  private static final long TOLERANCE_MS = 300_000;

  private static final WriteOff WRITE_OFF = new WriteOff(false, "lost", 1, "ops-1:0");

  /** Every number from here on is like this one. */
  private static final long END = 40;

  @TempDir private Path directory;

  /** A counter as the archives and Riak know it. */
  private static final class Counter {
    final String name;
    final TreeMap<Long, Long> archivedMs = new TreeMap<>();
    final Set<Long> missing = new TreeSet<>();
    final Set<Long> writtenOff = new TreeSet<>();
    boolean isInRiak;
    boolean isClosed;
    long next;

    Counter(String name, SplittableRandom random) {
      this.name = name;
      int mostBackMs = random.nextInt(4) == 0 ? 900_000 : 100_000;
      long time = RandomArchive.FIRST_MS;
      boolean isInFiles = random.nextInt(6) > 0;
      for (long number = 0; isInFiles && number < random.nextInt(1, 30); number++) {
        time += random.nextInt(12_000_000);
        if (random.nextInt(4) > 0) {
          archivedMs.put(number, time - random.nextInt(mostBackMs));
        }
      }
      isInRiak = !isInFiles || random.nextInt(6) > 0;
      isClosed = isInRiak && random.nextInt(3) > 0;
      next = isInRiak ? random.nextInt(1, 30) : 0;
      for (long number = 0; number < next - 1; number++) {
        if (random.nextInt(8) == 0) {
          (random.nextBoolean() ? missing : writtenOff).add(number);
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

    CounterReading reading() {
      GapList gaps = new GapList();
      for (long number = 0; number < next; number++) {
        if (!missing.contains(number) && !writtenOff.contains(number)) {
          gaps.mark(number, 0);
        }
      }
      writtenOff.forEach(number -> gaps.writeOff(number, number, WRITE_OFF));
      return new CounterReading(name, gaps, isClosed, newestMs(), new LongRanges(), 1, 1, null);
    }

    private long newestMs() {
      return archivedMs.isEmpty() ? 0 : Collections.max(archivedMs.values());
    }

    boolean isLacking(long number) {
      return number < next
          && !missing.contains(number)
          && !writtenOff.contains(number)
          && !archivedMs.containsKey(number);
    }

    /** As first, last and times of each range of numbers that are counted and in no file. */
    List<String> lacking() {
      List<String> answer = new ArrayList<>();
      long number = 0;
      while (number < next) {
        long first = number;
        while (isLacking(number)) {
          number++;
        }
        if (number > first) {
          answer.add(
              name
                  + " "
                  + first
                  + " "
                  + (number - 1)
                  + " "
                  + earliestMs(first)
                  + " "
                  + latestMs(first));
        } else {
          number++;
        }
      }
      return answer;
    }

    private long latestMs(long number) {
      Map.Entry<Long, Long> after = archivedMs.higherEntry(number);
      long newest = isClosed ? newestMs() + TOLERANCE_MS : Past.NO_END;
      return after == null || isBackwards()
          ? newest
          : Math.min(newest, after.getValue() + TOLERANCE_MS);
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
    for (long seed = 0; seed < 20; seed++) {
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
    List<String> mayCome = new ArrayList<>();
    List<String> lacking = new ArrayList<>();
    counters.forEach(counter -> mayCome.addAll(counter.answer()));
    counters.forEach(counter -> lacking.addAll(counter.lacking()));
    List<CounterReading> readings =
        counters.stream().filter(counter -> counter.isInRiak).map(Counter::reading).toList();
    try (Past past = new Past(imported(root, counters), readings, AcceptedLosses.NONE, 0)) {
      assertThat(past.mayCome().stream().map(PastTest::text))
          .containsExactlyInAnyOrderElementsOf(mayCome);
      assertThat(past.mayCome()).isSortedAccordingTo(Comparator.comparing(MayCome::fromMs));
      assertThat(past.notImported(0, Long.MAX_VALUE).stream().map(PastTest::text))
          .containsExactlyInAnyOrderElementsOf(lacking);
    }
  }

  private static String text(MayCome numbers) {
    return "%s %d %s %d"
        .formatted(numbers.counterId(), numbers.first(), numbers.last(), numbers.fromMs());
  }

  private static String text(NotImported numbers) {
    return "%s %d %d %d %d"
        .formatted(
            numbers.counterId(), numbers.first(), numbers.last(), numbers.fromMs(), numbers.toMs());
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
    return SmallTable.of(root, lines);
  }
}
