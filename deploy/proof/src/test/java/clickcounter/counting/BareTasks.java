package clickcounter.counting;

import clickcounter.event.ClockLimit;
import clickcounter.event.EventBatch;
import clickcounter.event.Rejected;
import clickcounter.spouts.MessageSplitter;
import clickcounter.spouts.OutgoingTuple;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import clickcounter.views.ViewCache;
import clickcounter.wire.Marks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The production's tasks with default settings on one thread, without queue and Storm, over a store
 * that answers at once. Time is simulated: events come at a given rate, so deferral does the same
 * on any machine.
 */
final class BareTasks {
  private static final int ADS_TASKS = 2;
  private static final long TICK_MS = 5;

  private final TopologySettings settings = TopologySettings.of(TopologySettingsTable.defaults());
  private final ArrayDeque<Runnable> mailbox = new ArrayDeque<>();
  private final CountedCalls calls = new CountedCalls();
  private final RecordedMetrics adMetrics = new RecordedMetrics();
  private final List<AdsTask<Tree>> ads = new ArrayList<>();
  private final CountersTask<Tree> counters;
  private final double eventsPerSecond;
  private double nowMs = 1_700_000_000_000.0;
  private long tickedAtMs;
  private long pendingEvents;
  private double longestHeldMs;

  /** The events of a message for one ads task, and their outcome. */
  private static final class Tree {
    final int events;
    final double startedAtMs;
    int open = 1;

    Tree(int events, double startedAtMs) {
      this.events = events;
      this.startedAtMs = startedAtMs;
    }
  }

  /** The calls of the store, by their bucket. */
  private static final class CountedCalls implements DocumentStore {
    private final MemoryStore store = new MemoryStore();
    private final Map<String, Integer> reads = new HashMap<>();
    private final Map<String, Integer> puts = new HashMap<>();

    @Override
    public void fetch(DocumentKey key, Consumer<Fetched> answer) {
      reads.merge(key.bucket(), 1, Integer::sum);
      store.fetch(key, answer);
    }

    @Override
    public void put(
        DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
      puts.merge(key.bucket(), 1, Integer::sum);
      store.put(key, value, context, answer);
    }

    @Override
    public void close() {}
  }

  BareTasks(double eventsPerSecond) {
    this.eventsPerSecond = eventsPerSecond;
    ViewCache views = new ViewCache(calls, settings.views(), this::nowMs);
    Random random = new Random(1);
    HeldEventsBudget budget = new HeldEventsBudget(settings.ads().maxHeldEvents());
    for (int i = 0; i < ADS_TASKS; i++) {
      ads.add(
          new AdsTask<>(
              settings.ads().dividedBy(ADS_TASKS),
              budget,
              calls,
              views,
              mailbox::add,
              this::nowMs,
              random,
              new TreeOutput(),
              null,
              adMetrics));
    }
    counters =
        new CountersTask<>(
            settings.counters(),
            calls,
            mailbox::add,
            this::nowMs,
            random,
            new TreeOutput(),
            new RecordedMetrics());
  }

  /**
   * Processes these messages and passes time until everything is settled. Returns the simulated
   * seconds. What the other methods say is of these messages.
   */
  double play(List<String> messages) {
    double startMs = nowMs;
    longestHeldMs = 0;
    calls.reads.clear();
    calls.puts.clear();
    adMetrics.puts.clear();
    MessageSplitter splitter = new MessageSplitter(ADS_TASKS, 1);
    for (String text : messages) {
      nowMs += take(splitter, text) * 1_000 / eventsPerSecond;
      passTime();
      passUntil(settings.spout().maxPendingEvents());
    }
    passUntil(0);
    return (nowMs - startMs) / 1_000;
  }

  /** Puts of ads' documents. */
  List<RecordedMetrics.StartedPut> adPuts() {
    return adMetrics.puts;
  }

  int puts(String bucket) {
    return calls.puts.getOrDefault(bucket, 0);
  }

  private int reads(String bucket) {
    return calls.reads.getOrDefault(bucket, 0);
  }

  /** Calls of the store for counters and their directory per call for ads. */
  double countersShare() {
    double ofCounters = 0;
    for (String bucket : List.of(DocumentKey.COUNTERS, DocumentKey.DIRECTORY)) {
      ofCounters += puts(bucket) + reads(bucket);
    }
    return ofCounters / (puts(DocumentKey.ADS) + reads(DocumentKey.ADS));
  }

  /** The longest time between a tuple and its ack. */
  double longestHeldSeconds() {
    return longestHeldMs / 1_000;
  }

  private int take(MessageSplitter splitter, String text) {
    int events = 0;
    splitter.add(text, List.of(), ClockLimit.NONE);
    for (OutgoingTuple tuple : splitter.takeShared()) {
      EventBatch batch = (EventBatch) tuple.payload();
      events += batch.size();
      pendingEvents += batch.size();
      ads.get(tuple.task()).onBatch(new Tree(batch.size(), nowMs), batch);
    }
    return events;
  }

  private long nowMs() {
    return (long) nowMs;
  }

  private void passUntil(long mostPending) {
    while (pendingEvents > mostPending) {
      nowMs += TICK_MS;
      passTime();
    }
  }

  private void passTime() {
    deliver();
    if (nowMs() - tickedAtMs >= TICK_MS) {
      tickedAtMs = nowMs();
      ads.forEach(AdsTask::onTick);
      counters.onTick();
      deliver();
    }
  }

  private void deliver() {
    for (Runnable next = mailbox.poll(); next != null; next = mailbox.poll()) {
      next.run();
    }
  }

  private final class TreeOutput implements Output<Tree> {
    @Override
    public void mark(Tree tree, List<Marks> marks) {
      tree.open++;
      mailbox.add(() -> counters.onMarks(tree, marks));
    }

    @Override
    public void reject(Tree tree, List<Rejected> lines) {
      throw new IllegalStateException("rejected: " + lines);
    }

    @Override
    public void keepAlive(Tree tree) {}

    @Override
    public void ack(Tree tree) {
      if (--tree.open == 0) {
        pendingEvents -= tree.events;
        longestHeldMs = Math.max(longestHeldMs, nowMs - tree.startedAtMs);
      }
    }

    @Override
    public void fail(Tree tree) {
      throw new IllegalStateException("failed");
    }
  }
}
