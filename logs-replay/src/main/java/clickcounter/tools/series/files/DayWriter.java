package clickcounter.tools.series.files;

import clickcounter.document.AdHours;
import clickcounter.document.HourCounts;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes the files of a day, ad by ad. When it is closed they are on the disk. */
public final class DayWriter implements Closeable {
  /** Of rows, before they are packed: half of that has to be read to find an ad. */
  private static final int BLOCK_BYTES = 1 << 16;

  private final HourNames names;
  private final PackedCsv hours;
  private final PackedCsv index;
  private final PackedCsv ads;
  private final PackedCsv totals;
  private final SortedMap<Long, HourCounts> sums = new TreeMap<>();
  private boolean blockBegins = true;
  private long adCount;

  /**
   * @param root the directory that has a directory a day
   * @param day since the epoch, of which there are no files yet
   */
  public DayWriter(Path root, long day) throws IOException {
    DayFiles files = DayFiles.below(root, day);
    Files.createDirectories(files.directory());
    names = new HourNames(files.day());
    hours = new PackedCsv(files.hours(), DayFiles.HOURS_HEADER);
    index = new PackedCsv(files.index(), DayFiles.INDEX_HEADER);
    ads = new PackedCsv(files.ads(), DayFiles.ADS_HEADER);
    totals = new PackedCsv(files.totals(), DayFiles.TOTALS_HEADER);
  }

  /**
   * Adds an ad, in ascending order of the ids.
   *
   * @param counts its hours of this day, of which none is empty
   */
  public void add(String adId, AdHours counts) throws IOException {
    if (blockBegins) {
      index.row(adId, Long.toString(hours.blockOffset()));
      blockBegins = false;
    }
    counts.forEach((quarter, of) -> addHour(adId, quarter, of));
    HourCounts sum = counts.sum();
    ads.row(adId, text(sum.impressions()), text(sum.clicks()), text(sum.costMicros()));
    adCount++;
    if (hours.blockBytes() >= BLOCK_BYTES) {
      hours.endBlock();
      ads.endBlock();
      blockBegins = true;
    }
  }

  private void addHour(String adId, long quarter, HourCounts of) {
    hours.row(
        adId,
        names.name(quarter),
        text(of.impressions()),
        text(of.clicks()),
        text(of.costMicros()));
    sums.merge(quarter, of, HourCounts::plus);
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
    sums.forEach(
        (quarter, of) ->
            totals.row(
                names.name(quarter),
                text(of.impressions()),
                text(of.clicks()),
                text(of.costMicros())));
    try (hours;
        index;
        ads;
        totals) {
      // Each is written to the disk, whatever becomes of the others.
    }
  }
}
