package clickcounter.deploy;

import clickcounter.bolts.StoreFactory;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.topology.Settings;
import clickcounter.topology.TopologySettings;
import com.codahale.metrics.Snapshot;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the whole pipeline on this machine, beside what bounds it, in one run. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Measures events a second from JMS to settled, beside the ceilings, in one run. Takes about five minutes.",
    footer = {"", "Example:", "  deploy/clicks benchmark --events 1000000 --ads 130000"})
final class BenchmarkCommand implements Callable<Integer> {
  private static final int WARM_UP_EVENTS = 400_000;
  private static final int BATCH = 500;
  private static final int UNCONFIRMED_MESSAGES = 50;
  private static final int BARE_PUTS = 100_000;
  private static final int BARE_BYTES = 450;
  private static final long POLL_MS = 20;
  private static final double TASKS_RATE = 200_000;

  @Option(names = "--events", defaultValue = "1000000", description = "Of the generated day (default: ${DEFAULT-VALUE}).")
  private int events;

  @Option(names = "--ads", defaultValue = "130000", description = "(default: ${DEFAULT-VALUE})")
  private int ads;

  @Option(names = "--single-events", defaultValue = "60000", description = "Events of the run with one line a message (default: ${DEFAULT-VALUE}).")
  private int singleEvents;

  @Option(names = "--only", split = ",", description = "Of ceiling, tasks, bare, instant, batches, single (default: all).")
  private final List<String> only = new ArrayList<>();

  @Option(names = "--data", paramLabel = "DIR", description = "(default: deploy/target/benchmark)")
  private Path data;

  @Option(names = "-c", paramLabel = "KEY=VALUE", description = "A setting of the topology; may be repeated.")
  private final Map<String, String> overrides = new LinkedHashMap<>();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private PrintWriter out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    out = spec.commandLine().getOut();
    Path dir = data != null ? data : Path.of(System.getProperty("clicks.home", "."), "deploy", "target", "benchmark");
    Path day = generated(dir, "day-" + events + "-" + ads, events, 1);
    Path warmUp = generated(dir, "warm-up-" + WARM_UP_EVENTS + "-" + ads, WARM_UP_EVENTS, 2);
    List<List<String>> messages = messages(day, BATCH, Integer.MAX_VALUE);
    say("%,d events over %,d ads, %d cores, heap at most %,d MB", events, ads, Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory() >> 20);
    double ceiling = wants("ceiling") ? ceiling(messages) : Double.NaN;
    if (wants("tasks")) {
      tasks(messages(warmUp, BATCH, Integer.MAX_VALUE), messages, ceiling);
    }
    if (wants("bare")) {
      bare(dir);
    }
    if (wants("instant")) {
      run(dir, "a store that answers at once, 500 a message", InstantStore::new, warmUp, messages, ceiling);
    }
    if (wants("batches")) {
      run(dir, "development node, 500 a message", null, warmUp, messages, ceiling);
    }
    if (wants("single")) {
      run(dir, "development node, 1 a message", null, warmUp, messages(day, 1, singleEvents), ceiling);
    }
    return 0;
  }

  private boolean wants(String part) {
    return only.isEmpty() || only.contains(part);
  }

  private void say(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }

  private Path generated(Path dir, String name, int count, int seed) {
    Path day = dir.resolve(name);
    if (!Files.exists(day.resolve("truth.json"))) {
      Clicks.commandLine().setOut(out).execute(
          "generate", "--out", day.toString(), "--events", "" + count, "--ads", "" + ads, "--counters", "24",
          "--drop", "0.0001", "--duplicate", "0.01", "--disorder", "500", "--seed", "" + seed);
    }
    return day.resolve("queue.ndjson");
  }

  private static List<List<String>> messages(Path file, int batch, int most) throws IOException {
    List<List<String>> messages = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    int read = 0;
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      for (String line = reader.readLine(); line != null && read < most; line = reader.readLine()) {
        lines.add(line);
        read++;
        if (lines.size() == batch) {
          messages.add(lines);
          lines = new ArrayList<>();
        }
      }
    }
    if (!lines.isEmpty()) {
      messages.add(lines);
    }
    return messages;
  }

  private static long count(List<List<String>> messages) {
    return messages.stream().mapToLong(List::size).sum();
  }

  private double ceiling(List<List<String>> messages) {
    double ceiling = Ceiling.eventsPerSecond(messages, count(messages));
    say("ceiling: parse and count in memory, one thread, no I/O: %,.0f events/s", ceiling);
    return ceiling;
  }

  private void tasks(List<List<String>> warmUp, List<List<String>> messages, double ceiling) {
    BareTasks.Result result = BareTasks.measure(TopologySettings.of(settings()), warmUp, messages, TASKS_RATE);
    say(
        "the tasks alone, one thread, a store that answers at once, events coming at %,.0f a second: %,.0f events/s (%.3f of the ceiling)",
        TASKS_RATE, result.eventsPerSecond(), result.eventsPerSecond() / ceiling);
    say(
        "  %.2f µs of processor time an event, %,.0f puts and %,.0f mark tuples per 1,000 events, %,.0f bytes a put",
        result.cpuNanos() / 1e3 / result.events(), 1e3 * result.puts() / result.events(),
        1e3 * result.marks() / result.events(), (double) result.putBytes() / result.puts());
  }

  private void bare(Path dir) throws IOException, InterruptedException {
    try (DevNode node = DevNode.start(DevNodeConfig.in(fresh(dir.resolve("bare"))))) {
      say(
          "bare put rate of the development node (%d bytes, 64 in flight): %,.0f puts/s",
          BARE_BYTES, BarePuts.perSecond("127.0.0.1:" + node.port(), BARE_BYTES, BARE_PUTS));
    }
  }

  private static Path fresh(Path dir) throws IOException {
    if (Files.exists(dir)) {
      try (Stream<Path> files = Files.walk(dir)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(dir);
  }

  private void run(
      Path dir, String name, StoreFactory store, Path warmUp, List<List<String>> messages, double ceiling)
      throws IOException, InterruptedException {
    LocalStack.Options options =
        new LocalStack.Options(fresh(dir.resolve("stack")), List.of(), null, 0, 0, settings());
    try (LocalStack stack = LocalStack.start(options, store)) {
      stack.awaitReady();
      play(stack, messages(warmUp, BATCH, Integer.MAX_VALUE));
      long putsBefore = LocalMetrics.count("ads", "puts");
      long bytesBefore = LocalMetrics.count("ads", "puts.bytes");
      long cpuBefore = cpuNanos();
      double seconds = play(stack, messages);
      long cpu = cpuNanos() - cpuBefore;
      long puts = LocalMetrics.count("ads", "puts") - putsBefore;
      long bytes = LocalMetrics.count("ads", "puts.bytes") - bytesBefore;
      report(name, count(messages), seconds, puts, bytes, ceiling);
      say("  %.1f µs of processor time an event, %.1f cores in use", cpu / 1e3 / count(messages), cpu / 1e9 / seconds);
    }
  }

  private Settings settings() {
    Settings settings = Settings.defaults();
    for (Map.Entry<String, String> override : overrides.entrySet()) {
      settings = settings.with(override.getKey(), override.getValue());
    }
    return settings;
  }

  /** Processor time of this process: client, broker, Storm, topology and store, and the garbage collector. */
  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
  }

  /** Seconds from the first message sent until the queue is empty, which is when all is settled. */
  private static double play(LocalStack stack, List<List<String>> messages)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (JmsTransport transport =
        new JmsTransport(
            BrokerSettings.at(stack.brokerUrl()), SenderSettings.async(UNCONFIRMED_MESSAGES))) {
      for (List<String> lines : messages) {
        transport.send(lines);
      }
      transport.flush();
    }
    while (stack.queuedMessages() > 0) {
      Thread.sleep(POLL_MS);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private void report(String name, long count, double seconds, long puts, long bytes, double ceiling) {
    Snapshot age = LocalMetrics.histogram("ads", "durable-after-ms").getSnapshot();
    System.gc();
    long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    double rate = count / seconds;
    say("%s: %,.0f events/s (%,d in %.1f s, %.3f of the ceiling)", name, rate, count, seconds, rate / ceiling);
    say("  %,.0f puts per 1,000 events, %,.0f puts/s, %,.0f bytes a put", 1000.0 * puts / count, puts / seconds, (double) bytes / puts);
    say("  from arrival to durable: p50 %,.0f ms, p99 %,.0f ms; heap in use %,d MB", age.getMedian(), age.get99thPercentile(), heap >> 20);
  }
}
