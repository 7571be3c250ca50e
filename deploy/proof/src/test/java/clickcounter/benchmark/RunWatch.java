package clickcounter.benchmark;

import clickcounter.local.LocalMetrics;
import clickcounter.metrics.Metric;
import clickcounter.topology.TopologySettings;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;

/**
 * Watches a run in this JVM from a thread of its own: the processor time of each kind of thread,
 * and how often a limit was reached. It takes less than a hundredth of a core.
 */
final class RunWatch implements AutoCloseable {
  private static final long SAMPLE_MS = 20;

  /** The gauges and threads are dearer, and are read each so many samples. */
  private static final int SAMPLES_A_GAUGE = 25;

  private static final int SAMPLES_A_THREAD_TIME = 50;
  private static final double NEARLY = 0.9;
  private static final String JOURNAL_WRITER = "ActiveMQ Data File Writer";

  private final TopologySettings settings;
  private final WatchedStore store;
  private final ThreadTimes threads = ThreadTimes.ofThisProcess();
  private final Thread thread = new Thread(this::run, "bench-watch");
  private final long startNanos = System.nanoTime();
  private final long startCpuNanos = cpuNanos();
  private final double startMachineSeconds = MachineTimes.busySeconds();
  private final long startGarbageMs = garbageMs();
  private final long startPuts;
  private final long startPutNanos;
  private volatile boolean ended;
  private Thread journalWriter;
  private int samples;
  private int putsAtLimit;
  private int syncing;
  private int gaugeSamples;
  private int bytesAtLimit;

  /**
   * @param store of the run, or null if it answers at once
   */
  private RunWatch(TopologySettings settings, WatchedStore store) {
    this.settings = settings;
    this.store = store;
    startPuts = store == null ? 0 : store.puts();
    startPutNanos = store == null ? 0 : store.putNanos();
    thread.setDaemon(true);
  }

  /**
   * What was seen.
   *
   * @param cpuSeconds of this process
   * @param byKind processor time of each kind of thread, in seconds; {@link ThreadKind#OTHER}
   *     contains that of threads that ended
   * @param puts answered by the store, of ads and counters; 0 if the store was not watched
   */
  record Seen(
      double seconds,
      double cpuSeconds,
      Map<ThreadKind, Double> byKind,
      long garbagePausesMs,
      long puts,
      Bound.Observed bound) {
    double compilerShare() {
      return byKind.getOrDefault(ThreadKind.COMPILER, 0.0) / cpuSeconds;
    }
  }

  static RunWatch start(TopologySettings settings, WatchedStore store) {
    RunWatch watch = new RunWatch(settings, store);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (!ended) {
        Thread.sleep(SAMPLE_MS);
        sample();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample() {
    if (samples % SAMPLES_A_THREAD_TIME == 0) {
      threads.sample();
      journalWriter =
          journalWriter != null && journalWriter.isAlive() ? journalWriter : journalWriter();
    }
    if (samples % SAMPLES_A_GAUGE == 0) {
      sampleGauges();
    }
    samples++;
    int mostPuts = settings.ads().writes().maxPutsInFlight();
    putsAtLimit += store != null && store.adPutsInFlight() >= NEARLY * mostPuts ? 1 : 0;
    syncing += journalWriter != null && isSyncing(journalWriter) ? 1 : 0;
  }

  private void sampleGauges() {
    long spouts = settings.parallelism().spouts();
    double mostBytes = NEARLY * spouts * settings.spout().maxPendingBytes();
    gaugeSamples++;
    bytesAtLimit += LocalMetrics.now().sum(Metric.PENDING_BYTES) >= mostBytes ? 1 : 0;
  }

  /** The broker's thread that writes its journal; it ends when there is nothing to write. */
  private static Thread journalWriter() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().startsWith(JOURNAL_WRITER))
        .findFirst()
        .orElse(null);
  }

  private static boolean isSyncing(Thread writer) {
    StackTraceElement[] stack = writer.getStackTrace();
    for (int i = 0; i < Math.min(4, stack.length); i++) {
      String method = stack[i].getMethodName();
      if (method.equals("sync") || method.startsWith("force")) {
        return true;
      }
    }
    return false;
  }

  /** Ends watching. */
  Seen end() throws InterruptedException {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    double cpuSeconds = (cpuNanos() - startCpuNanos) / 1e9;
    double machineSeconds = MachineTimes.busySeconds() - startMachineSeconds;
    long garbageMs = garbageMs() - startGarbageMs;
    close();
    threads.sample();
    Map<ThreadKind, Double> byKind = new EnumMap<>(threads.seconds());
    double known = byKind.values().stream().mapToDouble(Double::doubleValue).sum();
    byKind.merge(ThreadKind.OTHER, Math.max(0, cpuSeconds - known), Double::sum);
    long puts = store == null ? 0 : store.puts() - startPuts;
    double putMs = puts == 0 ? 0 : (store.putNanos() - startPutNanos) / 1e6 / puts;
    int mostPutsPerSecond = settings.ads().writes().maxPutsPerSecond();
    return new Seen(
        seconds,
        cpuSeconds,
        byKind,
        garbageMs,
        puts,
        new Bound.Observed(
            cpuSeconds / seconds,
            machineSeconds / seconds,
            Runtime.getRuntime().availableProcessors(),
            share(putsAtLimit, samples),
            mostPutsPerSecond == 0 ? 0 : puts / seconds / mostPutsPerSecond,
            share(syncing, samples),
            share(bytesAtLimit, gaugeSamples),
            putMs));
  }

  private static double share(int part, int all) {
    return all == 0 ? 0 : (double) part / all;
  }

  @Override
  public void close() throws InterruptedException {
    ended = true;
    thread.join();
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long garbageMs() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
