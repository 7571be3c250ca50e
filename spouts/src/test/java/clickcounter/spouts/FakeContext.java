package clickcounter.spouts;

import clickcounter.metrics.Metric;
import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.TopologyContext;

/**
 * The context of a component in a topology with three ads and two counters tasks. It keeps the
 * metrics.
 */
final class FakeContext extends TopologyContext {
  static final String ADS = "ads";
  static final List<Integer> ADS_TASKS = List.of(7, 5, 6);
  static final String COUNTERS = "counters";
  static final List<Integer> COUNTERS_TASKS = List.of(9, 8);

  /** The spout's, by the defaults of the topology. */
  static final SpoutSettings SPOUT_SETTINGS =
      new SpoutSettings(200 << 20, 16_000_000, 1_000, 86_400_000, 30_000);

  private final Map<String, Counter> counters = new HashMap<>();
  private final Map<String, Gauge<?>> gauges = new HashMap<>();

  FakeContext() {
    super(
        new StormTopology(Map.of(), Map.of(), Map.of()),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        "test",
        null,
        null,
        1,
        0,
        List.of(1),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        new AtomicBoolean(),
        null);
  }

  @Override
  public List<Integer> getComponentTasks(String componentId) {
    return Map.of(ADS, ADS_TASKS, COUNTERS, COUNTERS_TASKS).get(componentId);
  }

  @Override
  public Counter registerCounter(String name) {
    return counters.computeIfAbsent(name, n -> new Counter());
  }

  @Override
  public <T> Gauge<T> registerGauge(String name, Gauge<T> gauge) {
    gauges.put(name, gauge);
    return gauge;
  }

  long count(Metric metric) {
    return counters.get(metric.exportedName()).getCount();
  }

  long count(Metric metric, String labelValue) {
    return counters.get(metric.exportedName(labelValue)).getCount();
  }

  double gauge(Metric metric) {
    return (Double) gauges.get(metric.exportedName()).getValue();
  }
}
