package clickcounter.tools.audit;

import clickcounter.document.HourCounts;
import clickcounter.document.Quarters;
import clickcounter.tools.audit.AuditReport.Difference;
import clickcounter.tools.series.files.HoursInOrder;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.Closeable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the files of finished days with the hours of the ads' documents, by whole hours: files
 * and documents may have quarters. Without files nothing differs.
 *
 * <p>What was counted before clicks were counted by the hour has no hour in the document. Of ads
 * that have such counts the files may have more, up to these counts.
 */
final class SeriesCheck implements Closeable {
  private static final int MOST_DIFFERENCES = 10;

  private final SeriesFiles files;
  private final HoursInOrder order;
  private Map<String, SortedMap<Long, HourCounts>> ofFiles = Map.of();

  /**
   * @param files null for none
   */
  SeriesCheck(SeriesFiles files) {
    this.files = files;
    this.order = files == null ? null : files.hoursInOrder();
  }

  /**
   * Reads what the files have of these ads.
   *
   * @param adIds in ascending order, all above those of the last call
   */
  void read(List<String> adIds) {
    if (files != null) {
      ofFiles = new HashMap<>();
      adIds.forEach(id -> ofFiles.put(id, order.hours(id)));
    }
  }

  /**
   * Where the files differ from what a document and its days say. The archives are what is
   * expected, and the files have been made of them.
   */
  List<Difference> differences(String adId, SortedMap<Long, HourCounts> document) {
    if (files == null) {
      return List.of();
    }
    HourCounts withoutHour = document.getOrDefault(0L, HourCounts.NONE);
    SortedMap<Long, HourCounts> expected = byHour(ofFiles.get(adId));
    SortedMap<Long, HourCounts> actual = byHour(document);
    if (!withoutHour.isNone() && isUpTo(withoutHour, expected, actual)) {
      return List.of();
    }
    List<Difference> differences = new ArrayList<>();
    TreeSet<Long> hours = new TreeSet<>(expected.keySet());
    hours.addAll(actual.keySet());
    for (long hour : hours) {
      HourCounts file = expected.getOrDefault(hour, HourCounts.NONE);
      HourCounts found = actual.getOrDefault(hour, HourCounts.NONE);
      if (!file.equals(found) && differences.size() < MOST_DIFFERENCES) {
        differences.add(
            new Difference(
                "files of finished days, hour " + Instant.ofEpochMilli(Quarters.startMs(hour)),
                Comparison.text(file),
                Comparison.text(found)));
      }
    }
    return differences;
  }

  /** The hours of days that have files. */
  private SortedMap<Long, HourCounts> byHour(SortedMap<Long, HourCounts> quarters) {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    quarters.forEach(
        (quarter, counts) -> {
          if (files.hasDayOf(quarter)) {
            hours.merge(quarter - quarter % Quarters.PER_HOUR, counts, HourCounts::plus);
          }
        });
    return hours;
  }

  /** Whether the files have more by this at most, and nowhere less. */
  private static boolean isUpTo(
      HourCounts most, SortedMap<Long, HourCounts> files, SortedMap<Long, HourCounts> documents) {
    SortedMap<Long, HourCounts> fileDays = byDay(files);
    SortedMap<Long, HourCounts> documentDays = byDay(documents);
    boolean nowhereLess =
        documentDays.entrySet().stream()
            .allMatch(
                day ->
                    isUpTo(fileDays.getOrDefault(day.getKey(), HourCounts.NONE), day.getValue()));
    return nowhereLess
        && isUpTo(
            HourCounts.sum(documentDays.values()).plus(most), HourCounts.sum(fileDays.values()));
  }

  private static boolean isUpTo(HourCounts most, HourCounts counts) {
    return counts.impressions() <= most.impressions()
        && counts.clicks() <= most.clicks()
        && counts.costMicros() <= most.costMicros();
  }

  private static SortedMap<Long, HourCounts> byDay(SortedMap<Long, HourCounts> hours) {
    SortedMap<Long, HourCounts> days = new TreeMap<>();
    hours.forEach((hour, counts) -> days.merge(Quarters.day(hour), counts, HourCounts::plus));
    return days;
  }

  @Override
  public void close() {
    if (order != null) {
      order.close();
    }
  }
}
