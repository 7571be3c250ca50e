package clickcounter.local;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.apache.storm.metrics2.reporters.StormReporter;

/**
 * Reads the topology's metrics in the JVM that runs it. Storm starts this reporter; it keeps the
 * registries instead of sending them.
 */
public final class LocalMetrics implements StormReporter {
  private static final AtomicReference<MetricRegistry> REGISTRY =
      new AtomicReference<>(new MetricRegistry());

  /** Forgets the metrics of an earlier topology in this JVM. */
  static void forget() {
    REGISTRY.set(new MetricRegistry());
  }

  /** All metrics by their names in Storm. */
  static MetricRegistry registry() {
    return REGISTRY.get();
  }

  /** The sum of a counter over all tasks. */
  public static long count(String component, String name) {
    return sum(registry().getCounters(), component, name, Counter::getCount);
  }

  /** The sum of a gauge over all tasks. */
  @SuppressWarnings("rawtypes") // Dropwizard's own signature
  public static long gauge(String component, String name) {
    return sum(registry().getGauges(), component, name, LocalMetrics::value);
  }

  @SuppressWarnings("rawtypes")
  private static long value(Gauge gauge) {
    return gauge.getValue() instanceof Number n ? n.longValue() : 0;
  }

  /** A histogram of one task, or null. */
  public static Histogram histogram(String component, String name) {
    return registry().getHistograms().entrySet().stream()
        .filter(e -> isOf(e.getKey(), component, name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private static <M> long sum(
      Map<String, M> metrics, String component, String name, ToLongFunction<M> value) {
    return metrics.entrySet().stream()
        .filter(e -> isOf(e.getKey(), component, name))
        .mapToLong(e -> value.applyAsLong(e.getValue()))
        .sum();
  }

  /**
   * Storm's names are storm.topology.TOPOLOGY.HOST.COMPONENT.TASK.PORT-NAME. Compared as a whole,
   * because Storm counts tuples of a stream as __emit-count-STREAM.
   */
  private static boolean isOf(String metric, String component, String name) {
    return metric.matches(
        ".*\\." + Pattern.quote(component) + "\\.\\d+\\.\\d+-" + Pattern.quote(name));
  }

  /** The sum of all counters whose names begin so, over all tasks. */
  static long countPrefixed(String component, String prefix) {
    return registry().getCounters().entrySet().stream()
        .filter(
            e -> e.getKey().contains('.' + component + '.') && e.getKey().contains('-' + prefix))
        .mapToLong(e -> e.getValue().getCount())
        .sum();
  }

  /** Whether a task of this component has registered its counter. */
  static boolean knows(String component, String name) {
    return registry().getCounters().keySet().stream()
        .anyMatch(metric -> isOf(metric, component, name));
  }

  @Override
  @SuppressWarnings("deprecation") // the interface requires the method
  public void prepare(
      MetricRegistry registry, Map<String, Object> topologyConf, Map<String, Object> reporterConf) {
    REGISTRY.set(registry);
  }

  @Override
  public void start() {
    // Nothing is sent anywhere.
  }

  @Override
  public void close() {
    stop();
  }

  @Override
  public void stop() {
    // The last values stay readable.
  }
}
