package clickcounter.spouts;

import clickcounter.event.RejectReason;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.RejectsQueue;
import clickcounter.metrics.Metric;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import com.codahale.metrics.Counter;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each rejected line to the queue of rejects as a text message with the properties {@code
 * reason} (a {@link RejectReason} label), {@code detail} (for a person) and {@code rejectedAt} (ms
 * since the epoch).
 *
 * <p>A tuple is acked when the broker has confirmed its lines, and failed when it has not within
 * {@value #GIVE_UP_AFTER_MS} ms; no line is dropped. While a full broker confirms nothing, most
 * tuples fail at once, so that Storm's queue to this bolt does not fill up and stop other
 * components. After a failure a line may be in the queue twice. {@link Metric#SENT_REJECTS} counts
 * the lines sent, from all components, by reason.
 */
public final class RejectsBolt extends BaseRichBolt {
  private static final Logger LOG = LoggerFactory.getLogger(RejectsBolt.class);
  private static final long GIVE_UP_AFTER_MS = 10_000;
  private static final long LOG_EVERY_MS = 10_000;

  private final BrokerSettings broker;
  private final long giveUpAfterMs;

  private transient OutputCollector collector;
  private transient RejectsQueue queue;
  private transient Map<RejectReason, Counter> sent;

  /** When a failure was logged last; null: never. */
  private transient Long loggedAtMs;

  private transient int unloggedFailures;

  public RejectsBolt(BrokerSettings broker) {
    this(broker, GIVE_UP_AFTER_MS);
  }

  RejectsBolt(BrokerSettings broker, long giveUpAfterMs) {
    this.broker = Objects.requireNonNull(broker, "broker");
    this.giveUpAfterMs = giveUpAfterMs;
  }

  @Override
  public void prepare(
      Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
    this.collector = collector;
    queue = new RejectsQueue(broker, giveUpAfterMs);
    try {
      queue.connect();
    } catch (IOException e) {
      throw new IllegalStateException(
          "the bolt for queue " + broker.rejectedQueue() + " cannot start: " + e.getMessage(), e);
    }
    // A task that has metrics has started.
    sent = new EnumMap<>(RejectReason.class);
    for (RejectReason reason : RejectReason.values()) {
      String name = Metric.SENT_REJECTS.exportedName(reason.label());
      sent.put(reason, context.registerCounter(name));
    }
  }

  @Override
  public void execute(Tuple tuple) {
    RejectedBatch batch = (RejectedBatch) tuple.getValueByField(Streams.BATCH);
    long nowMs = System.nanoTime() / 1_000_000;
    try {
      queue.send(batch.lines(), nowMs, System.currentTimeMillis());
    } catch (IOException e) {
      logFailure(batch, nowMs, e);
      collector.fail(tuple);
      return;
    }
    batch.lines().forEach(line -> sent.get(line.reason()).inc());
    collector.ack(tuple);
  }

  private void logFailure(RejectedBatch batch, long nowMs, IOException e) {
    unloggedFailures++;
    if (loggedAtMs != null && nowMs - loggedAtMs < LOG_EVERY_MS) {
      return;
    }
    loggedAtMs = nowMs;
    LOG.warn(
        "{} rejected lines not sent to queue {} at {} ({} such tuples since the last such warning)."
            + " Nothing is lost, they are retried, but until then their messages stay pending and"
            + " count for maxPendingMb: {}",
        batch.lines().size(),
        broker.rejectedQueue(),
        broker.url(),
        unloggedFailures,
        e.getMessage());
    unloggedFailures = 0;
  }

  @Override
  public void cleanup() {
    queue.close();
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {
    // Emits nothing.
  }
}
