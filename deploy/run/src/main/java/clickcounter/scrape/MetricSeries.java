package clickcounter.scrape;

import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A series of a worker's metrics.
 *
 * @param text name and labels, as they were written: two workers' series differ in them
 * @param task the number of the task in the topology
 * @param labelValue that of the metric's own label
 * @param bound the upper bound of a bucket; NaN if it is none
 */
public record MetricSeries(
    String text, Metric metric, String component, String task, String labelValue, double bound) {
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final String BUCKET = "_bucket";

  /**
   * @param text name and labels, as they were written
   * @return empty if it is none of our metrics, or the sum or number of a histogram
   */
  static Optional<MetricSeries> of(String text) {
    int brace = text.indexOf('{');
    String name = brace < 0 ? text : text.substring(0, brace);
    boolean isBucket = name.endsWith(BUCKET);
    Metric metric =
        Metric.named(isBucket ? name.substring(0, name.length() - BUCKET.length()) : name);
    if (metric == null) {
      return Optional.empty();
    }
    Map<String, String> labels = new HashMap<>();
    LABEL.matcher(text).results().forEach(each -> labels.put(each.group(1), each.group(2)));
    return Optional.of(
        new MetricSeries(
            text,
            metric,
            labels.getOrDefault("component", ""),
            labels.getOrDefault("task", ""),
            labels.getOrDefault(metric.label(), ""),
            Scrape.number(labels.getOrDefault("le", "NaN"))));
  }

  /** Whether it only grows. */
  boolean counts() {
    return metric.type() != Type.GAUGE;
  }

  public boolean isOf(Metric.Component wanted) {
    return component.equals(wanted.id());
  }

  public boolean isLabelled(String value) {
    return labelValue.equals(value);
  }
}
