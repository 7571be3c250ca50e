package clickcounter.console;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What the counters of all workers have grown by within the last minute. Not thread-safe. */
final class Window {
  private static final long MS = 60_000;
  private static final double P99 = 0.99;

  private final ArrayDeque<Growth> growths = new ArrayDeque<>();
  private Scrape last;
  private long lastAtMs;

  private record Growth(long atMs, long tookMs, Scrape grown) {}

  void add(long nowMs, Scrape scrape) {
    if (last != null && nowMs > lastAtMs) {
      growths.addLast(new Growth(nowMs, nowMs - lastAtMs, scrape.since(last)));
    }
    last = scrape;
    lastAtMs = nowMs;
    while (!growths.isEmpty() && growths.peekFirst().atMs() <= nowMs - MS) {
      growths.removeFirst();
    }
  }

  /** Per second, since the scrape before. */
  double rate(String name, Predicate<Series> which) {
    Growth newest = growths.peekLast();
    return newest == null ? 0 : newest.grown().sum(name, which) * 1_000 / newest.tookMs();
  }

  double growth(String name, Predicate<Series> which) {
    return growths.stream().mapToDouble(growth -> growth.grown().sum(name, which)).sum();
  }

  /** The bound below which 99 of 100 values lie; null without values. */
  Double p99(String name, Predicate<Series> which) {
    Map<Double, Double> sums = new HashMap<>();
    for (Growth growth : growths) {
      growth
          .grown()
          .buckets(name, which)
          .forEach((bound, count) -> sums.merge(bound, count, Double::sum));
    }
    TreeMap<Double, Double> buckets = new TreeMap<>(sums);
    double all = buckets.isEmpty() ? 0 : buckets.lastEntry().getValue();
    if (all == 0) {
      return null;
    }
    double below = 0;
    double from = 0;
    for (Map.Entry<Double, Double> bucket : buckets.entrySet()) {
      if (bucket.getValue() >= P99 * all) {
        double inside = bucket.getValue() - below;
        boolean open = bucket.getKey().isInfinite() || inside == 0;
        return open ? from : from + (bucket.getKey() - from) * (P99 * all - below) / inside;
      }
      below = bucket.getValue();
      from = bucket.getKey();
    }
    return from;
  }
}
