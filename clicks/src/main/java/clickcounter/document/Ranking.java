package clickcounter.document;

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
 * <p>An event of a day far in the future would make all other events too old, and no later event
 * could undo that. So {@link clickcounter.event.ClockLimit} rejects events that are far ahead of
 * the clock.
 *
 * <p>Mutable, not thread-safe.
 */
public final class Ranking {
  /** The number of days that are kept. */
  public static final int DAYS = 8;

  /**
   * Impressions that are added to each ad's own, so that one early click does not rank it first.
   */
  static final int PRIOR_IMPRESSIONS = 50;

  private static final long MS_PER_DAY = 86_400_000L;

  private long newestDay;
  private final long[] clicks;
  private final long[] impressions;

  /** A ranking without events. */
  public Ranking() {
    this(0, new long[0], new long[0]);
  }

  /**
   * @param newestDay days since the epoch
   * @param clicks clicks of the newest day and of the days before it, at most {@value #DAYS}
   * @param impressions impressions, likewise
   */
  Ranking(long newestDay, long[] clicks, long[] impressions) {
    if (newestDay < 0 || clicks.length > DAYS || impressions.length > DAYS) {
      throw new IllegalArgumentException(
          "ranking: expected a day >= 0 and at most "
              + DAYS
              + " days, found day "
              + newestDay
              + " and "
              + Math.max(clicks.length, impressions.length)
              + " days");
    }
    if (Arrays.stream(clicks).anyMatch(n -> n < 0)
        || Arrays.stream(impressions).anyMatch(n -> n < 0)) {
      throw new IllegalArgumentException(
          "ranking: expected counts >= 0, found clicks "
              + Arrays.toString(clicks)
              + " and impressions "
              + Arrays.toString(impressions));
    }
    this.newestDay = newestDay;
    this.clicks = Arrays.copyOf(clicks, DAYS);
    this.impressions = Arrays.copyOf(impressions, DAYS);
  }

  /** The day of a timestamp: days since the epoch, in UTC. */
  public static long dayOf(long timestampMs) {
    return timestampMs / MS_PER_DAY;
  }

  void countClick(long day) {
    if (moveTo(day)) {
      clicks[(int) (newestDay - day)]++;
    }
  }

  void countImpression(long day) {
    if (moveTo(day)) {
      impressions[(int) (newestDay - day)]++;
    }
  }

  /** Makes room for a day. Returns false when it is too old to be kept. */
  private boolean moveTo(long day) {
    if (day > newestDay) {
      int shift = (int) Math.min(DAYS, day - newestDay);
      shift(clicks, shift);
      shift(impressions, shift);
      newestDay = day;
    }
    return newestDay - day < DAYS;
  }

  private static void shift(long[] days, int by) {
    System.arraycopy(days, 0, days, by, DAYS - by);
    Arrays.fill(days, 0, by, 0);
  }

  /** The newest day seen, in days since the epoch; 0 when there are no events. */
  public long newestDay() {
    return newestDay;
  }

  /** Clicks of the day that is this many days before the newest. */
  public long clicks(int daysBefore) {
    return clicks[daysBefore];
  }

  /** Impressions of the day that is this many days before the newest. */
  public long impressions(int daysBefore) {
    return impressions[daysBefore];
  }

  /** Decayed clicks per decayed impression, as of {@link #newestDay()}. */
  public double score() {
    return decayed(clicks) / (decayed(impressions) + PRIOR_IMPRESSIONS);
  }

  private static double decayed(long[] days) {
    double sum = 0;
    for (int age = DAYS - 1; age >= 0; age--) {
      sum = sum / 2 + days[age];
    }
    // Each younger day halves the sum once more, so days[age] has been halved age times.
    return sum;
  }

  Ranking copy() {
    return new Ranking(newestDay, clicks, impressions);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ranking r
        && newestDay == r.newestDay
        && Arrays.equals(clicks, r.clicks)
        && Arrays.equals(impressions, r.impressions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(newestDay, Arrays.hashCode(clicks), Arrays.hashCode(impressions));
  }

  @Override
  public String toString() {
    return "day "
        + newestDay
        + " clicks "
        + Arrays.toString(clicks)
        + " impressions "
        + Arrays.toString(impressions);
  }
}
