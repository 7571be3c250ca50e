package clickcounter.spouts;

import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import com.codahale.metrics.Counter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.storm.task.TopologyContext;

/**
 * The counters and gauges of one spout task, registered with Storm. A new metric of the spout goes
 * here, and into topology/OPERATIONS.md.
 *
 * <p>When no event is under way: received = counted + duplicates + rejected, where ads and counters
 * tasks count the first two, and all three components the third.
 *
 * <table>
 *   <caption>Metrics</caption>
 *   <tr><td>messages</td><td>messages received for the first time, as far as is remembered</td></tr>
 *   <tr><td>received</td><td>event lines in them, rejected ones included; re-emitted ones do not count</td></tr>
 *   <tr><td>rejected.&lt;reason&gt;</td><td>lines that the spout rejected</td></tr>
 *   <tr><td>messages.redelivered</td><td>messages redelivered while pending or after they were done</td></tr>
 *   <tr><td>messages.acknowledged</td><td>acknowledgements handed to the JMS client</td></tr>
 *   <tr><td>tuples.failed</td><td>failed or timed-out tuples, each time</td></tr>
 *   <tr><td>messages.overdue</td><td>times that a message was found pending for too long</td></tr>
 *   <tr><td>pending.messages, pending.events, pending.bytes</td><td>gauges</td></tr>
 *   <tr><td>pending.oldest.ms</td><td>gauge: age of the oldest pending message</td></tr>
 *   <tr><td>reconnects</td><td>gauge: lost connections replaced</td></tr>
 * </table>
 */
final class SpoutMetrics {
  final Counter messages;
  final Counter received;
  final Counter redelivered;
  final Counter acknowledged;
  final Counter failedTuples;
  final Counter overdue;
  private final Map<RejectReason, Counter> rejected;

  SpoutMetrics(TopologyContext context) {
    messages = context.registerCounter("messages");
    received = context.registerCounter("received");
    redelivered = context.registerCounter("messages.redelivered");
    acknowledged = context.registerCounter("messages.acknowledged");
    failedTuples = context.registerCounter("tuples.failed");
    overdue = context.registerCounter("messages.overdue");
    rejected = rejectedCounters(context);
  }

  /** What the gauges show; made by the spout's thread, read by Storm's metrics thread. */
  record PendingSnapshot(long messages, long events, long bytes, long oldestSinceMs) {
    long oldestAgeMs(long nowMs) {
      return messages == 0 ? 0 : nowMs - oldestSinceMs;
    }
  }

  static void registerGauges(
      TopologyContext context,
      Supplier<PendingSnapshot> pending,
      LongSupplier clockMs,
      LongSupplier reconnects) {
    gauge(context, "pending.messages", () -> pending.get().messages());
    gauge(context, "pending.events", () -> pending.get().events());
    gauge(context, "pending.bytes", () -> pending.get().bytes());
    gauge(context, "pending.oldest.ms", () -> pending.get().oldestAgeMs(clockMs.getAsLong()));
    gauge(context, "reconnects", reconnects);
  }

  private static void gauge(TopologyContext context, String name, LongSupplier value) {
    context.<Long>registerGauge(name, value::getAsLong);
  }

  static Map<RejectReason, Counter> rejectedCounters(TopologyContext context) {
    Map<RejectReason, Counter> counters = new EnumMap<>(RejectReason.class);
    for (RejectReason reason : RejectReason.values()) {
      counters.put(reason, context.registerCounter("rejected." + reason.label()));
    }
    return counters;
  }

  void received(MessageSplitter.SplitMessage message) {
    messages.inc();
    received.inc(message.lines());
    count(rejected, message.rejected());
  }

  static void count(Map<RejectReason, Counter> counters, List<Rejected> lines) {
    for (Rejected line : lines) {
      counters.get(line.reason()).inc();
    }
  }
}
