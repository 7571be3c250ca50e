package clickcounter.tools.series.files;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdHours;
import clickcounter.document.HourCounts;
import clickcounter.document.HourLength;
import clickcounter.document.Quarters;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.tools.Seed;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.documents.CounterReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaySinkTest {
  private static final String COUNTER = "hostA-20260601_000000-k3f9xq";
  private static final long DAY = 20_605;
  private static final long DAY_MS = 86_400_000;

  @TempDir private Path directory;

  /** A counter that has counted these events. */
  private static ArchivedCounter counter(LongRanges counted, long lastEventAtMs, long skewMs) {
    GapList gaps = new GapList();
    counted.forEachRange((from, to) -> gaps.markRange(from, to, 1));
    return new ArchivedCounter(
        new CounterReading(COUNTER, gaps, true, lastEventAtMs, new LongRanges(), 1, 100, null),
        skewMs);
  }

  @ParameterizedTest
  @CsvSource({"31, 1", "32, 7", "33, 50", "34, 1000000"})
  void sumsThatDoNotFitTheMemoryAreTheSame(long seed, int maxHours) throws Exception {
    Seed.with(seed, random -> assertThatSumsAreRight(random, maxHours));
  }

  private void assertThatSumsAreRight(SplittableRandom random, int maxHours) throws IOException {
    Map<String, Map<Long, HourCounts>> expected = new TreeMap<>();
    Path file = directory.resolve("a.ndjson");
    Files.write(file, lines(random, expected));
    ArchivedCounter counter = counter(LongRanges.ofRange(0, 9_999), (DAY + 9) * DAY_MS, 0);
    DayRuns runs = new DayRuns(directory);
    List<DaySink> sinks =
        new ArchiveScan(List.of(file, file), 2, new Troubles(), ScanProgress.NONE)
            .run(() -> new DaySink(id -> counter, day -> true, HourLength.HOUR, runs, maxHours));
    sinks.forEach(DaySink::writeRuns);
    Map<String, Map<Long, HourCounts>> found = new TreeMap<>();
    for (long day = DAY; day < DAY + 3; day++) {
      try (AdOrder<DayRuns.RunReader> order = runs.read(day)) {
        String before = "";
        while (order.adId() != null) {
          String adId = order.adId();
          assertThat(adId).isGreaterThan(before);
          before = adId;
          AdHours sum = new AdHours();
          order.read(run -> run.addTo(sum));
          Map<Long, HourCounts> hours = found.computeIfAbsent(adId, id -> new TreeMap<>());
          sum.forEach(hours::put);
        }
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  private static List<String> lines(
      SplittableRandom random, Map<String, Map<Long, HourCounts>> expected) {
    List<String> lines = new ArrayList<>();
    for (int sequence = 0; sequence < 3_000; sequence++) {
      long timeMs = DAY * DAY_MS + random.nextLong(3 * DAY_MS);
      String adId = "m" + random.nextInt(30);
      EventKind kind = random.nextBoolean() ? EventKind.CLICK : EventKind.IMPRESSION;
      long cost = kind == EventKind.CLICK ? random.nextInt(1_000) : 0;
      lines.add(EventWriter.toLine(new AdEvent(COUNTER, sequence, kind, adId, timeMs, cost)));
      long hour = Quarters.of(timeMs) / 4 * 4;
      expected
          .computeIfAbsent(adId, id -> new TreeMap<>())
          .merge(hour, HourCounts.of(kind, cost), HourCounts::plus);
    }
    return lines;
  }

  /** Ten events a day of three days, the first at midnight; these are in no file. */
  private static ArchivedCounter without(long skewMs, long... absent) {
    LongRanges inNoFile = LongRanges.of(absent);
    ArchivedCounter counter =
        counter(LongRanges.ofRange(0, 29), (DAY + 2) * DAY_MS + 9_000_000, skewMs);
    for (int sequence = 0; sequence < 30; sequence++) {
      if (!inNoFile.contains(sequence)) {
        counter.add(sequence, (DAY + sequence / 10) * DAY_MS + sequence % 10 * 1_000_000);
      }
    }
    return counter;
  }

  @Test
  void anEventThatIsInNoFileIsMissedOnTheDaysThatItMayBeOf() {
    ArchivedCounter inside = without(0, 15, 16);
    assertThat(List.of(inside.missing(DAY), inside.missing(DAY + 1), inside.missing(DAY + 2)))
        .containsExactly(0L, 2L, 0L);
    ArchivedCounter atMidnight = without(0, 19, 20);
    assertThat(
            List.of(
                atMidnight.missing(DAY), atMidnight.missing(DAY + 1), atMidnight.missing(DAY + 2)))
        .containsExactly(0L, 2L, 2L);
    assertThat(atMidnight.missing(DAY + 3)).isZero();
  }

  @Test
  void clocksMayDiffer() {
    // Event 10 is of midnight: by another clock it is of the day before, and so may be 11.
    ArchivedCounter after = without(60_000, 11);
    assertThat(List.of(after.missing(DAY), after.missing(DAY + 1))).containsExactly(1L, 1L);
    // Event 11 is of a quarter past midnight, by every clock.
    ArchivedCounter later = without(60_000, 12);
    assertThat(List.of(later.missing(DAY), later.missing(DAY + 1))).containsExactly(0L, 1L);
  }
}
