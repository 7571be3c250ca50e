package clickcounter.tools.series.files;

import clickcounter.cli.IoErrors;
import clickcounter.cli.NoVerdict;
import clickcounter.hours.HourCounts;
import clickcounter.ids.LongRanges;
import clickcounter.tools.series.Finality;
import clickcounter.tools.series.HourSource;
import clickcounter.tools.series.KnownCounts;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.Slots;
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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Clicks by the hour of finished days, from a directory that {@code clicks series build} made. Each
 * method throws {@link NoVerdict} when a file is damaged.
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

  /** No files. */
  public static SeriesFiles none() {
    return new SeriesFiles(null, new TreeSet<>());
  }

  /** The files that are there now, even if there are none. */
  public static SeriesFiles ifAny(Path directory) {
    return new SeriesFiles(directory, days(directory));
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
      throw new NoVerdict(directory + " cannot be read: " + IoErrors.reason(e));
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
  public KnownCounts hours(String adId, long fromSlot, long toSlot) {
    return known(fromSlot, toSlot, day -> hours(day, adId));
  }

  private KnownCounts known(
      long fromSlot, long toSlot, Function<DayFiles, SortedMap<Long, HourCounts>> read) {
    KnownCounts counts = new KnownCounts();
    for (long day : days.subSet(Slots.day(fromSlot), Slots.day(toSlot - 1) + 1)) {
      DayFiles files = DayFiles.below(directory, day);
      counts.addDay(day, files.isBySlot(), read.apply(files));
    }
    return counts;
  }

  private static SortedMap<Long, HourCounts> hours(DayFiles day, String adId) {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    Long offset = offsetOf(day, adId);
    if (offset == null) {
      return hours;
    }
    HourNames names = new HourNames(day.day());
    try (CsvRows rows = CsvRows.from(day.hours(), offset, DayFiles.HOURS_HEADER)) {
      while (rows.next() && rows.text(0).compareTo(adId) <= 0) {
        if (rows.text(0).equals(adId)) {
          hours.put(rows.slot(1, names), rows.counts());
        }
      }
    }
    return hours;
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
   * What is known of all ads' counts together.
   *
   * @param fromSlot inclusive
   * @param toSlot exclusive
   */
  public KnownCounts totals(long fromSlot, long toSlot) {
    return known(fromSlot, toSlot, SeriesFiles::totals);
  }

  private static SortedMap<Long, HourCounts> totals(DayFiles day) {
    SortedMap<Long, HourCounts> totals = new TreeMap<>();
    HourNames names = new HourNames(day.day());
    try (CsvRows rows = CsvRows.of(day.totals(), DayFiles.TOTALS_HEADER)) {
      while (rows.next()) {
        totals.put(rows.slot(0, names), rows.counts());
      }
    }
    return totals;
  }

  /**
   * The days, since the epoch, that have no files.
   *
   * @param fromDay inclusive
   * @param toDay exclusive
   */
  public LongRanges absent(long fromDay, long toDay) {
    LongRanges absent = LongRanges.ofRange(fromDay, toDay - 1);
    days.forEach(day -> absent.removeRange(day, day));
    return absent;
  }

  /** Whether each day of UTC in which the range is has files. */
  public boolean hasAll(SeriesRange range) {
    return absent(Slots.day(range.fromSlot()), Slots.day(range.toSlot() - 1) + 1).isEmpty();
  }

  /**
   * What is final: days that have files are, and of the time behind those with which it begins
   * another says it.
   */
  public Finality finality(Finality others) {
    return (fromMs, toMs) -> {
      long behindMs = fromMs;
      while (behindMs < toMs && days.contains(Slots.day(Slots.of(behindMs)))) {
        behindMs = Slots.startMs(Slots.firstOf(Slots.day(Slots.of(behindMs)) + 1));
      }
      return behindMs < toMs ? others.of(behindMs, toMs) : Finality.OF_FILES.of(fromMs, toMs);
    };
  }

  /**
   * Passes each ad's counts of those days that have files, in the order of the ids. Ads without an
   * event are left out.
   *
   * @param fromDay since the epoch, inclusive
   * @param toDay exclusive
   */
  public void forEachAd(long fromDay, long toDay, BiConsumer<String, HourCounts> receiver) {
    forEachAd(files(days.subSet(fromDay, toDay)), receiver);
  }

  /** Passes the id of each ad that has an event in any day, in their order. */
  public void forEachAdId(Consumer<String> adIds) {
    forEachAd(all(), (adId, counts) -> adIds.accept(adId));
  }

  private static void forEachAd(List<DayFiles> days, BiConsumer<String, HourCounts> receiver) {
    try (AdOrder<AdsOfDay> order = new AdOrder<>(days.stream().map(AdsOfDay::new).toList())) {
      for (String adId = order.adId(); adId != null; adId = order.adId()) {
        List<HourCounts> ofDays = new ArrayList<>();
        order.read(day -> ofDays.add(day.next()));
        receiver.accept(adId, HourCounts.sum(ofDays));
      }
    }
  }

  /** The ads of one day. */
  private static final class AdsOfDay implements AdOrder.Source {
    private final CsvRows rows;
    private boolean more;

    AdsOfDay(DayFiles files) {
      rows = CsvRows.of(files.ads(), DayFiles.ADS_HEADER);
      more = rows.next();
    }

    /** The counts of the ad; then it is at the next. */
    HourCounts next() {
      HourCounts counts = rows.counts();
      more = rows.next();
      return counts;
    }

    @Override
    public String adId() {
      return more ? rows.text(0) : null;
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  /** Reads the hours of many ads, in the order of the ids. To be closed. */
  public HoursInOrder hoursInOrder() {
    return new HoursInOrder(all());
  }

  private List<DayFiles> all() {
    return files(days);
  }

  private List<DayFiles> files(SortedSet<Long> days) {
    return days.stream().map(day -> DayFiles.below(directory, day)).toList();
  }

  /** Whether there are files of this day, since the epoch. */
  public boolean has(long day) {
    return days.contains(day);
  }
}
