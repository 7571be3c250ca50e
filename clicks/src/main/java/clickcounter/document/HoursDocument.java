package clickcounter.document;

import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One UTC day of an ad, by the hour: what left the ad's document. Bucket {@code hours}, key {@link
 * #key}. An hour that is open in the ad's document counts there and not here.
 *
 * @param day days since the epoch
 * @param hours by the quarter, since the epoch, in which the hour begins
 */
public record HoursDocument(String adId, long day, SortedMap<Long, Rolled> hours) {
  /**
   * An hour that was rolled.
   *
   * @param counts of the whole hour, up to that write
   * @param number of the write of the ad's document from which the counts were taken: of two
   *     entries for one hour, the one with the higher number is right
   */
  public record Rolled(HourCounts counts, long number) {
    public Rolled {
      Objects.requireNonNull(counts, "counts");
      if (number < 1) {
        throw new IllegalArgumentException("number: expected at least 1, found " + number);
      }
    }
  }

  public HoursDocument {
    Objects.requireNonNull(adId, "adId");
    for (Long quarter : hours.keySet()) {
      if (quarter < 0 || Quarters.day(quarter) != day) {
        throw new IllegalArgumentException(
            "hours of day " + day + ": found quarter " + quarter + ", which is of another day");
      }
    }
    hours = Collections.unmodifiableSortedMap(new TreeMap<>(hours));
  }

  /** A day of which nothing was rolled yet. */
  public static HoursDocument empty(String adId, long day) {
    return new HoursDocument(adId, day, new TreeMap<>());
  }

  /** The key of a day's document, such as {@code m123456/2026-06-01}. */
  public static String key(String adId, long day) {
    return adId + "/" + date(day);
  }

  static LocalDate date(long day) {
    return LocalDate.ofEpochDay(day);
  }

  /**
   * Siblings together, in any order: of each hour, what the highest number says.
   *
   * @param documents of one ad and day
   */
  public static HoursDocument union(String adId, long day, List<HoursDocument> documents) {
    SortedMap<Long, Rolled> all = new TreeMap<>();
    for (HoursDocument document : documents) {
      document.hours.forEach((quarter, rolled) -> all.merge(quarter, rolled, HoursDocument::newer));
    }
    return new HoursDocument(adId, day, all);
  }

  private static Rolled newer(Rolled a, Rolled b) {
    return a.number >= b.number ? a : b;
  }
}
