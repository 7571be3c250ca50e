package clickcounter.scrape;

import clickcounter.metrics.Metric;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the counters of all workers have grown by within a time. A worker that does not answer is
 * compared with its last answer as soon as it answers again. Not thread-safe.
 */
public final class ScrapeWindow {
  private static final double P99 = 0.99;

  /** A worker that was away for longer is a new one. */
  private static final long REMEMBERED_MS = 600_000;

  private static final long RATE_MS = 10_000;

  private final long ms;
  private final ArrayDeque<Growth> growths = new ArrayDeque<>();
  private final Map<String, Totals> workers = new HashMap<>();

  public ScrapeWindow(long ms) {
    this.ms = ms;
  }

  /** What a worker said last. */
  private record Totals(long atMs, Scrape scrape) {}

  /** How one worker's counters have grown since its last answer. */
  private record Part(String worker, long tookMs, Scrape grown) {}

  private record Growth(long atMs, List<Part> parts) {}

  /**
   * @param answers by worker; those that do not answer are left out
   */
  public void add(long nowMs, Map<String, Scrape> answers) {
    List<Part> parts = new ArrayList<>();
    answers.forEach(
        (worker, scrape) -> {
          Totals last = workers.get(worker);
          if (last != null && nowMs > last.atMs()) {
            parts.add(new Part(worker, nowMs - last.atMs(), scrape.since(last.scrape())));
          }
          workers.put(worker, new Totals(nowMs, scrape));
        });
    growths.addLast(new Growth(nowMs, parts));
    workers.values().removeIf(totals -> totals.atMs() <= nowMs - REMEMBERED_MS);
    while (growths.peekFirst().atMs() <= nowMs - ms) {
      growths.removeFirst();
    }
  }

  /** What a worker's counters said last; empty if it is not known. */
  public Scrape counters(String worker) {
    Totals totals = workers.get(worker);
    return totals == null ? Scrape.EMPTY : totals.scrape().counters();
  }

  /**
   * Per second, in the last ten seconds: puts that wait for the same deferral come in waves. Each
   * worker counts for the time of its own answers.
   */
  public double rate(Metric metric, Predicate<MetricSeries> which) {
    if (growths.isEmpty()) {
      return 0;
    }
    long fromMs = growths.peekLast().atMs() - RATE_MS;
    return growths.stream()
        .filter(growth -> growth.atMs() > fromMs)
        .flatMap(growth -> growth.parts().stream())
        .collect(Collectors.groupingBy(Part::worker))
        .values()
        .stream()
        .mapToDouble(parts -> rate(parts, metric, which))
        .sum();
  }

  private static double rate(List<Part> parts, Metric metric, Predicate<MetricSeries> which) {
    long tookMs = parts.stream().mapToLong(Part::tookMs).sum();
    return parts.stream().mapToDouble(part -> part.grown().sum(metric, which)).sum()
        * 1_000
        / tookMs;
  }

  public double growth(Metric metric, Predicate<MetricSeries> which) {
    return parts().mapToDouble(part -> part.grown().sum(metric, which)).sum();
  }

  /** The bound below which 99 of 100 values lie; null without values. */
  public Double p99(Metric histogram, Predicate<MetricSeries> which) {
    return Scrape.quantile(buckets(histogram, which), P99);
  }

  private Stream<Part> parts() {
    return growths.stream().flatMap(growth -> growth.parts().stream());
  }

  private TreeMap<Double, Double> buckets(Metric histogram, Predicate<MetricSeries> which) {
    TreeMap<Double, Double> sums = new TreeMap<>();
    parts()
        .map(part -> part.grown().buckets(histogram, which))
        .forEach(grown -> grown.forEach((bound, count) -> sums.merge(bound, count, Double::sum)));
    return sums;
  }
}
