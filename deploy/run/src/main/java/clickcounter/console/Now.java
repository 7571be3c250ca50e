package clickcounter.console;

import clickcounter.metrics.Metric;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.QueueLoad;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the first page shows, as it is sent to browsers. A part is null while it is not known.
 *
 * @param workers how many workers answer
 * @param deferralBoundS the setting deferralMs, in seconds: a put waits about as long at most
 * @param attention what needs a person, each with what to do
 * @param watch what will need one if it stays so
 * @param away what does not answer, and since when
 */
record Now(
    long atMs,
    int workers,
    Events events,
    Puts puts,
    Times times,
    double deferralBoundS,
    QueueLoad queue,
    DocumentState counters,
    long oldestGapMs,
    List<String> attention,
    List<String> watch,
    List<Away> away) {

  /**
   * The equation: received = counted + duplicates + rejected + unfinished. An event that is
   * redelivered after it was counted is among the duplicates once more, and lowers what is
   * unfinished.
   *
   * @param sinceStart of the workers that run now; null if the sums do not fit each other, because
   *     a worker was restarted and the others go on
   */
  record Events(
      double countedPerSecond, Equation sinceStart, Equation lastMinute, double pending) {}

  record Equation(
      double received, double counted, double duplicates, double rejected, double unfinished) {
    /** Whether what is unfinished can be in pending messages. */
    boolean fits(double pending, double slack) {
      return unfinished >= -slack && unfinished <= pending + slack;
    }

    static Equation of(ToDoubleFunction<Metric> sum) {
      double received = sum.applyAsDouble(Metric.RECEIVED_EVENTS);
      double counted = sum.applyAsDouble(Metric.COUNTED_EVENTS);
      double duplicates = sum.applyAsDouble(Metric.DUPLICATE_EVENTS);
      double rejected = sum.applyAsDouble(Metric.REJECTED_EVENTS);
      return new Equation(
          received, counted, duplicates, rejected, received - counted - duplicates - rejected);
    }
  }

  /**
   * Puts of the last minute.
   *
   * @param perSecond of ads' documents; times {@code eventsPerPut} it is the events a second
   * @param eventsPerPut of ads' documents
   */
  record Puts(double perSecond, double eventsPerPut, double siblings, double doubts) {}

  /** In seconds; the 99th percentiles of the last minute, null without values. */
  record Times(double oldestPending, Double deferral, Double durable, Double putAnswer) {}

  /** A part of the system that does not answer. */
  record Away(String what, String why, long sinceMs) {}
}
