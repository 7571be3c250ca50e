package clickcounter.simulation;

import clickcounter.event.ClockLimit;
import clickcounter.event.EventLimits;
import clickcounter.jms.Backoff;
import clickcounter.simulation.SimulatedBroker.Delivered;
import clickcounter.spouts.MessageSplitter;
import clickcounter.spouts.PendingMessages;
import clickcounter.spouts.PendingMessages.PendingTuple;
import clickcounter.spouts.SpoutSettings;
import java.util.ArrayDeque;
import java.util.List;

/** One life of a spout task: the production's pending messages between broker and topology. */
final class SimulatedSpout implements SimulatedBroker.Consumer {
  private static final int PREFETCH = 20;
  private static final int MESSAGE_BYTES = 1_000;
  private static final int MAX_PENDING_BYTES = 45 * MESSAGE_BYTES;
  private static final int DONE_MEMORY = 50;
  private static final int ENOUGH_LINES = 12;

  /** A message is taken whole, and shares a tuple with what came before it. */
  static final int MOST_TUPLE_LINES = ENOUGH_LINES - 1 + Step.MOST_LINES;

  private static final long TICK_MS = 20;
  private static final long MAX_CLOCK_AHEAD_MS = 86_400_000;

  private final SimulatedTopology topology;
  private final SimulatedBroker broker;
  private final SimulatedWorker worker;
  private final MessageSplitter splitter;
  private final PendingMessages<Delivered> pending;
  private final ArrayDeque<Delivered> received = new ArrayDeque<>();
  private SimulatedBroker.SpoutConnection connection;

  SimulatedSpout(
      SimulatedTopology topology,
      SimulatedBroker broker,
      SimulatedWorker worker,
      int adsTasks,
      int countersTasks) {
    this.topology = topology;
    this.broker = broker;
    this.worker = worker;
    splitter = new MessageSplitter(adsTasks, countersTasks);
    pending =
        new PendingMessages<>(
            MAX_PENDING_BYTES, DONE_MEMORY, new Backoff(100, 2_000), broker::acknowledge);
    connection = broker.connect(this);
    tick();
  }

  private void tick() {
    if (worker.isAlive()) {
      if (!topology.isPaused(worker)) {
        nextTuple();
      }
      topology.timeline.afterMs(TICK_MS, () -> worker.run(this::tick));
    }
  }

  private void nextTuple() {
    long nowMs = worker.sinceBootMs();
    emitReady(nowMs);
    while (pending.hasRoom() && splitter.sharedLines() < ENOUGH_LINES && !received.isEmpty()) {
      Delivered message = received.poll();
      if (!pending.recognise(message.id(), message)) {
        take(message, nowMs);
      }
    }
    if (splitter.sharedLines() > 0) {
      pending.seal(splitter.takeShared(), nowMs);
    }
    emitReady(nowMs);
    SimulatedWorker.requireAtMost(
        "bytes pending", (int) pending.bytes(), MAX_PENDING_BYTES - 1 + bytes(Step.MOST_LINES));
    broker.dispatch();
  }

  private void take(Delivered message, long nowMs) {
    MessageSplitter.SplitMessage split = splitter.add(message.text(), List.of(), clock(nowMs));
    PendingMessages.Size size = new PendingMessages.Size(split.lines(), bytes(split.lines()));
    if (split.sharedLines() > 0) {
      pending.take(message.id(), message, size, split.tuples());
    } else {
      pending.add(message.id(), message, size, split.tuples(), nowMs);
    }
  }

  private static int bytes(int lines) {
    return MESSAGE_BYTES + lines * SpoutSettings.EVENT_BYTES;
  }

  private static ClockLimit clock(long nowMs) {
    return new ClockLimit(
        EventLimits.EARLIEST_CLOCK_MS, Script.START_MS + nowMs, MAX_CLOCK_AHEAD_MS);
  }

  private void emitReady(long nowMs) {
    for (PendingTuple<Delivered> tuple = pending.next(nowMs);
        tuple != null;
        tuple = pending.next(nowMs)) {
      topology.emitRoot(this, worker, tuple);
    }
  }

  @Override
  public boolean hasRoom() {
    return received.size() < PREFETCH && pending.hasRoom();
  }

  @Override
  public void received(Delivered message) {
    received.add(message);
  }

  void acked(PendingTuple<Delivered> tuple) {
    worker.run(() -> pending.acked(tuple));
  }

  void failed(PendingTuple<Delivered> tuple) {
    worker.run(() -> pending.failed(tuple, worker.sinceBootMs()));
  }

  /** The connection is lost, and made again; what was received by it may still be here. */
  void reconnect(boolean forget) {
    broker.disconnect(connection);
    if (forget) {
      received.clear();
    }
    connection = broker.connect(this);
  }

  void close() {
    broker.disconnect(connection);
  }

  /** Whether no message is pending that it has taken. */
  boolean isAtRest() {
    return pending.messages() == 0;
  }

  int pendingMessages() {
    return pending.messages() + received.size();
  }
}
