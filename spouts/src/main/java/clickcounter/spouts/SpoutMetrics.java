package clickcounter.spouts;

import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import com.codahale.metrics.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.storm.task.TopologyContext;

/** The counters and gauges of one spout task, registered with Storm as {@link Metric} says. */
final class SpoutMetrics {
  private static final double MS_PER_SECOND = 1_000;

  private final TopologyContext context;
  private final Map<Metric, Counter> counters = new EnumMap<>(Metric.class);

  SpoutMetrics(TopologyContext context) {
    this.context = context;
    for (Metric metric : Metric.countersOf(Component.SPOUT)) {
      counters.put(metric, context.registerCounter(metric.exportedName()));
    }
  }

  /** What the gauges show; made by the spout's thread, read by others. */
  record PendingSnapshot(
      long messages,
      long events,
      long bytes,
      long oldestSinceMs,
      boolean isPaused,
      long queueWaitMs) {
    double oldestAgeSeconds(long nowMs) {
      return messages == 0 ? 0 : (nowMs - oldestSinceMs) / MS_PER_SECOND;
    }
  }

  void registerGauges(Supplier<PendingSnapshot> pending, LongSupplier clockMs) {
    gauge(Metric.PENDING_MESSAGES, pending, PendingSnapshot::messages);
    gauge(Metric.PENDING_EVENTS, pending, PendingSnapshot::events);
    gauge(Metric.PENDING_BYTES, pending, PendingSnapshot::bytes);
    gauge(
        Metric.PENDING_OLDEST_SECONDS,
        pending,
        snapshot -> snapshot.oldestAgeSeconds(clockMs.getAsLong()));
    gauge(Metric.PAUSED, pending, snapshot -> snapshot.isPaused() ? 1 : 0);
    gauge(Metric.QUEUE_WAIT_SECONDS, pending, snapshot -> snapshot.queueWaitMs() / MS_PER_SECOND);
  }

  private void gauge(
      Metric metric, Supplier<PendingSnapshot> pending, ToDoubleFunction<PendingSnapshot> value) {
    context.<Double>registerGauge(metric.exportedName(), () -> value.applyAsDouble(pending.get()));
  }

  Counter counter(Metric metric) {
    return counters.get(metric);
  }

  void count(Metric metric) {
    counter(metric).inc();
  }

  /** A counter that something else counts. */
  void reached(Metric metric, long total) {
    Counter counter = counter(metric);
    counter.inc(total - counter.getCount());
  }

  void received(MessageSplitter.SplitMessage message) {
    count(Metric.MESSAGES);
    counter(Metric.RECEIVED_EVENTS).inc(message.lines());
    counter(Metric.REJECTED_EVENTS).inc(message.rejected().size());
  }
}
