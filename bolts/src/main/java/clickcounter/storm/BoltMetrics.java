package clickcounter.storm;

import clickcounter.counting.AdsTask;
import clickcounter.counting.CountersTask;
import clickcounter.counting.CountingMetrics;
import clickcounter.wire.Streams;
import com.codahale.metrics.Counter;
import com.codahale.metrics.Histogram;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * The counters, histograms and gauges of one ads or counters task, registered with Storm. A new
 * metric of the bolts goes here, and into topology/OPERATIONS.md.
 *
 * <p>When no event is under way: received (of the spouts) = counted + duplicates + rejected, summed
 * over spouts, ads and counters tasks, as long as no worker has ended.
 */
final class BoltMetrics implements CountingMetrics {
  /**
   * A redelivery comes within the message timeout: these are the deliveries of 60 s, the default,
   * at 1,000 a second.
   */
  private static final int MOST_REMEMBERED = 60_000;

  /** Storm's histograms keep a sample only, and adding a value costs time. */
  private static final int PUTS_PER_SAMPLE = 16;

  private final ReportedDeliveries reported = new ReportedDeliveries(MOST_REMEMBERED);
  private final Counter counted;
  private final Counter duplicates;
  private final Counter rejected;
  private final Counter puts;
  private final Counter putEvents;
  private final Counter putBytes;
  private final Histogram eventsPerPut;
  private final Histogram bytesPerPut;
  private final Histogram deferralAgeMs;
  private final Histogram durableAfterMs;
  private final Histogram putAnswerMs;
  private final Map<PutEnd, Counter> putEnds = new EnumMap<>(PutEnd.class);
  private final Counter reads;
  private final Counter readsFailed;
  private final Counter merged;
  private final Counter blocked;
  private final Counter unrecorded;
  private final Counter tooManyGaps;
  private final Counter costMicros;
  private final Counter overdeliveredMicros;
  private final Counter statesSent;
  private final Counter statesFailed;
  private final Counter hoursRolled;
  private final Counter rollsRefused;
  private final Counter hoursTakenBack;
  private long putsSeen;

  BoltMetrics(TopologyContext context) {
    counted = context.registerCounter("counted");
    duplicates = context.registerCounter("duplicates");
    rejected = context.registerCounter("rejected");
    puts = context.registerCounter("puts");
    putEvents = context.registerCounter("puts.events");
    putBytes = context.registerCounter("puts.bytes");
    eventsPerPut = context.registerHistogram("puts.events-per-put");
    bytesPerPut = context.registerHistogram("puts.bytes-per-put");
    durableAfterMs = registered(context, "durable", "after-ms", BucketHistogram.ofDeferrals(false));
    deferralAgeMs =
        registered(context, "puts", "deferral-age-ms", BucketHistogram.ofDeferrals(true));
    putAnswerMs = registered(context, "puts", "answer-ms", BucketHistogram.ofAnswers());
    for (PutEnd end : PutEnd.values()) {
      putEnds.put(end, context.registerCounter("puts." + end.name().toLowerCase(Locale.ROOT)));
    }
    costMicros = context.registerCounter("costs.micros");
    overdeliveredMicros = context.registerCounter("overdelivered.micros");
    statesSent = context.registerCounter("states.sent");
    statesFailed = context.registerCounter("states.failed");
    hoursRolled = context.registerCounter("hours.rolled");
    rollsRefused = context.registerCounter("hours.refused");
    hoursTakenBack = context.registerCounter("hours.taken-back");
    reads = context.registerCounter("reads");
    readsFailed = context.registerCounter("reads.failed");
    merged = context.registerCounter("siblings.merged");
    blocked = context.registerCounter("documents.blocked");
    unrecorded = context.registerCounter("marks.unrecorded");
    tooManyGaps = context.registerCounter("counters.too-many-gaps");
  }

  /** Storm makes histograms of its own kind, but takes others in a set. */
  private static Histogram registered(
      TopologyContext context, String prefix, String name, Histogram histogram) {
    context.registerMetricSet(prefix, () -> Map.of(name, histogram));
    return histogram;
  }

  /**
   * @param deferralMs the setting, for those who compare the age of a put with it
   */
  static void registerGauges(TopologyContext context, AdsTask<?> task, long deferralMs) {
    context.registerGauge("deferral.bound-ms", () -> deferralMs);
    context.registerGauge("held.events", task::heldEvents);
    context.registerGauge("documents.busy", task::busyDocuments);
  }

  /**
   * @param missingIds read by Storm's metrics thread
   */
  static void registerGauges(
      TopologyContext context, CountersTask<?> task, LongSupplier missingIds) {
    context.registerGauge("held.deliveries", task::heldDeliveries);
    context.registerGauge("counters", task::counters);
    context.registerGauge("gaps.missing", missingIds::getAsLong);
  }

  @Override
  public void done(Object delivery, int counted, int duplicates, int rejected) {
    if (!reported.add(((Tuple) delivery).getLongByField(Streams.DELIVERY))) {
      return;
    }
    this.counted.inc(counted);
    this.duplicates.inc(duplicates);
    this.rejected.inc(rejected);
  }

  @Override
  public void durableAfter(long ms) {
    durableAfterMs.update(ms);
  }

  @Override
  public void costs(long costMicros, long overdeliveredMicros) {
    this.costMicros.inc(costMicros);
    this.overdeliveredMicros.inc(overdeliveredMicros);
  }

  @Override
  public void hoursRolled(int hours) {
    hoursRolled.inc(hours);
  }

  @Override
  public void rollRefused() {
    rollsRefused.inc();
  }

  @Override
  public void hourTakenBack() {
    hoursTakenBack.inc();
  }

  @Override
  public void stateSent() {
    statesSent.inc();
  }

  @Override
  public void stateFailed() {
    statesFailed.inc();
  }

  @Override
  public void putStarted(int events, int bytes, long ageMs) {
    puts.inc();
    putEvents.inc(events);
    putBytes.inc(bytes);
    deferralAgeMs.update(ageMs);
    if (putsSeen++ % PUTS_PER_SAMPLE == 0) {
      eventsPerPut.update(events);
      bytesPerPut.update(bytes);
    }
  }

  @Override
  public void putEnded(PutEnd end, long tookMs) {
    putEnds.get(end).inc();
    putAnswerMs.update(tookMs);
  }

  @Override
  public void readStarted() {
    reads.inc();
  }

  @Override
  public void readFailed() {
    readsFailed.inc();
  }

  @Override
  public void merged(int siblings) {
    merged.inc();
  }

  @Override
  public void blocked() {
    blocked.inc();
  }

  @Override
  public void tooManyGaps() {
    tooManyGaps.inc();
  }

  @Override
  public void unrecorded(long ids) {
    unrecorded.inc(ids);
  }
}
