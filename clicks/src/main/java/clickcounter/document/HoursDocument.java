package clickcounter.document;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One UTC day of an ad, by the hour: what left the ad's document. Bucket {@code hours}, key {@link
 * #key}. An hour that is open in the ad's document counts there and not here.
 *
 * @param day days since the epoch
 * @param hours by the quarter, since the epoch, in which the hour begins: what it counted at
 *     several writes of the ad's document, the newest first, at most {@value #MAX_VERSIONS}
 */
public record HoursDocument(String adId, long day, SortedMap<Long, List<Rolled>> hours) {
  /** More than one line of writes can need: lines that a quorum has not stored do not get long. */
  public static final int MAX_VERSIONS = 16;

  private static final Comparator<Rolled> NEWEST_FIRST =
      Comparator.comparingLong(Rolled::number).reversed();

  /**
   * An hour that was rolled.
   *
   * @param counts of the whole hour, in that write
   * @param number of the write of the ad's document that counted this. A quorum stored it, so such
   *     writes are one line, and the number says which is newer
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
    SortedMap<Long, List<Rolled>> checked = new TreeMap<>();
    hours.forEach((quarter, versions) -> checked.put(requireOf(day, quarter), ordered(versions)));
    hours = Collections.unmodifiableSortedMap(checked);
  }

  private static long requireOf(long day, long quarter) {
    if (quarter < 0 || Quarters.day(quarter) != day) {
      throw new IllegalArgumentException(
          "hours of day " + day + ": found quarter " + quarter + ", which is of another day");
    }
    return quarter;
  }

  private static List<Rolled> ordered(List<Rolled> versions) {
    if (versions.isEmpty()) {
      throw new IllegalArgumentException("an hour: expected what it counts, found nothing");
    }
    return versions.stream().sorted(NEWEST_FIRST).limit(MAX_VERSIONS).toList();
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
   * What an hour counts that is not open in the ad's document.
   *
   * @param contained the newest write, stored by a quorum, that the ad's document contains
   * @return null when all that is kept is newer: the ad's document is very old, or was lost
   */
  public HourCounts counts(long quarter, long contained) {
    List<Rolled> versions = hours.getOrDefault(quarter, List.of());
    for (Rolled version : versions) {
      if (version.number <= contained) {
        return version.counts;
      }
    }
    return versions.size() == MAX_VERSIONS ? null : HourCounts.NONE;
  }

  /** The number of the newest write that an hour was rolled from; 0 if it never was. */
  public long newest(long quarter) {
    List<Rolled> versions = hours.get(quarter);
    return versions == null ? 0 : versions.get(0).number;
  }

  /** With one more version of some hours. */
  public HoursDocument with(SortedMap<Long, HourCounts> counts, long number) {
    SortedMap<Long, List<Rolled>> all = new TreeMap<>(hours);
    counts.forEach(
        (quarter, each) ->
            all.merge(quarter, List.of(new Rolled(each, number)), HoursDocument::together));
    return new HoursDocument(adId, day, all);
  }

  /**
   * Siblings together, in any order: all versions of each hour.
   *
   * @param documents of one ad and day
   */
  public static HoursDocument union(String adId, long day, List<HoursDocument> documents) {
    SortedMap<Long, List<Rolled>> all = new TreeMap<>();
    for (HoursDocument document : documents) {
      document.hours.forEach(
          (quarter, rolled) -> all.merge(quarter, rolled, HoursDocument::together));
    }
    return new HoursDocument(adId, day, all);
  }

  /** A write has one count of an hour. */
  private static List<Rolled> together(List<Rolled> some, List<Rolled> others) {
    List<Rolled> all = new ArrayList<>(some);
    for (Rolled other : others) {
      if (all.stream().noneMatch(each -> each.number == other.number)) {
        all.add(other);
      }
    }
    return all;
  }
}
