package clickcounter.tools.series.files;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.hours.HourCounts;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.tools.Seed;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
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

  private static final List<EventKind> KINDS =
      List.of(
          EventKind.CLICK,
          EventKind.IMPRESSION,
          EventKind.INVALIDATION,
          EventKind.REINSTATEMENT,
          EventKind.FILTERED_BOTS);
  private static final DaySink.OtherVerdicts NO_OTHERS = (day, counterId, sequence) -> {};

  @TempDir private Path directory;

  /** A counter that has counted these events. */
  private static ArchivedCounter counter(LongRanges counted, long lastEventAtMs, long skewMs) {
    GapList gaps = new GapList();
    counted.forEachRange((from, to) -> gaps.markRange(from, to, 1));
    return new ArchivedCounter(
        new CounterReading(COUNTER, gaps, true, lastEventAtMs, new LongRanges(), 1, 100, null),
        AcceptedLosses.NONE,
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
            .run(
                () ->
                    new DaySink(
                        id -> counter, day -> true, day -> false, NO_OTHERS, runs, maxHours));
    sinks.forEach(DaySink::writeRuns);
    Map<String, Map<Long, HourCounts>> found = new TreeMap<>();
    for (long day = DAY; day < DAY + 3; day++) {
      try (AdOrder<DayRuns.RunReader> order = runs.read(day)) {
        String before = "";
        while (order.adId() != null) {
          String adId = order.adId();
          assertThat(adId).isGreaterThan(before);
          before = adId;
          SortedMap<Long, HourCounts> sum = new TreeMap<>();
          order.read(run -> run.addTo(sum));
          found.computeIfAbsent(adId, id -> new TreeMap<>()).putAll(sum);
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
      EventKind kind = KINDS.get(random.nextInt(KINDS.size()));
      long cost = kind.hasAmount() ? random.nextInt(1_000) : 0;
      Judgement judgement =
          kind.isJudged()
              ? new Judgement(
                  "bots@1",
                  kind.isVerdict() ? COUNTER + ":1" : null,
                  kind.isVerdict() ? "ivt" : null)
              : null;
      lines.add(
          EventWriter.toLine(new AdEvent(COUNTER, sequence, kind, adId, timeMs, cost, judgement)));
      long hour = timeMs / 3_600_000 * 4;
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
        counter.add(
            sequence, (DAY + sequence / 10) * DAY_MS + sequence % 10 * 1_000_000, EventKind.CLICK);
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

  @Test
  void aDayKnowsWhichOfItsEventsAreCountedSince() {
    // The events of the second day are 10 to 19, and 13 was not counted.
    LongRanges then = LongRanges.ofRange(0, 29);
    then.removeRange(13, 13);
    ArchivedCounter before = of(then);
    for (int sequence = 0; sequence < 30; sequence++) {
      before.add(
          sequence, (DAY + sequence / 10) * DAY_MS + sequence % 10 * 1_000_000, EventKind.CLICK);
    }
    CountedIds ids = before.idsOf(DAY + 1);
    assertThat(ids).isEqualTo(new CountedIds(COUNTER, 10, 19, LongRanges.parse("10+2,2+5")));
    assertThat(before.hasChanged(DAY + 1, ids)).isFalse();
    assertThat(of(LongRanges.ofRange(0, 29)).hasChanged(DAY + 1, ids)).isTrue();
    assertThat(of(LongRanges.ofRange(0, 29)).hasChanged(DAY, before.idsOf(DAY))).isFalse();
    // Whatever comes above its highest number may be of the last day.
    LongRanges more = then.copy();
    more.add(30);
    assertThat(of(more).hasChanged(DAY + 2, before.idsOf(DAY + 2))).isTrue();
    assertThat(of(more).hasChanged(DAY + 1, ids)).isFalse();
  }

  @Test
  void aCounterThatHadNoPartInADayChangesItIfItHasEventsOfThatTimeNow() {
    assertThat(of(LongRanges.of(4)).hasChanged(DAY + 2, null)).isTrue();
    assertThat(of(LongRanges.of(4)).hasChanged(DAY + 3, null)).isFalse();
    assertThat(of(new LongRanges()).hasChanged(DAY + 2, null)).isFalse();
  }

  @Test
  void verdictsInNoFileAreMissedOnEveryDayAndThoseInFilesAreOfTheirOwn() {
    LongRanges all = LongRanges.ofRange(0, 9);
    ArchivedCounter judge = of(all);
    for (int sequence = 0; sequence < 9; sequence++) {
      judge.add(sequence, (DAY + sequence % 2 * 2) * DAY_MS, EventKind.INVALIDATION);
    }
    assertThat(List.of(judge.missing(DAY), judge.missing(DAY + 1), judge.missing(DAY + 2)))
        .containsExactly(1L, 1L, 1L);
    assertThat(judge.idsOf(DAY)).isEqualTo(new CountedIds(COUNTER, 0, 8, LongRanges.ofRange(0, 8)));
    CountedIds none = judge.idsOf(DAY + 1);
    assertThat(none).isEqualTo(new CountedIds(COUNTER, 0, -1, new LongRanges()));
    assertThat(of(all).hasChanged(DAY + 1, none)).isFalse();
    judge.add(9, (DAY + 3) * DAY_MS, null);
    assertThat(judge.missing(DAY)).isZero();
  }

  private static ArchivedCounter of(LongRanges counted) {
    return counter(counted, (DAY + 2) * DAY_MS + 9_000_000, 0);
  }
}
