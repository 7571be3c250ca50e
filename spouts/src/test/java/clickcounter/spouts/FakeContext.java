package clickcounter.spouts;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.TopologyContext;

/** The context of a component in a topology that has three ads tasks. It keeps the metrics. */
final class FakeContext extends TopologyContext {
  static final String ADS = "ads";
  static final List<Integer> ADS_TASKS = List.of(7, 5, 6);

  /** The spout's, by the defaults of the topology. */
  static final SpoutSettings SPOUT_SETTINGS =
      new SpoutSettings(200_000, 200 << 20, 16_000_000, 86_400_000, 30_000);

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
    return ADS.equals(componentId) ? ADS_TASKS : null;
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

  long count(String name) {
    return counters.get(name).getCount();
  }

  long gauge(String name) {
    return (Long) gauges.get(name).getValue();
  }

  /** All rejected lines, whatever the reason. */
  long rejected() {
    return counters.entrySet().stream()
        .filter(e -> e.getKey().startsWith("rejected."))
        .mapToLong(e -> e.getValue().getCount())
        .sum();
  }
}
