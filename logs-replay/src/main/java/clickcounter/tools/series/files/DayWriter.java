package clickcounter.tools.series.files;

import clickcounter.hours.HourCounts;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Writes the files of a day, ad by ad. When it is closed they are on the disk. */
public final class DayWriter implements Closeable {
  /** Bytes of rows before they are packed: half of that has to be read to find an ad. */
  private static final int BLOCK_BYTES = 1 << 16;

  private final HourNames names;
  private final PackedCsv hours;
  private final PackedCsv index;
  private final PackedCsv ads;
  private final PackedCsv totals;
  private final PackedCsv counters;
  private final SortedMap<Long, HourCounts> sums = new TreeMap<>();
  private boolean blockBegins = true;
  private long adCount;

  /**
   * @param root the directory that has a directory a day
   * @param day since the epoch, of which there are no files yet
   * @param bySlot whether quarters of an hour are added instead of hours
   */
  public DayWriter(Path root, long day, boolean bySlot) throws IOException {
    DayFiles files = DayFiles.below(root, day);
    Files.createDirectories(files.directory());
    names = new HourNames(files.day());
    hours = new PackedCsv(files.hours(bySlot), DayFiles.HOURS_HEADER);
    index = new PackedCsv(files.index(), DayFiles.INDEX_HEADER);
    ads = new PackedCsv(files.ads(), DayFiles.ADS_HEADER);
    totals = new PackedCsv(files.totals(), DayFiles.TOTALS_HEADER);
    counters = new PackedCsv(files.counters(), DayFiles.COUNTERS_HEADER);
  }

  /**
   * Adds an ad, in ascending order of the ids.
   *
   * @param counts by the slot in which each hour of this day begins; none is empty
   */
  public void add(String adId, SortedMap<Long, HourCounts> counts) throws IOException {
    if (blockBegins) {
      index.row(adId, Long.toString(hours.blockOffset()));
      blockBegins = false;
    }
    counts.forEach((slot, ofHour) -> addHour(adId, slot, ofHour));
    HourCounts sum = HourCounts.sum(counts.values());
    ads.row(row(sum, adId));
    adCount++;
    if (hours.blockBytes() >= BLOCK_BYTES) {
      hours.endBlock();
      ads.endBlock();
      blockBegins = true;
    }
  }

  private void addHour(String adId, long slot, HourCounts counts) {
    hours.row(row(counts, adId, names.name(slot)));
    sums.merge(slot, counts, HourCounts::plus);
  }

  /** Adds from which state of a counter the day is made. */
  void add(CountedIds counter) {
    counters.row(
        counter.counterId(),
        text(counter.first()),
        text(counter.last()),
        counter.counted().toString());
  }

  private static String[] row(HourCounts counts, String... names) {
    return Stream.concat(
            Stream.of(names),
            Stream.of(
                text(counts.impressions()),
                text(counts.clicks()),
                text(counts.costMicros()),
                text(counts.invalid())))
        .toArray(String[]::new);
  }

  private static String text(long number) {
    return Long.toString(number);
  }

  long ads() {
    return adCount;
  }

  /** The sum of all ads. */
  HourCounts sum() {
    return HourCounts.sum(sums.values());
  }

  @Override
  public void close() throws IOException {
    sums.forEach((slot, counts) -> totals.row(row(counts, names.name(slot))));
    try (hours;
        index;
        ads;
        totals;
        counters) {
      // Each is written to the disk, whatever becomes of the others.
    }
  }
}
