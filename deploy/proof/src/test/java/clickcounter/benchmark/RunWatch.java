package clickcounter.benchmark;

import clickcounter.local.LocalMetrics;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.Scrape;
import clickcounter.topology.TopologySettings;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Watches a run in this JVM from a thread of its own: the processor time of each kind of thread,
 * and how often a limit was reached. It takes less than a hundredth of a core.
 */
final class RunWatch implements AutoCloseable {
  private static final long SAMPLE_MS = 20;

  /** The metrics and threads are dearer, and are read each so many samples. */
  private static final int SAMPLES_A_SCRAPE = 25;

  private static final int SAMPLES_A_THREAD_TIME = 50;
  private static final double NEARLY = 0.9;
  private static final String JOURNAL_WRITER = "ActiveMQ Data File Writer";

  /** The columns of {@code /proc/stat} that are no work: idle, and waiting for a disk. */
  private static final List<Integer> IDLE = List.of(4, 5);

  /** The columns from user to steal. What follows is contained in user. */
  private static final int LAST_COLUMN = 8;

  private final TopologySettings settings;
  private final Scrape before = LocalMetrics.now();
  private final ThreadTimes threads = new ThreadTimes(Path.of("/proc/self/task"));
  private final Thread thread = new Thread(this::run, "bench-watch");
  private final long startNanos = System.nanoTime();
  private final long startCpuNanos = cpuNanos();
  private final double startMachineSeconds = machineSeconds();
  private final long startGarbageMs = garbageMs();
  private volatile boolean ended;
  private Thread journalWriter;
  private int samples;
  private int syncing;
  private int scrapes;
  private int putsAtLimit;
  private int bytesAtLimit;

  /** Starts watching. */
  RunWatch(TopologySettings settings) {
    this.settings = settings;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * What was seen.
   *
   * @param grown the counters of the topology
   * @param cpuSeconds of this process
   * @param byKind processor time of each kind of thread, in seconds; {@link ThreadKind#OTHER}
   *     contains that of threads that ended
   */
  record Seen(
      double seconds,
      Scrape grown,
      double cpuSeconds,
      Map<ThreadKind, Double> byKind,
      long garbagePausesMs,
      Bound.Observed bound) {
    double compilerShare() {
      return byKind.getOrDefault(ThreadKind.COMPILER, 0.0) / cpuSeconds;
    }
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
    if (samples % SAMPLES_A_SCRAPE == 0) {
      sampleLimits(LocalMetrics.now());
    }
    samples++;
    syncing += journalWriter != null && isSyncing(journalWriter) ? 1 : 0;
  }

  private void sampleLimits(Scrape now) {
    double mostPuts = NEARLY * settings.ads().writes().maxPutsInFlight();
    double mostBytes =
        NEARLY * settings.parallelism().spouts() * settings.spout().maxPendingBytes();
    scrapes++;
    putsAtLimit += puts(Metric.PUTS, now) - puts(Metric.ENDED_PUTS, now) >= mostPuts ? 1 : 0;
    bytesAtLimit += now.sum(Metric.PENDING_BYTES) >= mostBytes ? 1 : 0;
  }

  private static double puts(Metric metric, Scrape scrape) {
    return scrape.sum(metric, series -> series.isOf(Component.ADS));
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
    double coresOfMachine = (machineSeconds() - startMachineSeconds) / seconds;
    long garbageMs = garbageMs() - startGarbageMs;
    Scrape grown = LocalMetrics.now().since(before);
    close();
    threads.sample();
    Map<ThreadKind, Double> byKind = new EnumMap<>(threads.seconds());
    double known = byKind.values().stream().mapToDouble(Double::doubleValue).sum();
    byKind.merge(ThreadKind.OTHER, Math.max(0, cpuSeconds - known), Double::sum);
    return new Seen(
        seconds,
        grown,
        cpuSeconds,
        byKind,
        garbageMs,
        bound(seconds, cpuSeconds / seconds, coresOfMachine, grown));
  }

  private Bound.Observed bound(double seconds, double cores, double ofMachine, Scrape grown) {
    int mostPutsPerSecond = settings.ads().writes().maxPutsPerSecond();
    double putsPerSecond = puts(Metric.PUTS, grown) / seconds;
    Double putSeconds = grown.quantile(Metric.PUT_ANSWER_SECONDS, 0.5, series -> true);
    return new Bound.Observed(
        cores,
        ofMachine,
        Runtime.getRuntime().availableProcessors(),
        share(putsAtLimit, scrapes),
        mostPutsPerSecond == 0 ? 0 : putsPerSecond / mostPutsPerSecond,
        share(syncing, samples),
        share(bytesAtLimit, scrapes),
        putSeconds == null ? 0 : 1e3 * putSeconds);
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

  /** Seconds in which a core was in use since the machine started; 0 if that is not known. */
  private static double machineSeconds() {
    try {
      String[] columns = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
      long ticks = 0;
      for (int i = 1; i <= LAST_COLUMN; i++) {
        ticks += IDLE.contains(i) ? 0 : Long.parseLong(columns[i]);
      }
      return ticks * ThreadTimes.SECONDS_A_TICK;
    } catch (IOException e) {
      return 0;
    }
  }

  private static long garbageMs() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
