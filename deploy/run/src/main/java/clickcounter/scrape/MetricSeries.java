package clickcounter.scrape;

import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Type;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A series of a worker's metrics. Its text is taken apart once: the same text gives the same
 * object, since each scrape has the same hundreds of them.
 */
public final class MetricSeries {
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final String BUCKET = "_bucket";
  private static final Map<String, Optional<MetricSeries>> KNOWN = new ConcurrentHashMap<>();

  /** Workers come and go; their series need not be kept for ever. */
  private static final int MOST_KNOWN = 50_000;

  final Metric metric;

  /** The upper bound of a bucket; NaN if it is none. */
  final double bound;

  private final String component;
  private final String task;
  private final String labelValue;

  private MetricSeries(
      Metric metric, String component, String task, String labelValue, double bound) {
    this.metric = metric;
    this.component = component;
    this.task = task;
    this.labelValue = labelValue;
    this.bound = bound;
  }

  /**
   * @param text name and labels, as they were written
   * @return empty if it is none of our metrics, or the sum or number of a histogram
   */
  static Optional<MetricSeries> of(String text) {
    if (KNOWN.size() > MOST_KNOWN) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(text, MetricSeries::read);
  }

  private static Optional<MetricSeries> read(String text) {
    int brace = text.indexOf('{');
    String name = brace < 0 ? text : text.substring(0, brace);
    boolean isBucket = name.endsWith(BUCKET);
    Metric metric =
        Metric.named(isBucket ? name.substring(0, name.length() - BUCKET.length()) : name);
    if (metric == null) {
      return Optional.empty();
    }
    String component = "";
    String task = "";
    String labelValue = "";
    double bound = Double.NaN;
    Matcher labels = LABEL.matcher(text);
    while (labels.find()) {
      String label = labels.group(1);
      String value = labels.group(2);
      if (label.equals("component")) {
        component = value;
      } else if (label.equals("task")) {
        task = value;
      } else if (label.equals("le")) {
        bound = Scrape.number(value);
      } else if (label.equals(metric.label())) {
        labelValue = value;
      }
    }
    return Optional.of(new MetricSeries(metric, component, task, labelValue, bound));
  }

  /** Whether it only grows. */
  boolean counts() {
    return metric.type() != Type.GAUGE;
  }

  public Metric metric() {
    return metric;
  }

  /** The number of the task in the topology, as text. */
  public String task() {
    return task;
  }

  public boolean isOf(Metric.Component wanted) {
    return component.equals(wanted.id());
  }

  /** Whether the label of its own has this value. */
  public boolean isLabelled(String value) {
    return labelValue.equals(value);
  }
}
