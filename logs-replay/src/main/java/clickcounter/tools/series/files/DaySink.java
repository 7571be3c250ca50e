package clickcounter.tools.series.files;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.series.Slots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongPredicate;

/**
 * Adds up the counted impressions, clicks and verdicts that one thread reads, by ad and hour, and
 * writes the sums to temporary files when they fill its share of the memory. A verdict is of the
 * hour of its click.
 */
final class DaySink implements ArchivedLineSink {
  private final CountedLines counted;
  private final LongPredicate days;
  private final LongPredicate bySlot;
  private final OtherVerdicts others;
  private final DayRuns runs;
  private final int maxHours;
  private final ByteNames adNames = new ByteNames();

  private HourSums sums = new HourSums();
  private long firstDay = Long.MAX_VALUE;
  private long lastDay = Long.MIN_VALUE;

  /** Receives counted verdicts of days that are not wanted. */
  @FunctionalInterface
  interface OtherVerdicts {
    void verdict(long day, String counterId, long sequence);
  }

  /**
   * @param days whether the hours of a day, since the epoch, are wanted
   * @param bySlot whether the sums of a day are of slots instead of whole hours
   * @param maxHours of how many hours sums are held in memory
   */
  DaySink(
      Function<String, ArchivedCounter> counters,
      LongPredicate days,
      LongPredicate bySlot,
      OtherVerdicts others,
      DayRuns runs,
      int maxHours) {
    counted = new CountedLines(counters);
    this.days = days;
    this.bySlot = bySlot;
    this.others = others;
    this.runs = runs;
    this.maxHours = maxHours;
  }

  @Override
  public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    boolean isFirst = counted.isFirst(event);
    EventKind kind = event.kind();
    if (isFirst && kind != null && kind != EventKind.BUDGET) {
      long slot = Slots.of(event.timestampMs());
      long day = Slots.day(slot);
      firstDay = Math.min(firstDay, day);
      lastDay = Math.max(lastDay, day);
      if (days.test(day)) {
        HourCounts counts = HourCounts.of(kind, event.amountMicros());
        add(event.ad(adNames), bySlot.test(day) ? slot : Slots.hourOf(slot), counts);
      } else if (kind.isVerdict()) {
        others.verdict(day, event.counterId(), event.sequence());
      }
    }
  }

  private void add(int ad, long slot, HourCounts counts) {
    sums.add(ad, slot, counts);
    if (sums.size() >= maxHours) {
      writeRuns();
    }
  }

  /** Writes the sums that are held. */
  void writeRuns() {
    try (DayRuns.RunWriters writers = runs.newRuns()) {
      sums.forEachAd(adNames, writers::add);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write temporary files; no day was made", e);
    }
    sums = new HourSums();
  }

  /** The first day with a counted event, since the epoch. */
  long firstDay() {
    return firstDay;
  }

  /** The last day with a counted event; before the first if there is none. */
  long lastDay() {
    return lastDay;
  }
}
