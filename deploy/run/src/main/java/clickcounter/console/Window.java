package clickcounter.console;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What the counters of all workers have grown by within a time. A worker that does not answer is
 * compared with its last answer as soon as it answers again. Not thread-safe.
 */
final class Window {
  private static final double P99 = 0.99;

  /** A worker that was away for longer is a new one. */
  private static final long REMEMBERED_MS = 600_000;

  private final long ms;
  private final ArrayDeque<Growth> growths = new ArrayDeque<>();
  private final Map<String, Totals> workers = new HashMap<>();

  Window(long ms) {
    this.ms = ms;
  }

  /** What a worker said last. */
  private record Totals(long atMs, Scrape scrape) {}

  /** How one worker's counters have grown since its last answer. */
  private record Part(long tookMs, Scrape grown) {}

  private record Growth(long atMs, List<Part> parts) {}

  /**
   * @param answers by worker; those that do not answer are left out
   */
  void add(long nowMs, Map<String, Scrape> answers) {
    List<Part> parts = new ArrayList<>();
    answers.forEach(
        (worker, scrape) -> {
          Totals last = workers.get(worker);
          if (last != null && nowMs > last.atMs()) {
            parts.add(new Part(nowMs - last.atMs(), scrape.since(last.scrape())));
          }
          workers.put(
              worker, new Totals(nowMs, last == null ? scrape : scrape.over(last.scrape())));
        });
    growths.addLast(new Growth(nowMs, parts));
    workers.values().removeIf(totals -> totals.atMs() <= nowMs - REMEMBERED_MS);
    while (growths.peekFirst().atMs() <= nowMs - ms) {
      growths.removeFirst();
    }
  }

  /** What a worker's counters said last; empty if it is not known. */
  Scrape counters(String worker) {
    Totals totals = workers.get(worker);
    return totals == null ? Scrape.EMPTY : totals.scrape().counters();
  }

  /** Per second, each worker since its answer before. */
  double rate(String name, Predicate<Series> which) {
    Growth newest = growths.peekLast();
    return newest == null
        ? 0
        : newest.parts().stream()
            .mapToDouble(part -> part.grown().sum(name, which) * 1_000 / part.tookMs())
            .sum();
  }

  double growth(String name, Predicate<Series> which) {
    return growths.stream()
        .flatMap(growth -> growth.parts().stream())
        .mapToDouble(part -> part.grown().sum(name, which))
        .sum();
  }

  /** The bound below which 99 of 100 values lie; null without values. */
  Double p99(String name, Predicate<Series> which) {
    TreeMap<Double, Double> buckets = buckets(name, which);
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

  private TreeMap<Double, Double> buckets(String name, Predicate<Series> which) {
    TreeMap<Double, Double> sums = new TreeMap<>();
    for (Growth growth : growths) {
      for (Part part : growth.parts()) {
        part.grown()
            .buckets(name, which)
            .forEach((bound, count) -> sums.merge(bound, count, Double::sum));
      }
    }
    return sums;
  }
}
