package clickcounter.metrics;

import static clickcounter.metrics.Metric.Component.ADS;
import static clickcounter.metrics.Metric.Component.COUNTERS;
import static clickcounter.metrics.Metric.Component.REJECTS;
import static clickcounter.metrics.Metric.Component.SPOUT;
import static clickcounter.metrics.Metric.Type.COUNTER;
import static clickcounter.metrics.Metric.Type.GAUGE;
import static clickcounter.metrics.Metric.Type.HISTOGRAM;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All metrics of the topology. Each has one name: tasks register it in Storm under the name that
 * Prometheus reads. A counter of this table is registered by itself; a new one needs its row, a
 * call where it grows, and its line in topology/REFERENCE.md, which a test compares.
 *
 * <p>Each is exported with the labels {@code topology}, {@code host}, {@code port}, {@code
 * component} and {@code task}, never with one of an ad or a counter.
 *
 * <p>When no event is under way: received = counted + duplicates + rejected, over all components,
 * as long as no worker has ended.
 */
public enum Metric {
  MESSAGES(COUNTER, "Messages received for the first time.", SPOUT),
  RECEIVED_EVENTS(COUNTER, "Event lines in received messages, rejected ones included.", SPOUT),
  COUNTED_EVENTS(COUNTER, "Events that were counted.", ADS, COUNTERS),
  DUPLICATE_EVENTS(COUNTER, "Events that had been counted before.", ADS, COUNTERS),
  REJECTED_EVENTS(COUNTER, "Event lines that this component rejected.", SPOUT, ADS, COUNTERS),
  SENT_REJECTS(COUNTER, "reason", "Rejected lines sent to the queue of rejects.", REJECTS),
  REDELIVERED_MESSAGES(COUNTER, "Messages that the broker delivered again.", SPOUT),
  ACKNOWLEDGED_MESSAGES(COUNTER, "Acknowledgements handed to the JMS client.", SPOUT),
  FAILED_TUPLES(COUNTER, "Tuples that failed or timed out; they are retried.", SPOUT),
  RECONNECTS(COUNTER, "Lost connections to the broker that were replaced.", SPOUT),
  PENDING_MESSAGES(GAUGE, "Messages received and not acknowledged.", SPOUT),
  PENDING_EVENTS(GAUGE, "Events in pending messages.", SPOUT),
  PENDING_BYTES(GAUGE, "Memory that pending messages and their events take, estimated.", SPOUT),
  PENDING_OLDEST_SECONDS(GAUGE, "Age of the oldest pending message.", SPOUT),
  PAUSED(GAUGE, "1 while the topology is paused, else 0.", SPOUT),
  QUEUE_WAIT_SECONDS(
      GAUGE, "How long the newest message had waited in the queue; 0: it was empty.", SPOUT),
  COST_MICROS(COUNTER, "Costs of counted clicks, in millionths of the currency.", ADS),
  OVERDELIVERED_MICROS(
      COUNTER,
      "Costs of clicks beyond their ad's budget when they were counted; nobody pays them.",
      ADS),
  SENT_STATES(COUNTER, "States of ads that were sent to their topic.", ADS),
  FAILED_STATES(COUNTER, "States of ads that the broker has not confirmed in time.", ADS),
  PUTS(COUNTER, "Puts of documents that were started.", ADS, COUNTERS),
  ENDED_PUTS(COUNTER, "end", "Puts that have ended, by how.", ADS, COUNTERS),
  PUT_EVENTS(COUNTER, "Events that puts made durable, each in its first put.", ADS, COUNTERS),
  PUT_BYTES(COUNTER, "Sizes of documents that were put.", ADS, COUNTERS),
  PUT_ANSWER_SECONDS(HISTOGRAM, "Time until the store answered a put.", ADS, COUNTERS),
  DEFERRAL_AGE_SECONDS(HISTOGRAM, "Time that the oldest event of a put had waited.", ADS, COUNTERS),
  DEFERRAL_BOUND_SECONDS(GAUGE, "The setting deferralMs: a put waits about as long.", ADS),
  DURABLE_AFTER_SECONDS(
      HISTOGRAM,
      "Time from the arrival of a delivery at its task until all its events were durable.",
      ADS),
  READS(COUNTER, "Reads of documents that were started.", ADS, COUNTERS),
  FAILED_READS(COUNTER, "Reads that have failed.", ADS, COUNTERS),
  MERGED_SIBLINGS(COUNTER, "Times that siblings were read and merged.", ADS, COUNTERS),
  BLOCKED_DOCUMENTS(COUNTER, "Times that a document was found to be unusable.", ADS, COUNTERS),
  LAST_BLOCKED_TIMESTAMP_SECONDS(
      GAUGE,
      "When a document was last found to be unusable, in seconds since 1970; 0: never.",
      ADS,
      COUNTERS),
  UNRECORDED_MARKS(COUNTER, "Counted ids whose counter's document is unusable.", COUNTERS),
  CROWDED_COUNTERS(COUNTER, "Times that a counter reached its limit of gaps.", COUNTERS),
  HELD_EVENTS(GAUGE, "Events in an ads task that are not decided yet.", ADS),
  BUSY_DOCUMENTS(GAUGE, "Documents of ads with pending events, a read or a put.", ADS),
  HELD_DELIVERIES(GAUGE, "Requests that a counters task has not finished.", COUNTERS),
  COUNTERS_IN_MEMORY(GAUGE, "Counters in the memory of a counters task.", COUNTERS),
  MISSING_EVENTS(GAUGE, "Events that are missing, of the counters in memory.", COUNTERS);

  private static final Map<String, Metric> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Metric::exportedName, Function.identity()));

  private final Type type;
  private final String label;
  private final String help;
  private final Set<Component> components;

  /** What a metric is. Times are in seconds. */
  public enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  public enum Component {
    SPOUT,
    ADS,
    COUNTERS,
    REJECTS;

    /** The name in Storm. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Metric(Type type, String help, Component... components) {
    this(type, null, help, components);
  }

  /**
   * @param label besides those that all have; its values are known in advance
   */
  Metric(Type type, String label, String help, Component... components) {
    this.type = type;
    this.label = label;
    this.help = help;
    this.components = Set.of(components);
  }

  /** The name in Storm and in Prometheus. Histograms have three there, with endings. */
  public String exportedName() {
    return type == COUNTER ? familyName() + "_total" : familyName();
  }

  /** The name without the ending {@code _total} of counters. */
  public String familyName() {
    return "clickcounter_" + name().toLowerCase(Locale.ROOT);
  }

  /** The name in Storm of the part with this value of its label. */
  public String exportedName(String labelValue) {
    return exportedName() + '.' + labelValue;
  }

  public Type type() {
    return type;
  }

  public String help() {
    return help;
  }

  /** The label besides those that all have; null for none. */
  public String label() {
    return label;
  }

  public boolean isOf(Component component) {
    return components.contains(component);
  }

  /** The metric of this name; null if there is none. */
  public static Metric named(String exportedName) {
    return BY_NAME.get(exportedName);
  }

  /** The counters that each task of a component has, without those with a label. */
  public static List<Metric> countersOf(Component component) {
    return Arrays.stream(values())
        .filter(metric -> metric.isOf(component) && metric.type == COUNTER && metric.label == null)
        .toList();
  }
}
