package clickcounter.console;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The samples of one answer of a worker's metrics endpoint.
 *
 * @param values by series: the name of the metric and its labels, as they were written
 */
record Scrape(Map<String, Double> values) {
  private static final String OURS = "clickcounter_";
  private static final Pattern SAMPLE = Pattern.compile("^(\\w+)(\\{.*})? (\\S+)$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  /** Reads Prometheus' text format; what is not one of our metrics is left out. */
  static Scrape read(String text) {
    Map<String, Double> values = new HashMap<>();
    text.lines()
        .filter(line -> line.startsWith(OURS))
        .map(SAMPLE::matcher)
        .filter(Matcher::matches)
        .forEach(
            sample ->
                values.put(
                    sample.group(1) + (sample.group(2) == null ? "" : sample.group(2)),
                    Double.parseDouble(sample.group(3).replace("Inf", "Infinity"))));
    return new Scrape(values);
  }

  /** The name of a series' metric, without the prefix that all have. */
  static String name(String series) {
    int brace = series.indexOf('{');
    return (brace < 0 ? series : series.substring(0, brace)).substring(OURS.length());
  }

  /** The value of a series' label; empty if it has none. */
  static String label(String series, String name) {
    Matcher labels = LABEL.matcher(series);
    while (labels.find()) {
      if (labels.group(1).equals(name)) {
        return labels.group(2);
      }
    }
    return "";
  }

  double sum(String name) {
    return sum(name, series -> true);
  }

  double sum(String name, Predicate<String> which) {
    return values.entrySet().stream()
        .filter(sample -> name(sample.getKey()).equals(name) && which.test(sample.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  double max(String name) {
    return values.entrySet().stream()
        .filter(sample -> name(sample.getKey()).equals(name))
        .mapToDouble(Map.Entry::getValue)
        .max()
        .orElse(0);
  }

  /** The samples of several workers together. */
  Scrape plus(Scrape other) {
    Map<String, Double> all = new HashMap<>(values);
    all.putAll(other.values);
    return new Scrape(all);
  }

  /** How much each counter has grown since then. One that fell is that of a new worker. */
  Scrape since(Scrape before) {
    Map<String, Double> grown = new HashMap<>();
    values.forEach(
        (series, value) -> {
          Double last = before.values.get(series);
          if (last != null) {
            grown.put(series, value < last ? value : value - last);
          }
        });
    return new Scrape(grown);
  }

  /** The upper bounds and counts of a histogram over all its tasks, cumulative. */
  TreeMap<Double, Double> buckets(String name, Predicate<String> which) {
    TreeMap<Double, Double> buckets = new TreeMap<>();
    values.forEach(
        (series, value) -> {
          if (name(series).equals(name + "_bucket") && which.test(series)) {
            String bound = label(series, "le");
            buckets.merge(
                bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound),
                value,
                Double::sum);
          }
        });
    return buckets;
  }
}
