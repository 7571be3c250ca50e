package clickcounter.document;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import java.util.Objects;

/**
 * The totals of one ad. Each is a sum, a minimum or a maximum, so the result does not depend on the
 * order of events. Values that combine several totals ({@link #spentMicros()}, {@link #state()})
 * are derived.
 *
 * <p>Mutable, not thread-safe.
 */
public final class AdTotals {
  private long budgetMicros;
  private boolean funded;
  private long costMicros;
  private long clicks;
  private long impressions;
  private long firstEventAtMs = Long.MAX_VALUE;
  private long lastEventAtMs = Long.MIN_VALUE;
  private final Ranking ranking;

  /** Nothing counted yet. */
  public AdTotals() {
    this(new Ranking());
  }

  private AdTotals(Ranking ranking) {
    this.ranking = ranking;
  }

  /** The totals of a stored document. The times are ignored when nothing was counted. */
  static AdTotals read(
      boolean funded,
      long budgetMicros,
      long costMicros,
      long clicks,
      long impressions,
      long firstEventAtMs,
      long lastEventAtMs,
      Ranking ranking) {
    boolean nothing = !funded && clicks == 0 && impressions == 0;
    boolean goodTimes = nothing || firstEventAtMs >= 0 && firstEventAtMs <= lastEventAtMs;
    if (costMicros < 0 || clicks < 0 || impressions < 0 || !goodTimes) {
      throw new IllegalArgumentException(
          "totals: expected costMicros, clicks, impressions >= 0 and 0 <= firstEventAt <= lastEventAt, found "
              + costMicros
              + ", "
              + clicks
              + ", "
              + impressions
              + ", "
              + firstEventAtMs
              + ", "
              + lastEventAtMs);
    }
    AdTotals totals = new AdTotals(ranking);
    totals.funded = funded;
    totals.budgetMicros = budgetMicros;
    totals.costMicros = costMicros;
    totals.clicks = clicks;
    totals.impressions = impressions;
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
  public boolean hasRoomFor(Contribution event) {
    return switch (event.kind()) {
      case IMPRESSION -> true;
      case CLICK -> isPlausible(costMicros, event.amountMicros());
      case BUDGET -> isPlausible(budgetMicros, event.amountMicros());
    };
  }

  /* The overflow check is needed because a stored document may contain any sum. */
  private static boolean isPlausible(long sum, long amount) {
    long after = sum + amount;
    boolean overflows = ((sum ^ after) & (amount ^ after)) < 0;
    boolean nearer = amount < 0 ? sum > 0 && after >= -sum : sum < 0 && after <= -sum;
    return !overflows && (Math.abs(after) <= EventLimits.MAX_SUM_MICROS || nearer);
  }

  /** As {@link #hasRoomFor(Contribution)}. */
  public boolean hasRoomFor(EventKind kind, long amountMicros) {
    return switch (kind) {
      case IMPRESSION -> true;
      case CLICK -> isPlausible(costMicros, amountMicros);
      case BUDGET -> isPlausible(budgetMicros, amountMicros);
    };
  }

  /** Adds one event of this kind. */
  public void add(EventKind kind, long amountMicros, long timestampMs) {
    add(
        new Contribution(
            kind, amountMicros, kind == EventKind.BUDGET ? 0 : Ranking.dayOf(timestampMs)),
        timestampMs);
  }

  /** Adds one event. The caller knows that it is not counted yet. */
  public void add(AdEvent event) {
    add(Contribution.of(event), event.timestampMs());
  }

  /** Adds one event whose contribution the caller has made already. */
  public void add(Contribution event, long timestampMs) {
    add(event);
    includeTimes(timestampMs, timestampMs);
  }

  /**
   * Adds one event of which only the contribution is known. Its time has to be added by {@link
   * #includeTimes(AdTotals)}.
   *
   * @throws ArithmeticException when a sum does not fit a long
   */
  public void add(Contribution event) {
    switch (event.kind()) {
      case IMPRESSION -> {
        impressions++;
        ranking.countImpression(event.day());
      }
      case CLICK -> {
        costMicros = Math.addExact(costMicros, event.amountMicros());
        clicks++;
        ranking.countClick(event.day());
      }
      case BUDGET -> {
        budgetMicros = Math.addExact(budgetMicros, event.amountMicros());
        funded = true;
      }
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

  /** The sum of all clicks' costs. */
  public long costMicros() {
    return costMicros;
  }

  /** What the seller owes: the costs, limited to the budget. */
  public long spentMicros() {
    return Math.max(0, Math.min(costMicros, budgetMicros));
  }

  public long clicks() {
    return clicks;
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

  public Ranking ranking() {
    return ranking;
  }

  public AdState state() {
    if (!funded) {
      return AdState.UNFUNDED;
    }
    return costMicros >= budgetMicros ? AdState.EXHAUSTED : AdState.ACTIVE;
  }

  public AdTotals copy() {
    AdTotals copy = new AdTotals(ranking.copy());
    copy.funded = funded;
    copy.budgetMicros = budgetMicros;
    copy.costMicros = costMicros;
    copy.clicks = clicks;
    copy.impressions = impressions;
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
        && firstEventAtMs == t.firstEventAtMs
        && lastEventAtMs == t.lastEventAtMs
        && ranking.equals(t.ranking);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        funded,
        budgetMicros,
        costMicros,
        clicks,
        impressions,
        firstEventAtMs,
        lastEventAtMs,
        ranking);
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
        + " from "
        + firstEventAtMs
        + " to "
        + lastEventAtMs
        + " ranking "
        + ranking;
  }
}
