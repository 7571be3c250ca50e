package clickcounter.tools.series.files;

import clickcounter.cli.NoVerdict;
import clickcounter.document.HourCounts;
import clickcounter.document.Quarters;
import clickcounter.tools.series.HourSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Clicks by the hour of finished days, from a directory that {@code clicks series build} made. Each
 * method throws {@link NoVerdict} when a day that it needs is not there or damaged.
 */
public final class SeriesFiles implements HourSource {
  private final Path directory;
  private final SortedSet<Long> days;

  private SeriesFiles(Path directory, SortedSet<Long> days) {
    this.directory = directory;
    this.days = days;
  }

  /**
   * The files that are there now.
   *
   * @throws NoVerdict when the directory has none
   */
  public static SeriesFiles of(Path directory) {
    SortedSet<Long> days = days(directory);
    if (days.isEmpty()) {
      throw new NoVerdict(
          directory
              + ": expected days such as 2026-06-01, which clicks series build makes; found none");
    }
    return new SeriesFiles(directory, days);
  }

  /** The days, since the epoch, that a directory has; none if it does not exist. */
  static SortedSet<Long> days(Path directory) {
    if (!Files.exists(directory)) {
      return new TreeSet<>();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .map(entry -> DayFiles.day(entry.getFileName().toString()))
          .filter(Objects::nonNull)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new NoVerdict(directory + " cannot be read: " + e);
    }
  }

  /** How many days there are. */
  public int days() {
    return days.size();
  }

  /** The first day there is, since the epoch. */
  public long firstDay() {
    return days.first();
  }

  /** The last day there is, since the epoch. */
  public long lastDay() {
    return days.last();
  }

  @Override
  public SortedMap<Long, HourCounts> hours(String adId, long fromQuarter, long toQuarter) {
    SortedMap<Long, HourCounts> all = new TreeMap<>();
    for (DayFiles day : between(fromQuarter, toQuarter)) {
      addHours(day, adId, all);
    }
    return all.subMap(fromQuarter, Math.max(fromQuarter, toQuarter));
  }

  private static void addHours(DayFiles day, String adId, SortedMap<Long, HourCounts> all) {
    Long offset = offsetOf(day, adId);
    if (offset == null) {
      return;
    }
    HourNames names = new HourNames(day.day());
    try (CsvRows rows = CsvRows.from(day.hours(), offset, DayFiles.HOURS_HEADER)) {
      while (rows.next() && rows.text(0).compareTo(adId) <= 0) {
        if (rows.text(0).equals(adId)) {
          all.put(rows.quarter(1, names), rows.counts());
        }
      }
    }
  }

  /** Where the member begins that has the ad if there is one; null if there is none. */
  private static Long offsetOf(DayFiles day, String adId) {
    Long offset = null;
    try (CsvRows rows = CsvRows.of(day.index(), DayFiles.INDEX_HEADER)) {
      while (rows.next() && rows.text(0).compareTo(adId) <= 0) {
        offset = rows.number(1);
      }
    }
    return offset;
  }

  /**
   * What was counted of all ads together, by the quarter in which each hour begins; hours without
   * an event are absent.
   *
   * @param fromQuarter inclusive
   * @param toQuarter exclusive
   */
  public SortedMap<Long, HourCounts> totals(long fromQuarter, long toQuarter) {
    SortedMap<Long, HourCounts> all = new TreeMap<>();
    for (DayFiles day : between(fromQuarter, toQuarter)) {
      HourNames names = new HourNames(day.day());
      try (CsvRows rows = CsvRows.of(day.totals(), DayFiles.TOTALS_HEADER)) {
        while (rows.next()) {
          all.put(rows.quarter(0, names), rows.counts());
        }
      }
    }
    return all.subMap(fromQuarter, Math.max(fromQuarter, toQuarter));
  }

  /** Receives what one ad counted. */
  @FunctionalInterface
  public interface AdReceiver {
    void ad(String adId, HourCounts counts);
  }

  /**
   * Passes each ad's counts of some days, in the order of the ids. Ads without an event are left
   * out.
   *
   * @param fromDay since the epoch, inclusive
   * @param toDay exclusive
   */
  public void forEachAd(long fromDay, long toDay, AdReceiver receiver) {
    forEachAd(between(Quarters.firstOf(fromDay), Quarters.firstOf(toDay)), receiver);
  }

  /** Passes the id of each ad that has an event in any day, in their order. */
  public void forEachAdId(Consumer<String> adIds) {
    forEachAd(all(), (adId, counts) -> adIds.accept(adId));
  }

  private static void forEachAd(List<DayFiles> days, AdReceiver receiver) {
    try (AdSumsByDay sums = new AdSumsByDay(days)) {
      while (sums.next()) {
        receiver.ad(sums.adId(), sums.counts());
      }
    }
  }

  /** Reads the hours of many ads, in the order of the ids. To be closed. */
  public HoursInOrder hoursInOrder() {
    return new HoursInOrder(all());
  }

  private List<DayFiles> all() {
    return days.stream().map(day -> DayFiles.below(directory, day)).toList();
  }

  /** Whether there are files of the day of this quarter. */
  public boolean hasDayOf(long quarter) {
    return days.contains(Quarters.day(quarter));
  }

  private List<DayFiles> between(long fromQuarter, long toQuarter) {
    List<DayFiles> files = new ArrayList<>();
    if (fromQuarter < toQuarter) {
      for (long day = Quarters.day(fromQuarter); day <= Quarters.day(toQuarter - 1); day++) {
        files.add(DayFiles.below(directory, require(day)));
      }
    }
    return files;
  }

  private long require(long day) {
    if (!days.contains(day)) {
      throw new NoVerdict(
          "%s: expected files of %s, found %s from %s to %s; make them with clicks series build"
              .formatted(
                  directory,
                  DayFiles.name(day),
                  days.size() == 1 ? "one day" : days.size() + " days",
                  DayFiles.name(days.first()),
                  DayFiles.name(days.last())));
    }
    return day;
  }
}
