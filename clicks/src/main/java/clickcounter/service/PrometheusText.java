package clickcounter.service;

import java.util.regex.Matcher;

/**
 * Writes metrics in Prometheus' text format: of each metric its help and its type, then its values.
 *
 * <pre>
 * new PrometheusText("clickcounter_log_")
 *     .counter("written_events_total", "Events in the archive.")
 *     .value(4711)
 *     .toString();
 * </pre>
 *
 * <p>Values of labels are escaped. Names and help texts are written as they are.
 */
public final class PrometheusText {
  private final String prefix;
  private final StringBuilder text = new StringBuilder();
  private String metric = "";

  public PrometheusText(String prefix) {
    this.prefix = prefix;
  }

  /** Begins a metric that only grows; its name ends with {@code _total}. */
  public PrometheusText counter(String name, String help) {
    return begin(name, "counter", help);
  }

  /** Begins a metric that may fall. */
  public PrometheusText gauge(String name, String help) {
    return begin(name, "gauge", help);
  }

  private PrometheusText begin(String name, String type, String help) {
    metric = prefix + name;
    text.append("# HELP ").append(metric).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(metric).append(' ').append(type).append('\n');
    return this;
  }

  /** The value of the metric that was begun last. */
  public PrometheusText value(long value) {
    return value(Long.toString(value));
  }

  /** The same for a number that is no whole one. */
  public PrometheusText value(String value) {
    text.append(metric).append(' ').append(value).append('\n');
    return this;
  }

  private static String pair(String label, String value) {
    String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return label + "=\"" + escaped + "\"";
  }

  /** The same text, with one more label at each value. */
  public static String labelled(String text, String label, String value) {
    String pair = Matcher.quoteReplacement(pair(label, value));
    return text.replaceAll("(?m)^(\\w+)\\{", "$1{" + pair + ",")
        .replaceAll("(?m)^(\\w+) ", "$1{" + pair + "} ");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
