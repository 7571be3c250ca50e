package clickcounter.endpoint;

import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Type;
import clickcounter.storm.BucketHistogram.Buckets;
import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricFilter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.ScheduledReporter;
import com.codahale.metrics.Timer;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.apache.storm.metrics2.MetricRegistryProvider;
import org.apache.storm.metrics2.TaskMetricDimensions;
import org.apache.storm.metrics2.TaskMetricRepo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The metrics of one worker of a topology, as they are when they are asked for. */
record TopologyMetrics(MetricRegistryProvider provider, String topology) implements MultiCollector {
  private static final Logger LOG = LoggerFactory.getLogger(TopologyMetrics.class);

  @Override
  public MetricSnapshots collect() {
    Values values = new Values();
    provider.getTaskMetrics().forEach((task, metrics) -> collect(task, metrics, values));
    return values.snapshots();
  }

  /** A task that fails must not take the others with it. */
  private void collect(TaskMetricDimensions task, TaskMetricRepo metrics, Values values) {
    try (Catcher catcher = new Catcher(task, values)) {
      metrics.report(catcher, MetricFilter.ALL);
    } catch (RuntimeException e) {
      LOG.warn("the metrics of {} are left out: {}", labels(task), e.toString());
    }
  }

  private Labels labels(TaskMetricDimensions task) {
    Map<String, String> storms = task.getDimensions();
    return Labels.of(
        "topology", topology,
        "host", text(storms, "hostname"),
        "port", text(storms, "port"),
        "component", text(storms, "componentId"),
        "task", text(storms, "taskid"));
  }

  private static String text(Map<String, String> dimensions, String name) {
    return Objects.requireNonNullElse(dimensions.get(name), "");
  }

  /** Storm hands the metrics of a task to reporters of this kind only. */
  private final class Catcher extends ScheduledReporter {
    private final Labels labels;
    private final Values values;

    Catcher(TaskMetricDimensions dimensions, Values values) {
      super(
          new MetricRegistry(), "prometheus", MetricFilter.ALL, TimeUnit.SECONDS, TimeUnit.SECONDS);
      this.labels = labels(dimensions);
      this.values = values;
    }

    @Override
    @SuppressWarnings("rawtypes") // Dropwizard's own signature
    public void report(
        SortedMap<String, Gauge> gauges,
        SortedMap<String, Counter> counters,
        SortedMap<String, Histogram> histograms,
        SortedMap<String, Meter> meters,
        SortedMap<String, Timer> timers) {
      gauges.forEach((name, gauge) -> take(name, gauge));
      counters.forEach(this::take);
    }

    /** One metric that fails must not take the others with it. */
    private void take(String name, Object metric) {
      try {
        values.add(name, labels, metric);
      } catch (RuntimeException e) {
        LOG.warn("metric {} of {} is left out: {}", name, labels, e.toString());
      }
    }
  }

  private static final class Values {
    private final Map<Metric, Map<Labels, Double>> numbers = new EnumMap<>(Metric.class);
    private final Map<Metric, Map<Labels, Buckets>> histograms = new EnumMap<>(Metric.class);

    /** What is not in the table of metrics is not exported: it may be Storm's own. */
    void add(String name, Labels task, Object registered) {
      int dot = name.indexOf('.');
      Metric metric = Metric.named(dot < 0 ? name : name.substring(0, dot));
      if (metric == null || (metric.label() == null) != (dot < 0)) {
        return;
      }
      Labels labels = dot < 0 ? task : task.add(metric.label(), name.substring(dot + 1));
      Object value = registered instanceof Gauge<?> gauge ? gauge.getValue() : registered;
      if (value instanceof Buckets buckets) {
        histograms.computeIfAbsent(metric, m -> new LinkedHashMap<>()).put(labels, buckets);
      } else {
        numbers
            .computeIfAbsent(metric, m -> new LinkedHashMap<>())
            .put(labels, number(metric, value));
      }
    }

    private static double number(Metric metric, Object value) {
      double number =
          value instanceof Counter counter ? counter.getCount() : ((Number) value).doubleValue();
      // A counter below 0 would fail the whole scrape.
      return metric.type() == Type.COUNTER ? Math.max(0, number) : number;
    }

    MetricSnapshots snapshots() {
      List<MetricSnapshot> all = new ArrayList<>();
      numbers.forEach((metric, values) -> all.add(snapshot(metric, values)));
      histograms.forEach((metric, values) -> all.add(histogram(metric, values)));
      return new MetricSnapshots(all);
    }

    private static MetricSnapshot snapshot(Metric metric, Map<Labels, Double> values) {
      return metric.type() == Type.COUNTER
          ? new CounterSnapshot(
              metadata(metric),
              points(
                  values, (labels, value) -> new CounterDataPointSnapshot(value, labels, null, 0)))
          : new GaugeSnapshot(
              metadata(metric),
              points(values, (labels, value) -> new GaugeDataPointSnapshot(value, labels, null)));
    }

    private static MetricSnapshot histogram(Metric metric, Map<Labels, Buckets> values) {
      return new HistogramSnapshot(metadata(metric), points(values, Values::histogram));
    }

    private static HistogramDataPointSnapshot histogram(Labels labels, Buckets buckets) {
      double[] bounds = buckets.boundsSeconds();
      double[] all = Arrays.copyOf(bounds, bounds.length + 1);
      all[bounds.length] = Double.POSITIVE_INFINITY;
      return new HistogramDataPointSnapshot(
          ClassicHistogramBuckets.of(all, buckets.counts()),
          buckets.sumSeconds(),
          labels,
          Exemplars.EMPTY,
          0);
    }

    private static MetricMetadata metadata(Metric metric) {
      return new MetricMetadata(metric.familyName(), metric.help());
    }

    private static <V, P> List<P> points(Map<Labels, V> values, BiFunction<Labels, V, P> point) {
      return values.entrySet().stream()
          .map(value -> point.apply(value.getKey(), value.getValue()))
          .toList();
    }
  }
}
