package clickcounter.tools.audit;

import clickcounter.document.AdTotals;
import clickcounter.document.Ranking;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.tools.audit.AuditReport.Difference;
import clickcounter.tools.audit.OpenAd.AdComparison;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.series.Slots;
import clickcounter.tools.series.files.HoursInOrder;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.Closeable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the files of finished days with the ads' documents: the newest hours one by one, older
 * days as far as the ranking has them, and the sum of all with the totals. Without files nothing
 * differs.
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
   * Where the files differ from what a document says. The archives are what is expected, and the
   * files have been made of them.
   */
  List<Difference> differences(AdReading reading) {
    if (files == null) {
      return List.of();
    }
    SortedMap<Long, HourCounts> hours = byHour(ofFiles.get(reading.adId()));
    AdCheck check =
        reading.decide(
            found -> new AdCheck(hours, found.hours(), found.totals()),
            absent -> new AdCheck(hours, new RecentHours(), new AdTotals()),
            blocked -> new AdCheck(hours, new RecentHours(), new AdTotals()));
    check.newestHours();
    check.olderDays();
    check.allOlder();
    return check.differences;
  }

  private static SortedMap<Long, HourCounts> byHour(SortedMap<Long, HourCounts> slots) {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    slots.forEach((slot, of) -> hours.merge(slot / Slots.PER_HOUR, of, HourCounts::plus));
    return hours;
  }

  /** One ad: its hours of the files, and its document. */
  private final class AdCheck {
    private final List<Difference> differences = new ArrayList<>();
    private final SortedMap<Long, HourCounts> expected;
    private final RecentHours hours;
    private final AdTotals totals;

    AdCheck(SortedMap<Long, HourCounts> expected, RecentHours hours, AdTotals totals) {
      this.expected = expected;
      this.hours = hours;
      this.totals = totals;
    }

    /** The document has these by the hour, and none behind the newest. */
    void newestHours() {
      SortedMap<Long, HourCounts> actual = hours.counts();
      TreeSet<Long> all = new TreeSet<>(expected.tailMap(hours.oldest()).keySet());
      all.addAll(actual.keySet());
      for (long hour : all) {
        if (files.has(Hours.day(hour))) {
          HourCounts file = expected.getOrDefault(hour, HourCounts.NONE);
          HourCounts found = actual.getOrDefault(hour, HourCounts.NONE);
          add("hour " + start(hour), file.equals(found), file, AdComparison.text(found));
        }
      }
    }

    /** The document has these by the day for its ranking, without their costs. */
    void olderDays() {
      Ranking ranking = totals.ranking();
      for (int age = 0; age < Ranking.DAYS && age <= ranking.newestDay(); age++) {
        long day = ranking.newestDay() - age;
        if (files.has(day) && day * Hours.PER_DAY < hours.oldest()) {
          HourCounts file = between(day * Hours.PER_DAY, (day + 1) * Hours.PER_DAY);
          boolean isEqual =
              file.impressions() == ranking.impressions(age)
                  && file.clicks() == ranking.clicks(age);
          String found =
              "impressions %d, clicks %d".formatted(ranking.impressions(age), ranking.clicks(age));
          add("day " + LocalDate.ofEpochDay(day), isEqual, file, found);
        }
      }
    }

    /**
     * All that is older is in the totals. Nothing is known of days without files, but that they
     * have no clicks and costs below zero, unless a verdict was counted before its click.
     */
    void allOlder() {
      HourCounts all = totals.counts();
      HourCounts sum = between(0, hours.oldest()).plus(hours.sum());
      boolean isUpTo =
          sum.impressions() <= all.impressions()
              && sum.grossClicks() <= all.grossClicks()
              && (totals.invalid().judged()
                  || sum.clicks() <= all.clicks() && sum.costMicros() <= all.costMicros());
      boolean isEqual = hasAllOlder() ? sum.equals(all) : isUpTo;
      add(
          "all hours before " + start(hours.oldest()) + " and those of the document",
          isEqual,
          sum,
          AdComparison.text(all));
    }

    private boolean hasAllOlder() {
      long firstHour = Hours.of(totals.firstEventAtMs());
      return totals.counts().isNone()
          || firstHour >= hours.oldest()
          || files.absent(Hours.day(firstHour), Hours.day(hours.oldest() - 1) + 1).isEmpty();
    }

    private HourCounts between(long fromHour, long toHour) {
      return HourCounts.sum(expected.subMap(fromHour, toHour).values());
    }

    private static Instant start(long hour) {
      return Instant.ofEpochMilli(Hours.startMs(hour));
    }

    private void add(String what, boolean isEqual, HourCounts file, String found) {
      if (!isEqual && differences.size() < MOST_DIFFERENCES) {
        differences.add(
            new Difference("files of finished days, " + what, AdComparison.text(file), found));
      }
    }
  }

  @Override
  public void close() {
    if (order != null) {
      order.close();
    }
  }
}
