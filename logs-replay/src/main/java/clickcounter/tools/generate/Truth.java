package clickcounter.tools.generate;

import clickcounter.event.AdEvent;
import clickcounter.ids.LongRanges;
import java.util.Map;
import java.util.TreeMap;

/**
 * The true totals of a generated day, in arrays by the ad's number, because there can be millions
 * of ads.
 */
final class Truth {
  final long[] budgetMicros;
  final long[] costMicros;
  final long[] clicks;
  final long[] impressions;
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

  CounterTruth counter(String counterId) {
    return counters.computeIfAbsent(counterId, id -> new CounterTruth());
  }

  void add(int ad, AdEvent event) {
    switch (event.kind()) {
      case IMPRESSION -> impressions[ad]++;
      case CLICK -> {
        clicks[ad]++;
        costMicros[ad] += event.amountMicros();
      }
      case BUDGET -> budgetMicros[ad] += event.amountMicros();
      default -> throw new IllegalArgumentException("not generated: " + event);
    }
  }

  boolean isTouched(int ad) {
    return (budgetMicros[ad] | clicks[ad] | impressions[ad]) != 0;
  }

  long spentMicros(int ad) {
    return Math.max(0, Math.min(costMicros[ad], budgetMicros[ad]));
  }
}
