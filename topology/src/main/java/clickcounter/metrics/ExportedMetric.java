package clickcounter.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The table of all metrics that a worker exports: of which metric in Storm each is, its kind and
 * its help text. Nothing is guessed from names: what is not in the table is not exported, and a new
 * metric goes here and into topology/OPERATIONS.md, which a test compares.
 *
 * <p>Each has the labels {@code topology}, {@code host}, {@code port}, {@code component} and {@code
 * task}, never one of an ad or a counter.
 */
public enum ExportedMetric {
  MESSAGES("messages", Kind.COUNTER, "Messages received for the first time."),
  RECEIVED_EVENTS(
      "received", Kind.COUNTER, "Event lines in received messages, rejected ones included."),
  COUNTED_EVENTS("counted", Kind.COUNTER, "Events that were counted."),
  DUPLICATE_EVENTS("duplicates", Kind.COUNTER, "Events that had been counted before."),
  REJECTED_EVENTS("rejected", Kind.COUNTER, "Event lines that this component rejected."),
  SENT_REJECTS("rejected.", Kind.COUNTER, "reason", "Rejected lines sent to the queue of rejects."),
  REDELIVERED_MESSAGES(
      "messages.redelivered", Kind.COUNTER, "Messages that the broker delivered again."),
  ACKNOWLEDGED_MESSAGES(
      "messages.acknowledged", Kind.COUNTER, "Acknowledgements handed to the JMS client."),
  OVERDUE_MESSAGES(
      "messages.overdue", Kind.COUNTER, "Times that a message was pending for too long."),
  FAILED_TUPLES(
      "tuples.failed", Kind.COUNTER, "Tuples that failed or timed out; they are retried."),
  RECONNECTS("reconnects", Kind.COUNTER, "Lost connections to the broker that were replaced."),
  PENDING_MESSAGES("pending.messages", Kind.GAUGE, "Messages received and not acknowledged."),
  PENDING_EVENTS("pending.events", Kind.GAUGE, "Events in pending messages."),
  PENDING_BYTES("pending.bytes", Kind.GAUGE, "Bodies of pending messages."),
  PENDING_OLDEST_SECONDS(
      "pending.oldest.ms", Kind.GAUGE_OF_MS, "Age of the oldest pending message."),
  COST_MICROS(
      "costs.micros", Kind.COUNTER, "Costs of counted clicks, in millionths of the currency."),
  OVERDELIVERED_MICROS(
      "overdelivered.micros",
      Kind.COUNTER,
      "Costs of clicks beyond their ad's budget when they were counted; nobody pays them."),
  SENT_STATES("states.sent", Kind.COUNTER, "States of ads that were sent to their topic."),
  FAILED_STATES(
      "states.failed", Kind.COUNTER, "States of ads that the broker has not confirmed in time."),
  HOUR_ROLLS(
      "hours.rolled",
      Kind.COUNTER,
      "Closed hours that left an ad's document for that of their day."),
  REFUSED_HOUR_ROLLS(
      "hours.refused",
      Kind.COUNTER,
      "Times that closed hours could not leave an ad's document: that of their day is newer or damaged."),
  HOUR_TAKE_BACKS(
      "hours.taken-back",
      Kind.COUNTER,
      "Hours that a late event took back into its ad's document."),
  PUTS("puts", Kind.COUNTER, "Puts of documents that were started."),
  ENDED_PUTS("puts.", Kind.COUNTER, "end", "Puts that have ended, by how."),
  PUT_EVENTS("puts.events", Kind.COUNTER, "Events that puts made durable, each in its first put."),
  PUT_BYTES("puts.bytes", Kind.COUNTER, "Sizes of documents that were put."),
  PUT_ANSWER_SECONDS(
      "puts.answer-ms", Kind.HISTOGRAM_OF_MS, "Time until the store answered a put."),
  DEFERRAL_AGE_SECONDS(
      "puts.deferral-age-ms",
      Kind.HISTOGRAM_OF_MS,
      "Time that the oldest event of a put had waited."),
  DEFERRAL_BOUND_SECONDS(
      "deferral.bound-ms", Kind.GAUGE_OF_MS, "The setting deferralMs: a put waits about as long."),
  DURABLE_AFTER_SECONDS(
      "durable.after-ms",
      Kind.HISTOGRAM_OF_MS,
      "Time from the arrival of a delivery at its task until all its events were durable."),
  READS("reads", Kind.COUNTER, "Reads of documents that were started."),
  FAILED_READS("reads.failed", Kind.COUNTER, "Reads that have failed."),
  MERGED_SIBLINGS("siblings.merged", Kind.COUNTER, "Times that siblings were read and merged."),
  BLOCKED_DOCUMENTS(
      "documents.blocked", Kind.COUNTER, "Times that a document was found to be unusable."),
  UNRECORDED_MARKS(
      "marks.unrecorded", Kind.COUNTER, "Counted ids whose counter's document is unusable."),
  CROWDED_COUNTERS(
      "counters.too-many-gaps", Kind.COUNTER, "Times that a counter reached its limit of gaps."),
  HELD_EVENTS("held.events", Kind.GAUGE, "Events in an ads task that are not decided yet."),
  BUSY_DOCUMENTS(
      "documents.busy", Kind.GAUGE, "Documents of ads with pending events, a read or a put."),
  HELD_DELIVERIES("held.deliveries", Kind.GAUGE, "Requests that a counters task has not finished."),
  COUNTERS("counters", Kind.GAUGE, "Counters in the memory of a counters task."),
  MISSING_EVENTS("gaps.missing", Kind.GAUGE, "Events that are missing, of the counters in memory.");

  /** The ends of puts; other metrics begin with {@code puts.}, too. */
  private static final List<String> ENDS =
      List.of("stored", "siblings", "conflict", "doubt", "refused");

  private static final String SPOUT = "spout";

  private final String stormName;
  private final Kind kind;
  private final String label;
  private final String help;

  /** What a metric is, and how its value is turned into what is exported. */
  enum Kind {
    COUNTER,
    GAUGE,
    /** Of milliseconds, exported in seconds. */
    GAUGE_OF_MS,
    /** Of milliseconds, exported in seconds. */
    HISTOGRAM_OF_MS
  }

  ExportedMetric(String stormName, Kind kind, String help) {
    this(stormName, kind, null, help);
  }

  /**
   * @param stormName with a dot at its end, after which comes the value of the label
   */
  ExportedMetric(String stormName, Kind kind, String label, String help) {
    this.stormName = stormName;
    this.kind = kind;
    this.label = label;
    this.help = help;
  }

  /** The name without the ending {@code _total}, which counters get. */
  String familyName() {
    return "clickcounter_" + name().toLowerCase(Locale.ROOT);
  }

  /** The name as Prometheus stores it; a histogram has three more, with endings. */
  public String exportedName() {
    return kind == Kind.COUNTER ? familyName() + "_total" : familyName();
  }

  Kind kind() {
    return kind;
  }

  public String help() {
    return help;
  }

  /** The label besides those that all have; null for none. */
  public String label() {
    return label;
  }

  /** The type as Prometheus calls it. */
  public String type() {
    return switch (kind) {
      case COUNTER -> "counter";
      case GAUGE, GAUGE_OF_MS -> "gauge";
      case HISTOGRAM_OF_MS -> "histogram";
    };
  }

  /**
   * The value of the label of a metric in Storm; empty for a metric without; null if it is not this
   * one.
   */
  private String labelOf(String name) {
    if (label == null) {
      return name.equals(stormName) ? "" : null;
    }
    if (!name.startsWith(stormName)) {
      return null;
    }
    String value = name.substring(stormName.length());
    return this != ENDED_PUTS || ENDS.contains(value) ? value : null;
  }

  /**
   * @param labelValue empty for a metric without a label of its own
   */
  record Match(ExportedMetric metric, String labelValue) {}

  /** As what a metric of a component is exported; null if it is not. */
  static Match of(String component, String name) {
    if (component.equals(SPOUT) && name.startsWith(SENT_REJECTS.stormName)) {
      return new Match(REJECTED_EVENTS, ""); // the spout counts them by reason
    }
    for (ExportedMetric metric : values()) {
      String value = metric.labelOf(name);
      if (value != null) {
        return new Match(metric, value);
      }
    }
    return null;
  }

  /** The table of topology/OPERATIONS.md, a line each. */
  public static List<String> table() {
    List<String> lines = new ArrayList<>();
    for (ExportedMetric metric : values()) {
      lines.add(
          "| `%s`%s | %s | %s |"
              .formatted(
                  metric.exportedName(),
                  metric.label == null ? "" : " by `" + metric.label + "`",
                  metric.type(),
                  metric.help));
    }
    return lines;
  }
}
