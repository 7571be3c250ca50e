package clickcounter.spouts;

import clickcounter.event.ClockLimit;
import clickcounter.jms.Backoff;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.ReceivedMessage;
import clickcounter.jms.ReceivedMessage.Receipt;
import clickcounter.jms.Subscription;
import clickcounter.metrics.Metric;
import clickcounter.spouts.MessageSplitter.SplitMessage;
import clickcounter.spouts.PendingMessages.PendingTuple;
import clickcounter.spouts.PendingMessages.Size;
import clickcounter.wire.Streams;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives messages and emits their events: one tuple for each ads task concerned, one for each
 * close or write-off, and one for all unreadable lines.
 *
 * <p>A message is acknowledged only when all its tuples are acked ({@link PendingMessages} decides,
 * {@link Subscription} sends it). So each event is emitted at least once, and more than once after
 * a failure, a reconnect or a crash. Needs ackers: without them Storm acks tuples that no bolt has
 * seen.
 */
public final class JmsSpout extends BaseRichSpout {
  private static final Logger LOG = LoggerFactory.getLogger(JmsSpout.class);

  /** Limits one call of nextTuple, so that acks are handled in between. */
  private static final int MOST_TUPLES_A_CALL = 100;

  private static final int MOST_MESSAGES_A_CALL = 500;

  /** From this size on, a larger tuple saves next to nothing. */
  private static final int ENOUGH_LINES = 500;

  /** A lost connection may lose the acknowledgements of a few milliseconds. */
  private static final int DONE_MEMORY = 20_000;

  private final BrokerSettings broker;
  private final SpoutSettings settings;
  private final String adsComponent;
  private final String countersComponent;

  private transient SpoutOutputCollector collector;
  private transient List<Integer> adsTasks;
  private transient List<Integer> countersTasks;
  private transient MessageSplitter splitter;
  private transient Subscription subscription;
  private transient PendingMessages<Receipt> pending;
  private transient SpoutMetrics metrics;

  /** How long the newest message had waited in the queue; 0 when that was empty. */
  private transient long queueWaitMs;

  /** While deactivated Storm does not call nextTuple, but still acks and fails tuples. */
  private transient boolean isDeactivated;

  /** For the gauges, which other threads read. */
  private transient volatile SpoutMetrics.PendingSnapshot snapshot;

  /**
   * @param adsComponent the component whose tasks receive the events, each those of its ads
   * @param countersComponent the component whose tasks receive closes and write-offs, each those of
   *     its counters
   */
  public JmsSpout(
      BrokerSettings broker,
      SpoutSettings settings,
      String adsComponent,
      String countersComponent) {
    this.broker = Objects.requireNonNull(broker, "broker");
    this.settings = Objects.requireNonNull(settings, "settings");
    this.adsComponent = Objects.requireNonNull(adsComponent, "adsComponent");
    this.countersComponent = Objects.requireNonNull(countersComponent, "countersComponent");
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {
    Fields batch = new Fields(Streams.BATCH);
    declarer.declareStream(Streams.EVENTS, true, batch);
    declarer.declareStream(Streams.MARKS, true, batch);
    declarer.declareStream(Streams.COUNTER_EVENTS, true, batch);
    declarer.declareStream(Streams.REJECTED, batch);
  }

  @Override
  public void open(
      Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
    this.collector = collector;
    adsTasks = Streams.inOrder(adsComponent, context.getComponentTasks(adsComponent));
    countersTasks =
        Streams.inOrder(countersComponent, context.getComponentTasks(countersComponent));
    requireAckers(conf);
    splitter = new MessageSplitter(adsTasks.size(), countersTasks.size());
    subscription = subscribe();
    metrics = new SpoutMetrics(context); // A task that has metrics has started.
    pending =
        new PendingMessages<>(
            settings.maxPendingBytes(), DONE_MEMORY, Backoff.DEFAULT, this::acknowledge);
    takeSnapshot(nowMs());
    metrics.registerGauges(() -> snapshot, JmsSpout::nowMs);
  }

  @Override
  public void nextTuple() {
    long nowMs = nowMs();
    if (!emitReady(nowMs)) {
      receive(nowMs);
      emitReady(nowMs);
    }
    metrics.reached(Metric.RECONNECTS, subscription.reconnects());
    takeSnapshot(nowMs);
  }

  @Override
  public void ack(Object messageId) {
    pending.acked(tuple(messageId));
    takeSnapshotIfDeactivated();
  }

  @Override
  public void fail(Object messageId) {
    PendingTuple<Receipt> tuple = tuple(messageId);
    pending.failed(tuple, nowMs());
    metrics.count(Metric.FAILED_TUPLES);
    takeSnapshotIfDeactivated();
    LOG.debug(
        "tuple of message {} on stream {} failed {} times, will be emitted again",
        tuple.jmsMessageId(),
        tuple.content.stream(),
        tuple.failures());
  }

  @Override
  public void deactivate() {
    isDeactivated = true;
    takeSnapshot(nowMs());
    subscription.pause();
  }

  @Override
  public void activate() {
    isDeactivated = false;
    takeSnapshot(nowMs());
    subscription.resume();
  }

  @Override
  public void close() {
    subscription.close();
  }

  private static void requireAckers(Map<String, Object> conf) {
    if (conf.get(Config.TOPOLOGY_ACKER_EXECUTORS) instanceof Number ackers
        && ackers.intValue() == 0) {
      throw new IllegalStateException(
          Config.TOPOLOGY_ACKER_EXECUTORS
              + ": expected at least 1, got 0: messages would be acknowledged before they are"
              + " counted, and lost in a crash");
    }
  }

  private Subscription subscribe() {
    try {
      return Subscription.open(broker, settings.maxMessageBytes(), settings.startupTimeoutMs());
    } catch (JMSException e) {
      throw new IllegalStateException(
          "the spout cannot start, nothing was read from queue %s: %s"
              .formatted(broker.queue(), e.getMessage()),
          e);
    }
  }

  /** Emits the tuples that are due; false when there was none. */
  private boolean emitReady(long nowMs) {
    int emitted = 0;
    while (emitted < MOST_TUPLES_A_CALL) {
      PendingTuple<Receipt> tuple = pending.next(nowMs);
      if (tuple == null) {
        break;
      }
      emit(tuple);
      emitted++;
    }
    return emitted > 0;
  }

  private void emit(PendingTuple<Receipt> tuple) {
    OutgoingTuple content = tuple.content;
    Values values = new Values(content.payload());
    if (content.task() == OutgoingTuple.ANY_TASK) {
      collector.emit(content.stream(), values, tuple);
    } else {
      List<Integer> tasks = content.stream().equals(Streams.EVENTS) ? adsTasks : countersTasks;
      collector.emitDirect(tasks.get(content.task()), content.stream(), values, tuple);
    }
  }

  /** Receives the messages that are there, up to some hundred lines, which share tuples. */
  private void receive(long nowMs) {
    long timeMs = System.currentTimeMillis();
    ClockLimit clock = settings.clockLimit(timeMs);
    for (int i = 0; i < MOST_MESSAGES_A_CALL && hasRoom(); i++) {
      ReceivedMessage received = subscription.poll();
      if (received == null) {
        queueWaitMs = 0;
        break;
      }
      if (pending.recognise(received.id(), received.receipt())) {
        metrics.count(Metric.REDELIVERED_MESSAGES);
      } else {
        queueWaitMs = received.waitedMs(timeMs);
        take(received, clock, nowMs);
      }
    }
    if (splitter.sharedLines() > 0) {
      pending.seal(splitter.takeShared(), nowMs);
    }
  }

  private boolean hasRoom() {
    return splitter.sharedLines() < ENOUGH_LINES && pending.hasRoom();
  }

  private void take(ReceivedMessage received, ClockLimit clock, long nowMs) {
    SplitMessage message = splitter.add(received.text(), received.unreadable(), clock);
    metrics.received(message);
    long bytes = received.heldBytes() + (long) message.lines() * SpoutSettings.EVENT_BYTES;
    Size size = new Size(message.lines(), bytes);
    if (message.sharedLines() > 0) {
      pending.take(received.id(), received.receipt(), size, message.tuples());
    } else {
      pending.add(received.id(), received.receipt(), size, message.tuples(), nowMs);
    }
  }

  private void acknowledge(Receipt receipt) {
    subscription.acknowledge(receipt);
    metrics.count(Metric.ACKNOWLEDGED_MESSAGES);
  }

  private void takeSnapshotIfDeactivated() {
    if (isDeactivated) {
      takeSnapshot(nowMs());
    }
  }

  private void takeSnapshot(long nowMs) {
    snapshot =
        new SpoutMetrics.PendingSnapshot(
            pending.messages(),
            pending.events(),
            pending.bytes(),
            pending.oldestSinceMs(nowMs),
            isDeactivated,
            queueWaitMs);
  }

  @SuppressWarnings("unchecked")
  private static PendingTuple<Receipt> tuple(Object messageId) {
    return (PendingTuple<Receipt>) messageId;
  }

  private static long nowMs() {
    return System.nanoTime() / 1_000_000;
  }
}
