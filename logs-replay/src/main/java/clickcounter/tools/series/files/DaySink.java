package clickcounter.tools.series.files;

import clickcounter.document.AdHours;
import clickcounter.document.HourLength;
import clickcounter.document.Quarters;
import clickcounter.event.EventKind;
import clickcounter.tools.archive.ArchiveScan.LineSink;
import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.documents.CounterReading.IdCursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * Adds up the counted events that one thread reads, by ad and hour, and writes the sums to
 * temporary files when they fill its share of the memory.
 */
final class DaySink implements LineSink {
  private final Function<String, ArchivedCounter> counters;
  private final LongPredicate days;
  private final HourLength hourLength;
  private final DayRuns runs;
  private final int maxHours;
  private final ByteNames counterNames = new ByteNames();
  private final ByteNames adNames = new ByteNames();
  private ArchivedCounter[] known = new ArchivedCounter[16];
  private IdCursor[] counted = new IdCursor[16];
  private AdHours[] hours = new AdHours[1_024];
  private int heldHours;
  private long firstDay = Long.MAX_VALUE;
  private long lastDay = Long.MIN_VALUE;

  /**
   * @param days whether the hours of a day, since the epoch, are wanted
   * @param maxHours of how many hours sums are held in memory
   */
  DaySink(
      Function<String, ArchivedCounter> counters,
      LongPredicate days,
      HourLength hourLength,
      DayRuns runs,
      int maxHours) {
    this.counters = counters;
    this.days = days;
    this.hourLength = hourLength;
    this.runs = runs;
    this.maxHours = maxHours;
  }

  @Override
  public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    int index = event.counter(counterNames);
    know(index);
    boolean isNew = known[index].add(event.sequence(), event.timestampMs());
    EventKind kind = event.kind();
    if (!isNew || kind == null || kind == EventKind.BUDGET) {
      return;
    }
    if (counted[index].contains(event.sequence())) {
      long quarter = hourLength.quarterOf(event.timestampMs());
      firstDay = Math.min(firstDay, Quarters.day(quarter));
      lastDay = Math.max(lastDay, Quarters.day(quarter));
      if (days.test(Quarters.day(quarter))) {
        add(event.ad(adNames), kind, event.amountMicros(), quarter);
      }
    }
  }

  private void know(int index) {
    if (index >= known.length) {
      known = Arrays.copyOf(known, index * 2);
      counted = Arrays.copyOf(counted, index * 2);
    }
    if (known[index] == null) {
      known[index] = counters.apply(counterNames.name(index));
      counted[index] = new IdCursor(known[index].counted());
    }
  }

  private void add(int ad, EventKind kind, long amountMicros, long quarter) {
    if (ad >= hours.length) {
      hours = Arrays.copyOf(hours, Math.max(ad + 1, hours.length * 2));
    }
    if (hours[ad] == null) {
      hours[ad] = new AdHours();
    }
    int before = hours[ad].openHours();
    hours[ad].add(kind, amountMicros, quarter);
    heldHours += hours[ad].openHours() - before;
    if (heldHours >= maxHours) {
      writeRuns();
    }
  }

  /** Writes the sums that are held. */
  void writeRuns() {
    try (DayRuns.RunWriters writers = runs.newRuns()) {
      IntStream.range(0, adNames.size())
          .filter(ad -> hours[ad] != null)
          .mapToObj(ad -> new NamedHours(adNames.name(ad), hours[ad]))
          .sorted(Comparator.comparing(NamedHours::adId))
          .forEach(ad -> writers.add(ad.adId(), ad.hours()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Arrays.fill(hours, null);
    heldHours = 0;
  }

  private record NamedHours(String adId, AdHours hours) {}

  /** The first day with a counted event, since the epoch. */
  long firstDay() {
    return firstDay;
  }

  /** The last day with a counted event; before the first if there is none. */
  long lastDay() {
    return lastDay;
  }
}
