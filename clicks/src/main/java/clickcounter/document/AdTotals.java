package clickcounter.document;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.hours.HourCounts;
import java.util.Objects;

/**
 * The totals of one ad. Each is a sum, a minimum or a maximum, so the result does not depend on the
 * order of events. Values that combine several totals ({@link #spentMicros()}, {@link #state()})
 * are derived.
 *
 * <p>Clicks and costs are net: without the clicks that were taken back. A verdict may be counted
 * before its click. Then they are too low, even below zero, until the click comes; with what was
 * taken back ({@link #invalid()}) added, they never are below zero.
 *
 * <p>Mutable, not thread-safe.
 */
public final class AdTotals {
  private long budgetMicros;
  private boolean funded;
  private long costMicros;
  private long clicks;
  private long impressions;
  private InvalidClicks invalid = InvalidClicks.NONE;
  private long firstEventAtMs = Long.MAX_VALUE;
  private long lastEventAtMs = Long.MIN_VALUE;

  // The state of a Ranking, without an object of its own: there are totals for each ad in memory.
  private int newestDay;
  private long[] dayCounts = Ranking.NO_COUNTS;

  /** Nothing counted yet. */
  public AdTotals() {}

  /** The totals of a stored document. The times are ignored when nothing was counted. */
  static AdTotals read(
      boolean funded,
      long budgetMicros,
      long costMicros,
      long clicks,
      long impressions,
      InvalidClicks invalid,
      long firstEventAtMs,
      long lastEventAtMs,
      Ranking ranking) {
    boolean nothing = !funded && clicks == 0 && impressions == 0 && invalid.isNone();
    boolean goodTimes = nothing || firstEventAtMs >= 0 && firstEventAtMs <= lastEventAtMs;
    boolean goodClicks =
        costMicros + invalid.invalidatedMicros() >= 0 && clicks + invalid.invalidated() >= 0;
    if (!goodClicks || impressions < 0 || !goodTimes) {
      throw new IllegalArgumentException(
          "totals: expected costMicros, clicks, impressions >= 0 (with what was invalidated) and 0 <= firstEventAt <= lastEventAt, found %d, %d, %d, %s, %d, %d"
              .formatted(costMicros, clicks, impressions, invalid, firstEventAtMs, lastEventAtMs));
    }
    AdTotals totals = new AdTotals();
    totals.newestDay = (int) ranking.newestDay();
    totals.dayCounts = ranking.counts().clone();
    totals.funded = funded;
    totals.budgetMicros = budgetMicros;
    totals.costMicros = costMicros;
    totals.clicks = clicks;
    totals.impressions = impressions;
    totals.invalid = invalid;
    if (!nothing) {
      totals.firstEventAtMs = firstEventAtMs;
      totals.lastEventAtMs = lastEventAtMs;
    }
    return totals;
  }

  /**
   * Whether the sums stay within {@link EventLimits#MAX_SUM_MICROS}, or move towards it, when this
   * is added. The answer depends on the order: of many absurd amounts the first ones are counted.
   * The totals are the sum of what was counted in any case.
   */
  public boolean hasRoomFor(EventKind kind, long amountMicros) {
    return switch (kind) {
      case CLICK -> isPlausible(costMicros, amountMicros);
      case BUDGET -> isPlausible(budgetMicros, amountMicros);
      case INVALIDATION, REINSTATEMENT ->
          isPlausible(costMicros, kind.clicks() * amountMicros)
              && isPlausible(invalid.invalidatedMicros(), -kind.clicks() * amountMicros);
      default -> true;
    };
  }

  /* The overflow check is needed because a stored document may contain any sum. */
  private static boolean isPlausible(long sum, long amount) {
    long after = sum + amount;
    boolean overflows = ((sum ^ after) & (amount ^ after)) < 0;
    boolean nearer = amount < 0 ? sum > 0 && after >= -sum : sum < 0 && after <= -sum;
    return !overflows && (Math.abs(after) <= EventLimits.MAX_SUM_MICROS || nearer);
  }

  /** Adds one event. The caller knows that it is not counted yet. */
  public void add(AdEvent event) {
    add(event.kind(), event.amountMicros(), event.timestampMs());
  }

  /**
   * Adds one event that is within {@link EventLimits}. The caller knows that it is not counted yet.
   *
   * @param amountMicros a click's cost or a change of the budget, else 0
   * @throws ArithmeticException when a sum does not fit a long
   */
  public void add(EventKind kind, long amountMicros, long timestampMs) {
    count(kind, amountMicros, Ranking.dayOf(timestampMs));
    includeTimes(timestampMs, timestampMs);
  }

  /**
   * Adds one event of which only the contribution is known. Its time has to be added by {@link
   * #includeTimes(AdTotals)}.
   *
   * @throws ArithmeticException when a sum does not fit a long
   */
  public void add(Contribution event) {
    count(event.kind(), event.amountMicros(), event.day());
  }

  private void count(EventKind kind, long amountMicros, long day) {
    switch (kind) {
      case IMPRESSION -> {
        impressions++;
        addToRanking(day, Ranking.IMPRESSIONS, 1);
      }
      case CLICK -> {
        costMicros = Math.addExact(costMicros, amountMicros);
        clicks++;
        addToRanking(day, Ranking.CLICKS, 1);
      }
      case BUDGET -> {
        budgetMicros = Math.addExact(budgetMicros, amountMicros);
        funded = true;
      }
      default -> countJudged(kind, amountMicros, day);
    }
  }

  private void countJudged(EventKind kind, long amountMicros, long day) {
    invalid = invalid.plus(kind, amountMicros);
    if (kind.isVerdict()) {
      costMicros = Math.addExact(costMicros, kind.clicks() * amountMicros);
      clicks += kind.clicks();
      addToRanking(day, Ranking.CLICKS, kind.clicks());
    }
  }

  /** No day before this one is the newest of the ranking. */
  private void includeDay(long day) {
    if (day > newestDay) {
      dayCounts = Ranking.later(dayCounts, (int) Math.min(Ranking.DAYS, day - newestDay));
      newestDay = (int) day;
    }
  }

  private void addToRanking(long day, int which, long count) {
    if (count == 0) {
      return;
    }
    includeDay(day);
    if (Ranking.isKept(day, newestDay)) {
      int daysBefore = (int) (newestDay - day);
      dayCounts = Ranking.withDay(dayCounts, daysBefore);
      dayCounts[Ranking.at(daysBefore, which)] += count;
    }
  }

  /** Extends the span from first to last event so that it includes these times. */
  public void includeTimes(long firstEventAtMs, long lastEventAtMs) {
    this.firstEventAtMs = Math.min(this.firstEventAtMs, firstEventAtMs);
    this.lastEventAtMs = Math.max(this.lastEventAtMs, lastEventAtMs);
  }

  /** Extends the span so that it includes the span of the other totals. */
  public void includeTimes(AdTotals other) {
    includeTimes(other.firstEventAtMs, other.lastEventAtMs);
  }

  /** The sum of all budget events; 0 when there are none. */
  public long budgetMicros() {
    return budgetMicros;
  }

  /** The sum of the costs of all clicks that are charged. */
  public long costMicros() {
    return costMicros;
  }

  /** What the seller owes: the costs, limited to the budget. */
  public long spentMicros() {
    return spentMicros(budgetMicros, costMicros);
  }

  /** What a seller owes who has this budget: these costs, limited to it. */
  public static long spentMicros(long budgetMicros, long costMicros) {
    return Math.max(0, Math.min(costMicros, budgetMicros));
  }

  /** What of the budget is left; below zero for a budget that is. */
  public long leftMicros() {
    return budgetMicros - spentMicros();
  }

  /** What clicks have cost beyond the budget; it is not charged. */
  public long overdeliveredMicros() {
    return overdeliveredMicros(budgetMicros, costMicros);
  }

  /** What these costs exceed this budget by. */
  public static long overdeliveredMicros(long budgetMicros, long costMicros) {
    return Math.max(0, costMicros - spentMicros(budgetMicros, costMicros));
  }

  /** Impressions, clicks and costs, as they are kept by the hour. */
  public HourCounts counts() {
    return new HourCounts(impressions, clicks, costMicros, invalid.clicks());
  }

  /** The clicks that are charged. */
  public long clicks() {
    return clicks;
  }

  /** The clicks that are not charged. */
  public InvalidClicks invalid() {
    return invalid;
  }

  /** All clicks, charged or not. */
  public long grossClicks() {
    return clicks + invalid.clicks();
  }

  public long impressions() {
    return impressions;
  }

  /** Event time of the first event; meaningless while nothing was counted. */
  public long firstEventAtMs() {
    return firstEventAtMs;
  }

  /** Event time of the last event; meaningless while nothing was counted. */
  public long lastEventAtMs() {
    return lastEventAtMs;
  }

  /** The ranking as it is now. */
  public Ranking ranking() {
    return new Ranking(newestDay, dayCounts.clone());
  }

  /** The newest day of the ranking, in days since the epoch. */
  long newestDay() {
    return newestDay;
  }

  /** Clicks and impressions of the ranking by day, see {@link Ranking#at}. Not to be changed. */
  long[] dayCounts() {
    return dayCounts;
  }

  public AdState state() {
    if (!funded) {
      return AdState.UNFUNDED;
    }
    return costMicros >= budgetMicros ? AdState.EXHAUSTED : AdState.ACTIVE;
  }

  public AdTotals copy() {
    AdTotals copy = new AdTotals();
    copy.newestDay = newestDay;
    copy.dayCounts = dayCounts.clone();
    copy.funded = funded;
    copy.budgetMicros = budgetMicros;
    copy.costMicros = costMicros;
    copy.clicks = clicks;
    copy.impressions = impressions;
    copy.invalid = invalid;
    copy.firstEventAtMs = firstEventAtMs;
    copy.lastEventAtMs = lastEventAtMs;
    return copy;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AdTotals t
        && funded == t.funded
        && budgetMicros == t.budgetMicros
        && costMicros == t.costMicros
        && clicks == t.clicks
        && impressions == t.impressions
        && invalid.equals(t.invalid)
        && firstEventAtMs == t.firstEventAtMs
        && lastEventAtMs == t.lastEventAtMs
        && newestDay == t.newestDay
        && Ranking.haveSameCounts(dayCounts, t.dayCounts);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        funded,
        budgetMicros,
        costMicros,
        clicks,
        impressions,
        invalid,
        firstEventAtMs,
        lastEventAtMs,
        newestDay);
  }

  @Override
  public String toString() {
    return state().label()
        + " budgetMicros "
        + budgetMicros
        + " costMicros "
        + costMicros
        + " clicks "
        + clicks
        + " impressions "
        + impressions
        + (invalid.isNone() ? "" : " " + invalid)
        + " from "
        + firstEventAtMs
        + " to "
        + lastEventAtMs
        + " ranking "
        + ranking();
  }
}
