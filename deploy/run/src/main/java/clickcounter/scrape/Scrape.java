package clickcounter.scrape;

import clickcounter.metrics.Metric;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The samples of one answer of a worker's metrics endpoint, or of several. */
public record Scrape(Map<MetricSeries, Double> values) {
  public static final Scrape EMPTY = new Scrape(Map.of());
  private static final String OURS = "clickcounter_";

  /** Reads Prometheus' text format; what is not one of our metrics is left out. */
  public static Scrape read(String text) {
    Map<MetricSeries, Double> values = new HashMap<>();
    text.lines()
        .filter(line -> line.startsWith(OURS))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              if (space > 0) {
                MetricSeries.of(line.substring(0, space))
                    .ifPresent(series -> values.put(series, number(line.substring(space + 1))));
              }
            });
    return new Scrape(values);
  }

  /** A number as Prometheus writes it. */
  static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  public double sum(Metric metric) {
    return sum(metric, series -> true);
  }

  public double sum(Metric metric, Predicate<MetricSeries> which) {
    return samples(metric, which).sum();
  }

  /** The highest value of all tasks; 0 if none has it. */
  public double max(Metric metric) {
    return Math.max(0, samples(metric, series -> true).max().orElse(0));
  }

  private DoubleStream samples(Metric metric, Predicate<MetricSeries> which) {
    return values.entrySet().stream()
        .filter(sample -> sample.getKey().metric() == metric && which.test(sample.getKey()))
        .mapToDouble(Map.Entry::getValue);
  }

  public int tasks() {
    return taskNumbers().size();
  }

  /** The numbers of the tasks in the topology, as text. */
  public Set<String> taskNumbers() {
    return values.keySet().stream().map(MetricSeries::task).collect(Collectors.toSet());
  }

  /** The samples of several workers together. */
  public Scrape plus(Scrape other) {
    Map<MetricSeries, Double> all = new HashMap<>(values);
    all.putAll(other.values);
    return new Scrape(all);
  }

  /** Counters and histograms, without gauges. */
  Scrape counters() {
    Map<MetricSeries, Double> counters = new HashMap<>(values);
    counters.keySet().removeIf(series -> !series.counts());
    return new Scrape(counters);
  }

  /**
   * How much the counters of a worker have grown since its last answer. If one of them fell, the
   * worker was restarted, and all have grown from nothing.
   */
  public Scrape since(Scrape before) {
    if (isNewSince(before)) {
      return counters();
    }
    Map<MetricSeries, Double> grown = new HashMap<>();
    values.forEach(
        (series, value) -> {
          Double last = series.counts() ? before.values.get(series) : null;
          boolean isBucket = !Double.isNaN(series.bound()); // those without values count, too
          if (last != null && (isBucket || !value.equals(last))) {
            grown.put(series, value - last);
          }
        });
    return new Scrape(grown);
  }

  private boolean isNewSince(Scrape before) {
    return values.entrySet().stream()
        .filter(sample -> sample.getKey().counts())
        .anyMatch(sample -> sample.getValue() < before.values.getOrDefault(sample.getKey(), 0.0));
  }

  /** The upper bounds and counts of a histogram over all its tasks, cumulative. */
  public TreeMap<Double, Double> buckets(Metric histogram, Predicate<MetricSeries> which) {
    TreeMap<Double, Double> found = new TreeMap<>();
    values.forEach(
        (series, value) -> {
          if (series.metric() == histogram && which.test(series)) {
            found.merge(series.bound(), value, Double::sum);
          }
        });
    return found;
  }

  /** The bound below which this share of a histogram's values lies; null without values. */
  public static Double quantile(TreeMap<Double, Double> buckets, double share) {
    double all = buckets.isEmpty() ? 0 : buckets.lastEntry().getValue();
    if (all == 0) {
      return null;
    }
    double below = 0;
    double from = 0;
    for (Map.Entry<Double, Double> bucket : buckets.entrySet()) {
      if (bucket.getValue() >= share * all) {
        double inside = bucket.getValue() - below;
        boolean open = bucket.getKey().isInfinite() || inside == 0;
        return open ? from : from + (bucket.getKey() - from) * (share * all - below) / inside;
      }
      below = bucket.getValue();
      from = bucket.getKey();
    }
    return from;
  }
}
