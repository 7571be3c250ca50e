package clickcounter.tools.generate;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.ids.LongRanges;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The true totals of a generated day, in arrays by the ad's number, because there can be millions
 * of ads. Clicks and costs are those that are charged.
 */
final class Truth {
  final long[] budgetMicros;
  final long[] costMicros;
  final long[] clicks;
  final long[] impressions;

  /** By ad, for those that have any. */
  final Map<Integer, InvalidTruth> invalid = new HashMap<>();

  final Map<String, CounterTruth> counters = new TreeMap<>();
  long events;
  long arrivedDistinct;
  long duplicates;

  Truth(int ads) {
    budgetMicros = new long[ads];
    costMicros = new long[ads];
    clicks = new long[ads];
    impressions = new long[ads];
  }

  /** The truth about one counter. */
  static final class CounterTruth {
    long events;
    final LongRanges neverArrived = new LongRanges();
  }

  /** The truth about an ad's clicks that are not charged. */
  static final class InvalidTruth {
    /** By class. */
    final SortedMap<String, Long> filtered = new TreeMap<>();

    /** Taken back and not given back. */
    long invalidated;

    long invalidatedMicros;

    long clicks() {
      return filtered.values().stream().mapToLong(Long::longValue).sum() + invalidated;
    }
  }

  CounterTruth counter(String counterId) {
    return counters.computeIfAbsent(counterId, id -> new CounterTruth());
  }

  void add(int ad, AdEvent event) {
    switch (event.kind()) {
      case IMPRESSION -> impressions[ad]++;
      case CLICK, REINSTATEMENT -> charge(ad, 1, event);
      case INVALIDATION -> charge(ad, -1, event);
      case BUDGET -> budgetMicros[ad] += event.amountMicros();
      default -> invalid(ad).filtered.merge(event.kind().filterClass(), 1L, Long::sum);
    }
  }

  private void charge(int ad, int more, AdEvent event) {
    clicks[ad] += more;
    costMicros[ad] += more * event.amountMicros();
    if (event.kind() != EventKind.CLICK) {
      invalid(ad).invalidated -= more;
      invalid(ad).invalidatedMicros -= more * event.amountMicros();
    }
  }

  private InvalidTruth invalid(int ad) {
    return invalid.computeIfAbsent(ad, a -> new InvalidTruth());
  }

  boolean isTouched(int ad) {
    return (budgetMicros[ad] | clicks[ad] | impressions[ad]) != 0 || invalid.containsKey(ad);
  }

  long spentMicros(int ad) {
    return Math.max(0, Math.min(costMicros[ad], budgetMicros[ad]));
  }
}
