package clickcounter.spouts;

import clickcounter.event.RejectReason;
import clickcounter.jms.Backoff;
import clickcounter.jms.BrokerSettings;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import com.codahale.metrics.Counter;
import jakarta.jms.JMSException;
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
 * Sends rejected lines to the queue of rejects: a text message for each, the line, with the
 * properties {@code reason} (a {@link RejectReason} label), {@code detail} (for a person) and
 * {@code rejectedAt} (ms since the epoch).
 *
 * <p>A tuple is acked when the broker has committed its lines, and failed when it has not; none is
 * dropped. A line may be there twice after a failure. Its metrics {@code rejected.<reason>} count
 * lines sent, all components' together.
 */
public final class RejectsBolt extends BaseRichBolt {
  private static final Logger LOG = LoggerFactory.getLogger(RejectsBolt.class);
  private static final long RECONNECT_TIMEOUT_MS = 5_000;

  private final BrokerSettings broker;
  private final long startupTimeoutMs;

  private transient OutputCollector collector;
  private transient RejectsQueue queue;
  private transient Map<RejectReason, Counter> sent;

  public RejectsBolt(BrokerSettings broker, long startupTimeoutMs) {
    this.broker = Objects.requireNonNull(broker, "broker");
    this.startupTimeoutMs = startupTimeoutMs;
  }

  @Override
  public void prepare(
      Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
    this.collector = collector;
    sent = SpoutMetrics.rejectedCounters(context);
    queue = new RejectsQueue(broker, RECONNECT_TIMEOUT_MS, Backoff.DEFAULT);
    try {
      queue.connect(startupTimeoutMs);
    } catch (JMSException e) {
      throw new IllegalStateException(
          "the bolt for queue " + broker.rejectedQueue() + " cannot start: " + e.getMessage(), e);
    }
  }

  @Override
  public void execute(Tuple tuple) {
    RejectedBatch batch = (RejectedBatch) tuple.getValueByField(Streams.BATCH);
    try {
      queue.send(batch.lines(), System.nanoTime() / 1_000_000, System.currentTimeMillis());
    } catch (JMSException e) {
      LOG.warn(
          "{} rejected lines not sent to queue {} at {}; they are tried again, nothing is lost: {}",
          batch.lines().size(),
          broker.rejectedQueue(),
          broker.url(),
          e.getMessage());
      collector.fail(tuple);
      return;
    }
    SpoutMetrics.count(sent, batch.lines());
    collector.ack(tuple);
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
