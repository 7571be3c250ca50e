package clickcounter.benchmark;

import clickcounter.counting.AdsTask;
import clickcounter.counting.CountersTask;
import clickcounter.counting.CountingMetrics;
import clickcounter.counting.HeldEventsBudget;
import clickcounter.counting.Output;
import clickcounter.event.ClockLimit;
import clickcounter.event.EventBatch;
import clickcounter.event.Rejected;
import clickcounter.spouts.MessageSplitter;
import clickcounter.spouts.OutgoingTuple;
import clickcounter.store.DocumentKey;
import clickcounter.topology.TopologySettings;
import clickcounter.views.ViewCache;
import clickcounter.wire.Marks;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Runs the production tasks on one thread, with a store that answers at once, without queue and
 * Storm. This measures parsing, counting, writing and recording. Time is simulated: events come at
 * a given rate, so deferral does the same on any machine.
 */
final class BareTasks {
  private static final int ADS_TASKS = 2;
  private static final long TICK_MS = 5;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ArrayDeque<Runnable> mailbox = new ArrayDeque<>();
  private final List<AdsTask<Tree>> ads = new ArrayList<>();
  private final InstantStore store;
  private final CountersTask<Tree> counters;
  private final Metrics metrics = new Metrics();
  private final long maxPendingEvents;
  private double nowMs = 1_700_000_000_000.0;
  private long tickedAtMs;
  private long pendingEvents;
  private long marks;
  private double longestHeldMs;
  private long cpuNanos;

  /**
   * The measurements.
   *
   * @param cpuNanos processor time of the one thread, without the making of messages
   * @param putBytes of all puts of ad documents together
   * @param largestBytes of one ad document
   * @param marks tuples from the ads tasks to the counters task
   * @param calls of the store
   */
  record Result(
      long events,
      long cpuNanos,
      long puts,
      long putBytes,
      long largestBytes,
      long marks,
      TaskCalls calls) {
    double eventsPerSecond() {
      return events * 1e9 / cpuNanos;
    }

    double cpuMicrosPerEvent() {
      return cpuNanos / 1e3 / events;
    }

    double putsPerThousandEvents() {
      return 1e3 * puts / events;
    }
  }

  /**
   * TaskCalls of the store for ads and for counters, in total or since a given moment.
   *
   * @param seconds of simulated time
   * @param counterPuts of counters and of their directory
   * @param directoryPuts of their directory alone
   * @param longestHeldSeconds the longest time between a tuple and its ack
   */
  record TaskCalls(
      double seconds,
      long adPuts,
      long adReads,
      long counterPuts,
      long directoryPuts,
      long counterReads,
      double longestHeldSeconds) {
    private TaskCalls since(TaskCalls earlier) {
      return new TaskCalls(
          seconds - earlier.seconds,
          adPuts - earlier.adPuts,
          adReads - earlier.adReads,
          counterPuts - earlier.counterPuts,
          directoryPuts - earlier.directoryPuts,
          counterReads - earlier.counterReads,
          longestHeldSeconds);
    }

    /** TaskCalls for counters per call for ads. */
    double countersShare() {
      return (double) (counterPuts + counterReads) / (adPuts + adReads);
    }
  }

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

  BareTasks(TopologySettings settings, InstantStore store) {
    this.store = store;
    ViewCache views = new ViewCache(store, settings.views(), this::nowMs);
    Random random = new Random(1);
    HeldEventsBudget budget = new HeldEventsBudget(settings.ads().maxHeldEvents());
    for (int i = 0; i < ADS_TASKS; i++) {
      ads.add(
          new AdsTask<>(
              settings.ads().dividedBy(ADS_TASKS),
              budget,
              store,
              views,
              mailbox::add,
              this::nowMs,
              random,
              output(),
              null,
              metrics));
    }
    counters =
        new CountersTask<>(
            settings.counters(), store, mailbox::add, this::nowMs, random, output(), new Metrics());
    maxPendingEvents = settings.spout().maxPendingEvents();
  }

  /** Measures these messages, after others that only warm up. */
  static Result measure(
      TopologySettings settings,
      QueueMessages warmUp,
      QueueMessages messages,
      double eventsPerSecond) {
    BareTasks tasks = new BareTasks(settings, new InstantStore());
    tasks.play(warmUp, eventsPerSecond);
    return tasks.play(messages, eventsPerSecond);
  }

  /** Processes these messages and waits, in simulated time, until everything is settled. */
  Result play(QueueMessages messages, double eventsPerSecond) {
    return measured(
        () -> {
          long events = send(messages, eventsPerSecond);
          drain();
          return events;
        });
  }

  private Result measured(LongSupplier work) {
    long putsBefore = metrics.puts;
    long bytesBefore = metrics.bytes;
    long marksBefore = marks;
    long cpuBefore = cpuNanos;
    TaskCalls callsBefore = calls();
    longestHeldMs = 0;
    metrics.largestBytes = 0;
    long events = work.getAsLong();
    return new Result(
        events,
        cpuNanos - cpuBefore,
        metrics.puts - putsBefore,
        metrics.bytes - bytesBefore,
        metrics.largestBytes,
        marks - marksBefore,
        calls().since(callsBefore));
  }

  private TaskCalls calls() {
    return new TaskCalls(
        nowMs / 1_000,
        store.adPuts(),
        store.adReads(),
        store.counterPuts(),
        store.directoryPuts(),
        store.counterReads(),
        longestHeldMs / 1_000);
  }

  private long send(QueueMessages messages, double eventsPerSecond) {
    MessageSplitter splitter = new MessageSplitter(ADS_TASKS, 1);
    long[] events = {0};
    messages.forEachInMemory(
        (text, lines) -> {
          long start = THREADS.getCurrentThreadCpuTime();
          take(splitter, text);
          events[0] += lines;
          nowMs += lines * 1_000 / eventsPerSecond;
          passTime();
          while (pendingEvents > maxPendingEvents) {
            nowMs += TICK_MS;
            passTime();
          }
          cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
        });
    return events[0];
  }

  private void drain() {
    long start = THREADS.getCurrentThreadCpuTime();
    while (pendingEvents > 0) {
      nowMs += TICK_MS;
      passTime();
    }
    cpuNanos += THREADS.getCurrentThreadCpuTime() - start;
  }

  private void take(MessageSplitter splitter, String text) {
    for (OutgoingTuple tuple : splitter.split(text, List.of(), ClockLimit.NONE).tuples()) {
      if (tuple.payload() instanceof EventBatch batch) {
        Tree tree = new Tree(batch.size(), nowMs);
        pendingEvents += tree.events;
        ads.get(tuple.task()).onBatch(tree, batch);
      }
    }
  }

  private long nowMs() {
    return (long) nowMs;
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

  private Output<Tree> output() {
    return new Output<>() {
      @Override
      public void mark(Tree tree, List<Marks> marks) {
        tree.open++;
        BareTasks.this.marks++;
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
    };
  }

  private static final class Metrics implements CountingMetrics {
    long puts;
    long bytes;
    int largestBytes;

    @Override
    public void done(int counted, int duplicates, int rejected) {}

    @Override
    public void durableAfter(long ms) {}

    @Override
    public void putStarted(int events, int putBytes, long ageMs) {
      puts++;
      bytes += putBytes;
      largestBytes = Math.max(largestBytes, putBytes);
    }

    @Override
    public void putEnded(PutEnd end, long tookMs) {}

    @Override
    public void readStarted() {}

    @Override
    public void readFailed() {}

    @Override
    public void merged(int siblings) {}

    @Override
    public void blocked(DocumentKey document) {}

    @Override
    public void unrecorded(long ids) {}
  }
}
