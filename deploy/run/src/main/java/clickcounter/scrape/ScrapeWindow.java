package clickcounter.scrape;

import clickcounter.metrics.Metric;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
  private long lastMs;

  public ScrapeWindow(long ms) {
    this.ms = ms;
  }

  private record Totals(long atMs, Scrape scrape) {}

  /** How a worker's counters have grown since its last answer. */
  private record Growth(String worker, long atMs, long tookMs, Scrape grown) {}

  /**
   * @param answers by worker; those that do not answer are left out
   */
  public void add(long nowMs, Map<String, Scrape> answers) {
    lastMs = nowMs;
    answers.forEach(
        (worker, scrape) -> {
          Totals last = workers.put(worker, new Totals(nowMs, scrape));
          if (last != null && nowMs > last.atMs()) {
            Scrape grown = scrape.since(last.scrape());
            growths.add(new Growth(worker, nowMs, nowMs - last.atMs(), grown));
          }
        });
    workers.values().removeIf(totals -> totals.atMs() <= nowMs - REMEMBERED_MS);
    growths.removeIf(growth -> growth.atMs() <= nowMs - ms);
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
    return growths.stream()
        .filter(growth -> growth.atMs() > lastMs - RATE_MS)
        .collect(Collectors.groupingBy(Growth::worker))
        .values()
        .stream()
        .mapToDouble(
            ofWorker ->
                1_000
                    * sum(ofWorker, metric, which)
                    / ofWorker.stream().mapToLong(Growth::tookMs).sum())
        .sum();
  }

  public double growth(Metric metric, Predicate<MetricSeries> which) {
    return sum(List.copyOf(growths), metric, which);
  }

  private static double sum(List<Growth> some, Metric metric, Predicate<MetricSeries> which) {
    return some.stream().mapToDouble(each -> each.grown().sum(metric, which)).sum();
  }

  /** The bound below which 99 of 100 values lie; null without values. */
  public Double p99(Metric histogram, Predicate<MetricSeries> which) {
    TreeMap<Double, Double> sums = new TreeMap<>();
    for (Growth growth : growths) {
      Map<Double, Double> grown = growth.grown().buckets(histogram, which);
      grown.forEach((bound, count) -> sums.merge(bound, count, Double::sum));
    }
    return Scrape.quantile(sums, P99);
  }
}
