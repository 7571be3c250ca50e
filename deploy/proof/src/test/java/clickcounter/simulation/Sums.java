package clickcounter.simulation;

import clickcounter.document.AdTotals;
import clickcounter.document.InvalidClicks;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.states.AdLevel;
import java.math.BigInteger;
import java.util.TreeMap;

/**
 * What some events of an ad come to, added up by code of the oracle's own: nothing of what counts
 * events is used here, so that the two can be held against each other.
 */
final class Sums {
  private static final long MS_A_DAY = 24 * 60 * 60 * 1_000L;
  private static final int RANKED_DAYS = 8;
  private static final BigInteger HUNDRED = BigInteger.valueOf(100);

  /** Of the budget that is left, in percent, the highest first. */
  private static final int[] STEPS = {50, 20, 10, 5, 2, 1};

  private boolean funded;
  private long budgetMicros;
  private long costMicros;
  private boolean judged;
  private long invalidated;
  private long invalidatedMicros;
  private final TreeMap<String, Long> filtered = new TreeMap<>();
  private long firstMs = Long.MAX_VALUE;
  private long lastMs = Long.MIN_VALUE;

  /** Of each day, however old: clicks and impressions. */
  private final TreeMap<Long, Seen> days = new TreeMap<>();

  private record Seen(long clicks, long impressions) {
    static final Seen NONE = new Seen(0, 0);

    Seen plus(Seen other) {
      return new Seen(clicks + other.clicks, impressions + other.impressions);
    }
  }

  void add(AdEvent event) {
    firstMs = Math.min(firstMs, event.timestampMs());
    lastMs = Math.max(lastMs, event.timestampMs());
    long day = Math.floorDiv(event.timestampMs(), MS_A_DAY);
    switch (event.kind()) {
      case BUDGET -> {
        funded = true;
        budgetMicros += event.amountMicros();
      }
      case CLICK -> {
        costMicros += event.amountMicros();
        days.merge(day, new Seen(1, 0), Seen::plus);
      }
      case IMPRESSION -> days.merge(day, new Seen(0, 1), Seen::plus);
      case INVALIDATION -> judge(day, -1, event.amountMicros());
      case REINSTATEMENT -> judge(day, 1, event.amountMicros());
      default -> filtered.merge(event.judgement().word(), 1L, Long::sum);
    }
  }

  /**
   * @param charged how many clicks more are charged
   */
  private void judge(long day, long charged, long micros) {
    judged = true;
    costMicros += charged * micros;
    invalidated -= charged;
    invalidatedMicros -= charged * micros;
    days.merge(day, new Seen(charged, 0), Seen::plus);
  }

  Sums copy() {
    Sums copy = new Sums();
    copy.funded = funded;
    copy.budgetMicros = budgetMicros;
    copy.costMicros = costMicros;
    copy.judged = judged;
    copy.invalidated = invalidated;
    copy.invalidatedMicros = invalidatedMicros;
    copy.filtered.putAll(filtered);
    copy.firstMs = firstMs;
    copy.lastMs = lastMs;
    copy.days.putAll(days);
    return copy;
  }

  /** Whether these totals are ours, but for the times of the first and the last event. */
  boolean areThoseOf(AdTotals totals) {
    Seen all = days.values().stream().reduce(Seen.NONE, Seen::plus);
    return totals.clicks() == all.clicks
        && totals.impressions() == all.impressions
        && totals.costMicros() == costMicros
        && totals.budgetMicros() == budgetMicros
        && totals.spentMicros() == spentMicros()
        && totals.state().label().equals(state())
        && areThoseOf(totals.invalid())
        && areDaysOf(totals);
  }

  private boolean areThoseOf(InvalidClicks invalid) {
    return invalid.judged() == judged
        && invalid.invalidated() == invalidated
        && invalid.invalidatedMicros() == invalidatedMicros
        && EventKind.FILTERED.stream()
            .allMatch(
                kind -> invalid.filtered(kind) == filtered.getOrDefault(kind.filterClass(), 0L));
  }

  /** Whether the budget is on this level. */
  boolean isOnLevel(AdLevel level) {
    return level.state().label().equals(state()) && level.leftPercent() == leftPercent();
  }

  private int leftPercent() {
    if (!state().equals("active")) {
      return 0;
    }
    BigInteger left = BigInteger.valueOf(budgetMicros - spentMicros()).multiply(HUNDRED);
    int lowest = 100;
    for (int step : STEPS) {
      if (left.compareTo(BigInteger.valueOf(budgetMicros).multiply(BigInteger.valueOf(step)))
          <= 0) {
        lowest = step;
      }
    }
    return lowest;
  }

  private long spentMicros() {
    long covered = budgetMicros < 0 ? 0 : budgetMicros;
    return Math.max(0, costMicros > covered ? covered : costMicros);
  }

  private String state() {
    if (!funded) {
      return "unfunded";
    }
    return costMicros < budgetMicros ? "active" : "exhausted";
  }

  private boolean areDaysOf(AdTotals totals) {
    long newest = days.isEmpty() ? 0 : days.lastKey();
    if (totals.ranking().newestDay() != newest) {
      return false;
    }
    for (int before = 0; before < RANKED_DAYS; before++) {
      Seen seen = days.getOrDefault(newest - before, Seen.NONE);
      if (totals.ranking().clicks(before) != seen.clicks
          || totals.ranking().impressions(before) != seen.impressions) {
        return false;
      }
    }
    return true;
  }

  boolean hasSpanOf(AdTotals totals) {
    return totals.firstEventAtMs() == firstMs && totals.lastEventAtMs() == lastMs;
  }

  @Override
  public String toString() {
    return "%s budgetMicros %d costMicros %d filtered %s invalidated %d of %d from %d to %d days %s"
        .formatted(
            state(),
            budgetMicros,
            costMicros,
            filtered,
            invalidated,
            invalidatedMicros,
            firstMs,
            lastMs,
            days);
  }
}
