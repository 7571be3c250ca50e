package clickcounter.simulation;

import clickcounter.counting.Output;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.Rejected;
import clickcounter.ids.LongRanges;
import clickcounter.simulation.SimulatedBroker.Delivered;
import clickcounter.spouts.OutgoingTuple;
import clickcounter.spouts.PendingMessages.PendingTuple;
import clickcounter.states.StateSink;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import clickcounter.wire.WireCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Stands in for Storm. It routes tuples, follows their trees, times them out and restarts tasks. It
 * also loses tuples and acks, and lets an old copy of a task live on beside the new one.
 */
final class SimulatedTopology {
  final Timeline timeline;
  final Chance chance;
  private int started;
  final SimulatedStore store;
  private final SimulatedBroker broker;
  final TaskSettings settings;
  final Oracle oracle;
  final Statistics statistics;
  private final List<SimulatedWorker> alive = new ArrayList<>();
  private final Map<Integer, Long> aheadMs = new TreeMap<>();
  private final SimulatedStates states;
  private Noise noise;
  private Generation generation;
  private boolean paused;

  /** How the topology is spread at present. */
  record Generation(
      int adsTasks, int countersTasks, int spouts, int workers, List<SimulatedWorker> current) {}

  /** A spout's tuple and the tree of tuples under it. */
  static final class Root {
    final SimulatedSpout spout;
    final Generation generation;
    final PendingTuple<Delivered> id;
    final Set<String> rejected = new HashSet<>();

    /** Ids whose marks were acked while their counter's document was blocked. */
    final Map<String, LongRanges> unrecorded = new HashMap<>();

    int open = 1;
    long timeOutAtMs;
    boolean ended;

    Root(SimulatedSpout spout, Generation generation, PendingTuple<Delivered> id) {
      this.spout = spout;
      this.generation = generation;
      this.id = id;
    }

    /** What the tuple carries: its last value. */
    Object payload() {
      return id.content.payload();
    }
  }

  /** A tuple on its way, or in a task. */
  static final class Tuple {
    final Root root;
    final Object payload;
    long arrivedMicros;
    boolean ended;

    Tuple(Root root, Object payload) {
      this.root = root;
      this.payload = overTheWire(payload);
    }

    private static Object overTheWire(Object payload) {
      if (payload instanceof EventBatch batch) {
        return WireCodec.readEventBatch(WireCodec.toBytes(batch));
      } else if (payload instanceof MarksBatch marks) {
        return WireCodec.readMarks(WireCodec.toBytes(marks));
      } else if (payload instanceof CounterEvent event) {
        return WireCodec.readCounterEvent(WireCodec.toBytes(event));
      }
      return WireCodec.readRejectedBatch(WireCodec.toBytes((RejectedBatch) payload));
    }
  }

  SimulatedTopology(
      Timeline timeline,
      Chance chance,
      SimulatedStore store,
      SimulatedBroker broker,
      TaskSettings settings,
      Noise noise,
      Oracle oracle,
      Statistics statistics,
      SimulatedStates states) {
    this.timeline = timeline;
    this.chance = chance;
    this.store = store;
    this.broker = broker;
    this.settings = settings;
    this.noise = noise;
    this.oracle = oracle;
    this.statistics = statistics;
    this.states = states;
  }

  /** Where this worker sends states; null if it sends none. */
  StateSink sinkOf(SimulatedWorker worker) {
    return states == null ? null : states.sinkOf(worker);
  }

  void setNoise(Noise noise) {
    this.noise = noise;
  }

  /** Whether an operator pauses the topology, as far as Storm knows its workers. */
  void setPaused(boolean paused) {
    this.paused = paused;
  }

  boolean isPaused(SimulatedWorker worker) {
    return paused && generation.current.contains(worker);
  }

  /** Whether the workers that Storm knows are there, and have nothing under way. */
  boolean isAtRest() {
    return generation.current.stream()
        .allMatch(worker -> worker != null && worker.isAlive() && worker.isAtRest());
  }

  /** Starts the topology, or starts it anew with another parallelism. */
  void deploy(int adsTasks, int countersTasks, int spouts, int workers, long oldLiveOnMs) {
    for (SimulatedWorker old : List.copyOf(alive)) {
      end(old, oldLiveOnMs == 0 ? 0 : chance.between(0, oldLiveOnMs));
    }
    generation = new Generation(adsTasks, countersTasks, spouts, workers, new ArrayList<>());
    for (int slot = 0; slot < workers; slot++) {
      generation.current.add(null);
      start(slot);
    }
  }

  private void end(SimulatedWorker worker, long afterMs) {
    if (afterMs == 0) {
      worker.kill();
      alive.remove(worker);
    } else {
      timeline.afterMs(afterMs, () -> end(worker, 0));
    }
  }

  private void start(int slot) {
    SimulatedWorker worker = new SimulatedWorker(this, slot, aheadMs(slot), started++ % 2 == 1);
    generation.current.set(slot, worker);
    alive.add(worker);
    for (int i = 0; i < generation.adsTasks; i++) {
      if (i % generation.workers == slot) {
        worker.startAds(i);
      }
    }
    for (int i = 0; i < generation.countersTasks; i++) {
      if (i % generation.workers == slot) {
        worker.startCounters(i);
      }
    }
    if (slot < generation.spouts) {
      worker.startSpout(broker, generation.adsTasks, generation.countersTasks);
    }
  }

  /** Ends a worker at once; it is started again after a while. */
  void crash(int anySlot, long downMs) {
    int slot = anySlot % generation.workers;
    SimulatedWorker worker = generation.current.get(slot);
    if (worker == null) {
      return;
    }
    statistics.count(Tally.CRASHES);
    end(worker, 0);
    generation.current.set(slot, null);
    startLater(slot, downMs);
  }

  private void startLater(int slot, long downMs) {
    Generation wanted = generation;
    timeline.afterMs(
        downMs,
        () -> {
          if (generation == wanted && wanted.current.get(slot) == null) {
            start(slot);
          }
        });
  }

  /** A worker is taken for dead and replaced, but lives on; first it may be paused. */
  void replace(int anySlot, long pauseMs, long liveOnMs) {
    int slot = anySlot % generation.workers;
    SimulatedWorker old = generation.current.get(slot);
    if (old == null) {
      return;
    }
    statistics.count(Tally.OVERLAPS);
    old.pauseFor(pauseMs * 1_000);
    end(old, pauseMs + liveOnMs + 1);
    generation.current.set(slot, null);
    startLater(slot, chance.between(0, 500));
  }

  /** A worker stands still for a while. */
  void pause(int anySlot, long pauseMs) {
    SimulatedWorker worker = generation.current.get(anySlot % generation.workers);
    if (worker != null) {
      worker.pauseFor(pauseMs * 1_000);
    }
  }

  /** The clock of a worker's machine jumps; with all that runs there, if the machine slept. */
  void clockJump(int anySlot, long byMs, boolean slept) {
    int slot = anySlot % generation.workers;
    statistics.count(Tally.CLOCK_JUMPS);
    long jumpMs = slept ? Math.abs(byMs) : byMs;
    aheadMs.merge(slot, jumpMs, Long::sum);
    if (slept) {
      alive.stream().filter(w -> w.slot() == slot).forEach(w -> w.jumpAhead(jumpMs));
    }
  }

  /** How far ahead of the true time a worker's clock is that starts now. */
  private long aheadMs(int slot) {
    long skewMs = noise.clockSkewMs();
    long ahead =
        aheadMs.getOrDefault(slot, 0L) + (skewMs == 0 ? 0 : chance.between(-skewMs, skewMs));
    statistics.count(Tally.SKEWED, ahead == 0 ? 0 : 1);
    return ahead;
  }

  void disconnect(boolean forget) {
    for (SimulatedWorker worker : alive) {
      if (worker.spout() != null) {
        worker.spout().reconnect(forget);
      }
    }
  }

  /** Ends what lives on beside its replacement. */
  void endOldCopies() {
    for (SimulatedWorker worker : List.copyOf(alive)) {
      if (!generation.current.contains(worker)) {
        end(worker, 0);
      }
    }
  }

  void emitRoot(SimulatedSpout spout, SimulatedWorker worker, PendingTuple<Delivered> id) {
    OutgoingTuple content = id.content;
    Root root = new Root(spout, worker.generation(), id);
    root.timeOutAtMs = nextTimeOutMs();
    awaitTimeOut(root);
    if (content.stream().equals(Streams.EVENTS)) {
      sendToAds(new Tuple(root, root.payload()), content.task());
    } else if (content.stream().equals(Streams.REJECTED)) {
      sendToRejects(new Tuple(root, root.payload()));
    } else {
      sendToCounters(new Tuple(root, root.payload()), content.task());
    }
  }

  /** Storm looks for time-outs once a time-out, so a tuple has up to two. */
  private long nextTimeOutMs() {
    return timeline.nowMs()
        + chance.between(settings.messageTimeOutMs(), 2 * settings.messageTimeOutMs());
  }

  private void awaitTimeOut(Root root) {
    long leftMs = root.timeOutAtMs - timeline.nowMs();
    if (leftMs > 0) {
      timeline.afterMs(
          leftMs,
          () -> {
            if (!root.ended) {
              awaitTimeOut(root);
            }
          });
    } else {
      statistics.count(Tally.TIME_OUTS);
      failRoot(root);
    }
  }

  private void failRoot(Root root) {
    if (!root.ended) {
      root.ended = true;
      root.spout.failed(root.id);
    }
  }

  private void close(Tuple tuple) {
    statistics.checked(Invariant.ACKED_ONCE);
    if (tuple.ended) {
      throw new Violation(
          Invariant.ACKED_ONCE, "a tuple was acked twice, or acked and failed: " + tuple.payload);
    }
    tuple.ended = true;
  }

  private void ack(Tuple tuple) {
    close(tuple);
    if (chance.happens(noise.of(FaultKind.ACK_LOST))) {
      return;
    }
    timeline.after(
        wireDelay(),
        () -> {
          Root root = tuple.root;
          root.open--;
          if (root.open == 0 && !root.ended) {
            root.ended = true;
            if (root.payload() instanceof EventBatch batch) {
              oracle.acked(batch.events(), root.rejected, root.unrecorded);
            }
            root.spout.acked(root.id);
          }
        });
  }

  private void fail(Tuple tuple) {
    close(tuple);
    timeline.after(wireDelay(), () -> failRoot(tuple.root));
  }

  private long wireDelay() {
    return chance.skewed(50, noise.wireMicros());
  }

  private boolean isLost(Tuple tuple) {
    if (chance.happens(noise.of(FaultKind.FAILED_FOR_NOTHING))) {
      timeline.after(chance.skewed(100, 2_000_000), () -> failRoot(tuple.root));
    }
    return chance.happens(noise.of(FaultKind.TUPLE_LOST));
  }

  private long tupleDelay() {
    return chance.happens(noise.of(FaultKind.TUPLE_LATE))
        ? 1_000 * chance.between(settings.messageTimeOutMs(), longestOnTheWayMs())
        : wireDelay();
  }

  /** How long a tuple is on its way at most. */
  long longestOnTheWayMs() {
    return 5 * settings.messageTimeOutMs();
  }

  private void sendToAds(Tuple tuple, int task) {
    sendToTask(
        tuple,
        task,
        worker ->
            worker.toAds(task, () -> worker.ads(task).onBatch(tuple, (EventBatch) tuple.payload)));
  }

  private void sendToCounters(Tuple tuple, int task) {
    sendToTask(
        tuple,
        task,
        worker ->
            worker.toCounters(
                task,
                () -> {
                  if (tuple.payload instanceof MarksBatch batch) {
                    worker.counters(task).onMarks(tuple, batch.marks());
                  } else {
                    worker.counters(task).onCounterEvent(tuple, (CounterEvent) tuple.payload);
                  }
                }));
  }

  private void sendToTask(Tuple tuple, int task, Consumer<SimulatedWorker> arrives) {
    send(
        tuple,
        () -> {
          SimulatedWorker worker = copyOf(tuple.root.generation, task);
          if (worker != null) {
            tuple.arrivedMicros = timeline.nowMicros();
            arrives.accept(worker);
          }
        });
  }

  private void sendToRejects(Tuple tuple) {
    send(
        tuple,
        () -> {
          for (Rejected line : ((RejectedBatch) tuple.payload).lines()) {
            oracle.rejected(line.line());
          }
          ack(tuple);
        });
  }

  private void send(Tuple tuple, Runnable arrives) {
    if (!isLost(tuple)) {
      timeline.after(tupleDelay(), arrives);
    }
  }

  /** The present copy of a task, now and then an older one. */
  private SimulatedWorker copyOf(Generation wanted, int task) {
    int slot = task % wanted.workers;
    List<SimulatedWorker> old = new ArrayList<>();
    for (SimulatedWorker worker : alive) {
      if (worker.slot() == slot && worker.hosts(wanted) && worker != wanted.current.get(slot)) {
        old.add(worker);
      }
    }
    SimulatedWorker current = wanted.current.get(slot);
    if (!old.isEmpty() && (current == null || !current.isAlive() || chance.happens(0.3))) {
      return chance.of(old);
    }
    return current != null && current.isAlive() ? current : null;
  }

  Generation generation() {
    return generation;
  }

  boolean isQuiet() {
    return alive.stream().allMatch(SimulatedWorker::isQuiet);
  }

  String state() {
    StringBuilder text = new StringBuilder();
    alive.forEach(w -> text.append(w.state()).append("; "));
    return text.toString();
  }

  /** What a task emits that blocks these documents. */
  Output<Tuple> output(BlockedChecks blocked) {
    return new Output<>() {
      @Override
      public void mark(Tuple tuple, List<Marks> marks) {
        marks.forEach(oracle::marked);
        MarksBatch.byTask(marks, tuple.root.generation.countersTasks)
            .forEach(
                (task, batch) -> {
                  tuple.root.open++;
                  sendToCounters(new Tuple(tuple.root, batch), task);
                });
      }

      @Override
      public void reject(Tuple tuple, List<Rejected> lines) {
        tuple.root.open++;
        blocked.rejecting(tuple.arrivedMicros, lines);
        lines.forEach(line -> tuple.root.rejected.add(line.line()));
        sendToRejects(new Tuple(tuple.root, new RejectedBatch(lines)));
      }

      @Override
      public void ack(Tuple tuple) {
        if (tuple.payload instanceof MarksBatch batch) {
          blocked
              .unrecorded(tuple.arrivedMicros, batch.marks())
              .forEach(
                  (counterId, ids) ->
                      tuple
                          .root
                          .unrecorded
                          .computeIfAbsent(counterId, id -> new LongRanges())
                          .addAll(ids));
        }
        SimulatedTopology.this.ack(tuple);
      }

      @Override
      public void keepAlive(Tuple tuple) {
        tuple.root.timeOutAtMs = nextTimeOutMs();
      }

      @Override
      public void fail(Tuple tuple) {
        SimulatedTopology.this.fail(tuple);
      }
    };
  }
}
