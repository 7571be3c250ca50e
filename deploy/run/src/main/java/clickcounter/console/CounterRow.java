package clickcounter.console;

import clickcounter.ids.Gap;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A counter, as the page of all counters shows it.
 *
 * @param missing events in gaps, without those that are under way
 * @param oldestGapMs the age of the oldest gap; null without gaps
 * @param gaps the first and last number of each, at most {@value #MOST_GAPS}
 * @param writtenOff the same of those that are written off
 */
record CounterRow(
    String counterId,
    String life,
    long next,
    long lastEventAtMs,
    long missing,
    long underWay,
    Long oldestGapMs,
    List<long[]> gaps,
    List<long[]> writtenOff) {
  private static final int MOST_GAPS = 100;

  /**
   * The counters as they were read last, those with most missing events first.
   *
   * @param atMs when; 0 before the first time
   * @param all how many there are, of which some may be left out
   * @param underWay of all of them
   */
  record Table(long atMs, int all, long underWay, List<CounterRow> counters) {}

  static CounterRow of(CounterReading reading, long nowMs) {
    List<Gap> gaps = reading.openGaps(nowMs - CounterReading.UNDER_WAY_MS);
    long missing = events(gaps);
    return new CounterRow(
        reading.counterId(),
        reading.blocked() != null
            ? "unreadable"
            : CounterLife.of(reading, nowMs).name().toLowerCase(Locale.ROOT),
        reading.next(),
        reading.lastEventAtMs(),
        missing,
        events(reading.openGaps()) - missing,
        gaps.stream().map(gap -> nowMs - gap.sinceMs()).max(Long::compare).orElse(null),
        ranges(gaps.stream()),
        ranges(reading.gaps().gaps().stream().filter(Gap::isWrittenOff)));
  }

  private static List<long[]> ranges(Stream<Gap> gaps) {
    return gaps.limit(MOST_GAPS).map(gap -> new long[] {gap.from(), gap.to()}).toList();
  }

  private static long events(List<Gap> gaps) {
    return gaps.stream().mapToLong(Gap::size).sum();
  }
}
