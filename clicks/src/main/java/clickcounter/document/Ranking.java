package clickcounter.document;

import clickcounter.event.EventLimits;
import java.util.Arrays;
import java.util.Objects;

/**
 * The recent success of an ad: clicks per impression, where each day counts half as much as the day
 * after it.
 *
 * <p>This is forward decay (Cormode, Shkapenyuk, Srivastava, Xu: "Forward decay", ICDE 2009) with
 * g(n) = 2^n over whole UTC days n of the <em>event's</em> time. The counts of the newest {@value
 * #DAYS} days are kept separately, as whole numbers. So the result is exactly the same for every
 * order of events, which a floating-point sum would not be. Older days weigh less than 1/256 and
 * are left out. The score is that of the newest day seen. To compare ads on a later day n, multiply
 * by 2^(day - n).
 *
 * <p>Clicks are those that are charged. A day has less than none if more were taken back on it. A
 * score is never below zero.
 *
 * <p>An event of a day far in the future would make all other events too old, and no later event
 * could undo that. So {@link clickcounter.event.ClockLimit} rejects events that are far ahead of
 * the clock.
 *
 * <p>Immutable. {@link AdTotals} counts in an array of the same layout.
 */
public final class Ranking {
  /** The number of days that are kept. */
  public static final int DAYS = 8;

  private static final long MS_PER_DAY = 86_400_000L;

  /** The last day of which there are events, in days since the epoch. */
  public static final long MAX_DAY = dayOf(EventLimits.MAX_TIMESTAMP_MS);

  /** The counts of no day. Like every array of counts, it may be shared while it is not written. */
  static final long[] NO_COUNTS = {};

  /**
   * Impressions that are added to each ad's own, so that one early click does not rank it first.
   */
  static final int PRIOR_IMPRESSIONS = 50;

  static final int CLICKS = 0;
  static final int IMPRESSIONS = 1;

  private final int newestDay;

  /*
   * Clicks and impressions of the newest day, then of the day before it, and so on, up to the
   * oldest day with a count: most ads have a day or two.
   */
  private final long[] counts;

  /**
   * @param newestDay days since the epoch
   * @param clicks clicks of the newest day and of the days before it, at most {@value #DAYS}
   * @param impressions impressions, likewise
   */
  Ranking(long newestDay, long[] clicks, long[] impressions) {
    if (newestDay < 0 || newestDay > MAX_DAY || clicks.length > DAYS || impressions.length > DAYS) {
      throw new IllegalArgumentException(
          "ranking: expected a day from 0 to %d and at most %d days, found day %d and %d days"
              .formatted(MAX_DAY, DAYS, newestDay, Math.max(clicks.length, impressions.length)));
    }
    this.newestDay = (int) newestDay;
    this.counts = counts(clicks, impressions);
  }

  /** A ranking with these counts, which must not change any more. */
  Ranking(int newestDay, long[] counts) {
    this.newestDay = newestDay;
    this.counts = counts;
  }

  private static long[] counts(long[] clicks, long[] impressions) {
    long[] counts = NO_COUNTS;
    for (int age = 0; age < Math.max(clicks.length, impressions.length); age++) {
      long clicksOfDay = age < clicks.length ? clicks[age] : 0;
      long impressionsOfDay = age < impressions.length ? impressions[age] : 0;
      if (impressionsOfDay < 0) {
        throw new IllegalArgumentException(
            "ranking: expected impressions >= 0, found clicks %s and impressions %s"
                .formatted(Arrays.toString(clicks), Arrays.toString(impressions)));
      }
      if (clicksOfDay != 0 || impressionsOfDay > 0) {
        counts = withDay(counts, age);
        counts[at(age, CLICKS)] = clicksOfDay;
        counts[at(age, IMPRESSIONS)] = impressionsOfDay;
      }
    }
    return counts;
  }

  /** The day of a timestamp: days since the epoch, in UTC. */
  public static long dayOf(long timestampMs) {
    return timestampMs / MS_PER_DAY;
  }

  /** Where an array of counts has the {@link #CLICKS} or {@link #IMPRESSIONS} of a day. */
  static int at(int daysBefore, int which) {
    return 2 * daysBefore + which;
  }

  /** The counts, or a larger copy of them that has the day that is this many days before. */
  static long[] withDay(long[] counts, int daysBefore) {
    int length = 2 * (daysBefore + 1);
    return length <= counts.length ? counts : Arrays.copyOf(counts, length);
  }

  /** The counts as seen from a newest day that is this many days later. */
  static long[] later(long[] counts, int days) {
    if (counts.length == 0 || days >= DAYS) {
      return NO_COUNTS;
    }
    long[] later = new long[Math.min(2 * DAYS, counts.length + 2 * days)];
    System.arraycopy(counts, 0, later, 2 * days, later.length - 2 * days);
    return later;
  }

  /** Whether a day is not too old to be kept. */
  static boolean isKept(long day, long newestDay) {
    return newestDay - day < DAYS;
  }

  static double score(long[] counts) {
    return Math.max(0, decayed(counts, CLICKS))
        / (decayed(counts, IMPRESSIONS) + PRIOR_IMPRESSIONS);
  }

  private static double decayed(long[] counts, int first) {
    double sum = 0;
    for (int at = counts.length - 2 + first; at >= 0; at -= 2) {
      sum = sum / 2 + counts[at];
    }
    // Each younger day halves the sum once more, so a day's count has been halved age times.
    return sum;
  }

  /** The newest day seen, in days since the epoch; 0 when there are no events. */
  public long newestDay() {
    return newestDay;
  }

  /** Clicks of the day that is this many days before the newest. */
  public long clicks(int daysBefore) {
    return count(daysBefore, CLICKS);
  }

  /** Impressions of the day that is this many days before the newest. */
  public long impressions(int daysBefore) {
    return count(daysBefore, IMPRESSIONS);
  }

  private long count(int daysBefore, int which) {
    int at = at(Objects.checkIndex(daysBefore, DAYS), which);
    return at < counts.length ? counts[at] : 0;
  }

  /** Decayed clicks per decayed impression, as of {@link #newestDay()}. */
  public double score() {
    return score(counts);
  }

  /** The counts themselves, not to be changed. */
  long[] counts() {
    return counts;
  }

  /** Whether two arrays have the same counts; one may have older days, without a count. */
  static boolean haveSameCounts(long[] counts, long[] others) {
    int shared = Math.min(counts.length, others.length);
    return Arrays.equals(counts, 0, shared, others, 0, shared)
        && areZero(counts, shared)
        && areZero(others, shared);
  }

  private static boolean areZero(long[] counts, int from) {
    for (int at = from; at < counts.length; at++) {
      if (counts[at] != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ranking r
        && newestDay == r.newestDay
        && haveSameCounts(counts, r.counts);
  }

  @Override
  public int hashCode() {
    return Objects.hash(newestDay, score());
  }

  @Override
  public String toString() {
    long[] clicks = new long[DAYS];
    long[] impressions = new long[DAYS];
    Arrays.setAll(clicks, this::clicks);
    Arrays.setAll(impressions, this::impressions);
    return "day %d clicks %s impressions %s"
        .formatted(newestDay, Arrays.toString(clicks), Arrays.toString(impressions));
  }
}
