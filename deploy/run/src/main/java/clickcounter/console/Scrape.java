package clickcounter.console;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The samples of one answer of a worker's metrics endpoint. */
record Scrape(Map<Series, Double> values) {
  static final Scrape EMPTY = new Scrape(Map.of());
  private static final String OURS = "clickcounter_";

  /** Reads Prometheus' text format; what is not one of our metrics is left out. */
  static Scrape read(String text) {
    Map<Series, Double> values = new HashMap<>();
    text.lines()
        .filter(line -> line.startsWith(OURS))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              if (space > 0) {
                Series series = Series.of(line.substring(0, space), OURS);
                values.put(series, number(line.substring(space + 1)));
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

  double sum(String name) {
    return sum(name, series -> true);
  }

  double sum(String name, Predicate<Series> which) {
    double sum = 0;
    for (Map.Entry<Series, Double> sample : values.entrySet()) {
      if (sample.getKey().name.equals(name) && which.test(sample.getKey())) {
        sum += sample.getValue();
      }
    }
    return sum;
  }

  double max(String name) {
    double max = 0;
    for (Map.Entry<Series, Double> sample : values.entrySet()) {
      if (sample.getKey().name.equals(name)) {
        max = Math.max(max, sample.getValue());
      }
    }
    return max;
  }

  /** The samples of several workers together. */
  Scrape plus(Scrape other) {
    Map<Series, Double> all = new HashMap<>(values);
    all.putAll(other.values);
    return new Scrape(all);
  }

  /** Counters and histograms, without gauges. */
  Scrape counters() {
    return only(series -> series.counts);
  }

  Scrape only(Predicate<Series> which) {
    Map<Series, Double> some = new HashMap<>();
    values.forEach(
        (series, value) -> {
          if (which.test(series)) {
            some.put(series, value);
          }
        });
    return new Scrape(some);
  }

  /**
   * How much the counters of a worker have grown since its last answer. If one of them fell, the
   * worker has started anew, and all have grown from nothing.
   */
  Scrape since(Scrape before) {
    if (isNewSince(before)) {
      return counters();
    }
    Map<Series, Double> grown = new HashMap<>();
    values.forEach(
        (series, value) -> {
          Double last = series.counts ? before.values.get(series) : null;
          boolean isBucket = !Double.isNaN(series.bound); // those without values count, too
          if (last != null && (isBucket || !value.equals(last))) {
            grown.put(series, value - last);
          }
        });
    return new Scrape(grown);
  }

  private boolean isNewSince(Scrape before) {
    return values.entrySet().stream()
        .filter(sample -> sample.getKey().counts)
        .anyMatch(sample -> sample.getValue() < before.values.getOrDefault(sample.getKey(), 0.0));
  }

  /** This, and what only an earlier answer of the same worker had: a task may miss one. */
  Scrape over(Scrape before) {
    if (values.keySet().containsAll(before.values.keySet()) || isNewSince(before)) {
      return this;
    }
    return before.plus(this);
  }

  /** The upper bounds and counts of a histogram over all its tasks, cumulative. */
  TreeMap<Double, Double> buckets(String name, Predicate<Series> which) {
    String buckets = name + "_bucket";
    TreeMap<Double, Double> found = new TreeMap<>();
    values.forEach(
        (series, value) -> {
          if (series.name.equals(buckets) && which.test(series)) {
            found.merge(series.bound, value, Double::sum);
          }
        });
    return found;
  }
}
