package clickcounter.metrics;

import clickcounter.metrics.ExportedMetric.Kind;
import clickcounter.metrics.ExportedMetric.Match;
import clickcounter.storm.BucketHistogram;
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
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.apache.storm.metrics2.MetricRegistryProvider;
import org.apache.storm.metrics2.TaskMetricDimensions;
import org.apache.storm.metrics2.TaskMetricRepo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The metrics of one worker of a topology, as they are when they are asked for. */
final class TopologyMetrics implements MultiCollector {
  private static final Logger LOG = LoggerFactory.getLogger(TopologyMetrics.class);
  private static final double MS_PER_SECOND = 1_000;

  private final MetricRegistryProvider provider;
  private final String topology;

  TopologyMetrics(MetricRegistryProvider provider, String topology) {
    this.provider = provider;
    this.topology = topology;
  }

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

  private static String text(Map<String, String> of, String name) {
    return Objects.requireNonNullElse(of.get(name), "");
  }

  /** Storm hands the metrics of a task to reporters of this kind only. */
  private final class Catcher extends ScheduledReporter {
    private final Labels labels;
    private final Values values;

    Catcher(TaskMetricDimensions of, Values values) {
      super(
          new MetricRegistry(), "prometheus", MetricFilter.ALL, TimeUnit.SECONDS, TimeUnit.SECONDS);
      this.labels = labels(of);
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
      histograms.forEach(this::take);
    }

    /** One metric that fails must not take the others with it. */
    private void take(String name, Object metric) {
      Match match = ExportedMetric.of(labels.get("component"), name);
      if (match == null) {
        return;
      }
      try {
        values.add(match, labels, metric);
      } catch (RuntimeException e) {
        LOG.warn("metric {} of {} is left out: {}", name, labels, e.toString());
      }
    }
  }

  /** What was read. */
  private static final class Values {
    private final Map<ExportedMetric, Map<Labels, Double>> numbers =
        new EnumMap<>(ExportedMetric.class);
    private final Map<ExportedMetric, Map<Labels, BucketHistogram.Buckets>> histograms =
        new EnumMap<>(ExportedMetric.class);

    void add(Match match, Labels task, Object metric) {
      ExportedMetric of = match.metric();
      Labels labels = of.label() == null ? task : task.add(of.label(), match.labelValue());
      if (metric instanceof BucketHistogram histogram) {
        histograms.computeIfAbsent(of, m -> new LinkedHashMap<>()).put(labels, histogram.buckets());
      } else {
        double number = number(metric);
        // A counter below 0 would fail the whole scrape.
        double value = of.kind() == Kind.COUNTER ? Math.max(0, number) : number;
        numbers
            .computeIfAbsent(of, m -> new LinkedHashMap<>())
            .merge(
                labels, of.kind() == Kind.GAUGE_OF_MS ? value / MS_PER_SECOND : value, Double::sum);
      }
    }

    private static double number(Object metric) {
      Object value = metric instanceof Gauge<?> gauge ? gauge.getValue() : metric;
      if (value instanceof Counter counter) {
        return counter.getCount();
      }
      return ((Number) value).doubleValue();
    }

    MetricSnapshots snapshots() {
      List<MetricSnapshot> all = new ArrayList<>();
      numbers.forEach((metric, values) -> all.add(snapshot(metric, values)));
      histograms.forEach((metric, values) -> all.add(histogram(metric, values)));
      return new MetricSnapshots(all);
    }

    private static MetricSnapshot snapshot(ExportedMetric metric, Map<Labels, Double> values) {
      if (metric.kind() == Kind.COUNTER) {
        CounterSnapshot.Builder counter =
            CounterSnapshot.builder().name(metric.familyName()).help(metric.help());
        values.forEach(
            (labels, value) ->
                counter.dataPoint(
                    CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(labels)
                        .value(value)
                        .build()));
        return counter.build();
      }
      GaugeSnapshot.Builder gauge =
          GaugeSnapshot.builder().name(metric.familyName()).help(metric.help());
      values.forEach(
          (labels, value) ->
              gauge.dataPoint(
                  GaugeSnapshot.GaugeDataPointSnapshot.builder()
                      .labels(labels)
                      .value(value)
                      .build()));
      return gauge.build();
    }

    private static MetricSnapshot histogram(
        ExportedMetric metric, Map<Labels, BucketHistogram.Buckets> values) {
      HistogramSnapshot.Builder histogram =
          HistogramSnapshot.builder().name(metric.familyName()).help(metric.help());
      values.forEach(
          (labels, buckets) ->
              histogram.dataPoint(
                  HistogramDataPointSnapshot.builder()
                      .labels(labels)
                      .classicHistogramBuckets(classic(buckets))
                      .sum(buckets.sumMs() / MS_PER_SECOND)
                      .build()));
      return histogram.build();
    }

    private static ClassicHistogramBuckets classic(BucketHistogram.Buckets buckets) {
      ClassicHistogramBuckets.Builder classic = ClassicHistogramBuckets.builder();
      for (int i = 0; i < buckets.boundsMs().length; i++) {
        classic.bucket(buckets.boundsMs()[i] / MS_PER_SECOND, buckets.counts()[i]);
      }
      return classic
          .bucket(Double.POSITIVE_INFINITY, buckets.counts()[buckets.boundsMs().length])
          .build();
    }
  }
}
