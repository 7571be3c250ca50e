package clickcounter.simulation;

import clickcounter.counting.AdsTask;
import clickcounter.counting.CountersTask;
import clickcounter.counting.HeldEventsBudget;
import clickcounter.defer.WriteLimits;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.views.ViewCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** One life of a worker process with its tasks. It may be paused, and it may end at any moment. */
final class SimulatedWorker {
  private final SimulatedTopology topology;
  private final SimulatedTopology.Generation generation;
  private final int slot;
  private final boolean isNewer;
  private final Map<Integer, AdsTask<SimulatedTopology.Tuple>> ads = new HashMap<>();
  private final Map<Integer, CountersTask<SimulatedTopology.Tuple>> counters = new HashMap<>();
  private final Map<Integer, Executor> adsMailboxes = new HashMap<>();
  private final Map<Integer, Executor> countersMailboxes = new HashMap<>();
  private final BlockedViews blockedViews;
  private final ViewCache views;
  private final DocumentStore store = new Client();
  private final List<TaskWatch> watches = new ArrayList<>();
  private long aheadMs;
  private SimulatedSpout spout;
  private boolean alive = true;
  private long pausedUntilMicros;

  /**
   * @param aheadMs of the true time that its clock was when it started: from then on it goes evenly
   * @param isNewer whether it is of a {@link NewerBuild}
   */
  SimulatedWorker(SimulatedTopology topology, int slot, long aheadMs, boolean isNewer) {
    this.topology = topology;
    this.slot = slot;
    this.isNewer = isNewer;
    this.aheadMs = aheadMs;
    generation = topology.generation();
    blockedViews = topology.oracle.blockedViews(store, topology.timeline::nowMicros);
    views = new ViewCache(blockedViews, topology.settings.views(), this::nowMs);
  }

  boolean hosts(SimulatedTopology.Generation other) {
    return generation == other;
  }

  SimulatedTopology.Generation generation() {
    return generation;
  }

  int slot() {
    return slot;
  }

  boolean isAlive() {
    return alive;
  }

  void kill() {
    alive = false;
    if (spout != null) {
      spout.close();
    }
  }

  /** As this worker's clock shows it. */
  long nowMs() {
    return Script.START_MS + topology.timeline.nowMs() + aheadMs;
  }

  /**
   * As a clock shows it that counts from the machine's start, whenever that was: below zero, too.
   */
  long sinceBootMs() {
    return topology.timeline.nowMs() + aheadMs;
  }

  /** The machine slept. */
  void jumpAhead(long byMs) {
    aheadMs += byMs;
    watches.forEach(TaskWatch::clockJumped);
  }

  void pauseFor(long micros) {
    pausedUntilMicros = topology.timeline.nowMicros() + micros;
  }

  /** Does this in the worker: now, after its pause, or never. */
  void run(Runnable work) {
    if (!alive) {
      return;
    }
    if (topology.timeline.nowMicros() < pausedUntilMicros) {
      topology.timeline.at(pausedUntilMicros, () -> run(work));
    } else {
      work.run();
    }
  }

  void startSpout(SimulatedBroker broker, int adsTasks, int countersTasks) {
    spout = new SimulatedSpout(topology, broker, this, adsTasks, countersTasks);
  }

  SimulatedSpout spout() {
    return spout;
  }

  void startAds(int number) {
    Mailbox mailbox = new Mailbox();
    TaskWatch watch = watch(topology.settings.ads().writes());
    AdsTask<SimulatedTopology.Tuple> task =
        new AdsTask<>(
            topology.settings.ads(),
            new HeldEventsBudget(topology.settings.ads().maxHeldEvents()),
            watch,
            views,
            mailbox,
            this::nowMs,
            topology.chance.generator().split(),
            topology.output(watch.blocked()),
            topology.sinkOf(this),
            watch);
    ads.put(number, task);
    adsMailboxes.put(number, mailbox);
    tick(mailbox, task::onTick);
  }

  private TaskWatch watch(WriteLimits writes) {
    TaskWatch watch =
        new TaskWatch(
            store,
            this::nowMs,
            writes.deferralMs(),
            topology.oracle.blockedChecks(blockedViews, topology.timeline::nowMicros),
            topology.statistics);
    watches.add(watch);
    return watch;
  }

  void startCounters(int number) {
    Mailbox mailbox = new Mailbox();
    TaskWatch watch = watch(topology.settings.counters().writes());
    CountersTask<SimulatedTopology.Tuple> task =
        new CountersTask<>(
            topology.settings.counters(),
            watch,
            mailbox,
            this::nowMs,
            topology.chance.generator().split(),
            topology.output(watch.blocked()),
            watch);
    counters.put(number, task);
    countersMailboxes.put(number, mailbox);
    tick(mailbox, task::onTick);
  }

  private void tick(Mailbox mailbox, Runnable onTick) {
    topology.timeline.afterMs(
        topology.settings.tickMs(),
        () ->
            run(
                () -> {
                  onTick.run();
                  tick(mailbox, onTick);
                }));
  }

  AdsTask<SimulatedTopology.Tuple> ads(int number) {
    return ads.get(number);
  }

  CountersTask<SimulatedTopology.Tuple> counters(int number) {
    return counters.get(number);
  }

  /** Gives an ads task work, and holds what it keeps in memory afterwards against its bounds. */
  void toAds(int number, Runnable work) {
    adsMailboxes
        .get(number)
        .execute(
            () -> {
              work.run();
              requireFewHeld(
                  "ads", ads.get(number).heldEvents(), topology.settings.ads().maxHeldEvents());
            });
  }

  /** The same for a counters task. */
  void toCounters(int number, Runnable work) {
    countersMailboxes
        .get(number)
        .execute(
            () -> {
              work.run();
              requireFewHeld(
                  "counters",
                  counters.get(number).heldDeliveries(),
                  topology.settings.counters().maxHeldDeliveries());
            });
  }

  private static void requireFewHeld(String tasks, long held, long most) {
    requireAtMost("held by a task of " + tasks, held, most + SimulatedSpout.MOST_TUPLE_LINES);
  }

  static void requireAtMost(String what, long found, long most) {
    if (found > most) {
      throw new Violation(Invariant.BOUNDS, "%s: expected at most %s, found %s", what, most, found);
    }
  }

  /** What an operator sees who pauses the topology: nothing is under way here. */
  boolean isAtRest() {
    return (spout == null || spout.isAtRest()) && areTasksQuiet();
  }

  boolean isQuiet() {
    return (spout == null || spout.pendingMessages() == 0) && areTasksQuiet();
  }

  private boolean areTasksQuiet() {
    return ads.values().stream().allMatch(t -> t.heldEvents() == 0 && t.busyDocuments() == 0)
        && counters.values().stream().allMatch(t -> t.heldDeliveries() == 0);
  }

  String state() {
    StringBuilder text = new StringBuilder("worker ").append(slot);
    if (spout != null) {
      text.append(" spout pending ").append(spout.pendingMessages());
    }
    ads.forEach(
        (n, t) ->
            text.append(
                ", ads %d held %d busy %d".formatted(n, t.heldEvents(), t.busyDocuments())));
    counters.forEach(
        (n, t) -> text.append(", counters ").append(n).append(" held ").append(t.heldDeliveries()));
    return text.toString();
  }

  /** A task's queue of work: in order, each a moment later. */
  private final class Mailbox implements Executor {
    private long lastMicros;

    @Override
    public void execute(Runnable work) {
      Timeline timeline = topology.timeline;
      lastMicros = Math.max(lastMicros, timeline.nowMicros() + topology.chance.below(300));
      timeline.at(lastMicros, () -> run(work));
    }
  }

  /** The store as this worker sees it: who is dead gets no answer, who is paused gets it later. */
  private final class Client implements DocumentStore {
    @Override
    public void fetch(DocumentKey key, Consumer<Fetched> answer) {
      topology.store.fetch(key, fetched -> run(() -> answer.accept(fetched)));
    }

    @Override
    public void put(
        DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
      StoredValue stored = isNewer ? NewerBuild.value(key, value) : value;
      topology.store.put(key, stored, context, answered -> run(() -> answer.accept(answered)));
    }

    @Override
    public void close() {}
  }
}
