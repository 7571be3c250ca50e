package clickcounter.storm;

import clickcounter.counting.AdsTask;
import clickcounter.counting.CountersTask;
import clickcounter.counting.CountingMetrics;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.store.DocumentKey;
import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.storm.task.TopologyContext;

/**
 * The counters, histograms and gauges of one ads or counters task, registered with Storm as {@link
 * Metric} says.
 */
final class BoltMetrics implements CountingMetrics {
  private static final double MS_PER_SECOND = 1_000;

  private final TopologyContext context;
  private final Map<Metric, Counter> counters = new EnumMap<>(Metric.class);
  private final Map<PutEnd, Counter> putEnds = new EnumMap<>(PutEnd.class);
  private final BucketHistogram deferralAge = BucketHistogram.ofDeferrals();
  private final BucketHistogram durableAfter = BucketHistogram.ofDeferrals();
  private final BucketHistogram putAnswer = BucketHistogram.ofAnswers();

  /** Read by other threads. */
  private volatile long lastBlockedMs;

  private BoltMetrics(TopologyContext context, Component component) {
    this.context = context;
    for (Metric metric : Metric.countersOf(component)) {
      counters.put(metric, context.registerCounter(metric.exportedName()));
    }
    for (PutEnd end : PutEnd.values()) {
      String name = Metric.ENDED_PUTS.exportedName(end.name().toLowerCase(Locale.ROOT));
      putEnds.put(end, context.registerCounter(name));
    }
    gauge(Metric.DEFERRAL_AGE_SECONDS, deferralAge);
    gauge(Metric.PUT_ANSWER_SECONDS, putAnswer);
    gauge(Metric.LAST_BLOCKED_TIMESTAMP_SECONDS, () -> lastBlockedMs / MS_PER_SECOND);
  }

  /**
   * @param deferralMs the setting, for those who compare the age of a put with it
   */
  static BoltMetrics ofAds(TopologyContext context, long deferralMs) {
    BoltMetrics metrics = new BoltMetrics(context, Component.ADS);
    metrics.gauge(Metric.DURABLE_AFTER_SECONDS, metrics.durableAfter);
    metrics.gauge(Metric.DEFERRAL_BOUND_SECONDS, () -> deferralMs / MS_PER_SECOND);
    return metrics;
  }

  static BoltMetrics ofCounters(TopologyContext context) {
    return new BoltMetrics(context, Component.COUNTERS);
  }

  private void gauge(Metric metric, Gauge<?> gauge) {
    context.registerGauge(metric.exportedName(), gauge);
  }

  void registerGauges(AdsTask<?> task) {
    gauge(Metric.HELD_EVENTS, task::heldEvents);
    gauge(Metric.BUSY_DOCUMENTS, task::busyDocuments);
  }

  /**
   * @param missingIds read by other threads
   */
  void registerGauges(CountersTask<?> task, LongSupplier missingIds) {
    gauge(Metric.HELD_DELIVERIES, task::heldDeliveries);
    gauge(Metric.COUNTERS_IN_MEMORY, task::counters);
    gauge(Metric.MISSING_EVENTS, missingIds::getAsLong);
  }

  private void count(Metric metric) {
    count(metric, 1);
  }

  private void count(Metric metric, long more) {
    counters.get(metric).inc(more);
  }

  @Override
  public void done(int counted, int duplicates, int rejected) {
    count(Metric.COUNTED_EVENTS, counted);
    count(Metric.DUPLICATE_EVENTS, duplicates);
    count(Metric.REJECTED_EVENTS, rejected);
  }

  @Override
  public void durableAfter(long ms) {
    durableAfter.update(ms);
  }

  @Override
  public void costs(long costMicros, long overdeliveredMicros) {
    count(Metric.COST_MICROS, costMicros);
    count(Metric.OVERDELIVERED_MICROS, overdeliveredMicros);
  }

  @Override
  public void stateSent() {
    count(Metric.SENT_STATES);
  }

  @Override
  public void stateFailed() {
    count(Metric.FAILED_STATES);
  }

  @Override
  public void putStarted(int events, int bytes, long ageMs) {
    count(Metric.PUTS);
    count(Metric.PUT_EVENTS, events);
    count(Metric.PUT_BYTES, bytes);
    deferralAge.update(ageMs);
  }

  @Override
  public void putEnded(PutEnd end, long tookMs) {
    putEnds.get(end).inc();
    putAnswer.update(tookMs);
  }

  @Override
  public void readStarted() {
    count(Metric.READS);
  }

  @Override
  public void readFailed() {
    count(Metric.FAILED_READS);
  }

  @Override
  public void merged(int siblings) {
    count(Metric.MERGED_SIBLINGS);
  }

  @Override
  public void blocked(DocumentKey document) {
    count(Metric.BLOCKED_DOCUMENTS);
    lastBlockedMs = Clocks.millis();
  }

  @Override
  public void tooManyGaps() {
    count(Metric.CROWDED_COUNTERS);
  }

  @Override
  public void unrecorded(long ids) {
    count(Metric.UNRECORDED_MARKS, ids);
    lastBlockedMs = Clocks.millis();
  }
}
