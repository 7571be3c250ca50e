package clickcounter.benchmark;

import clickcounter.cli.Clicks;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.ResultsPage;
import clickcounter.cli.Terminal;
import clickcounter.cli.Trees;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.local.LocalMetrics;
import clickcounter.local.LocalStack;
import clickcounter.storm.StoreFactory;
import clickcounter.topology.Settings;
import clickcounter.topology.SettingsOptions;
import clickcounter.topology.TopologySettings;
import com.codahale.metrics.Snapshot;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the whole pipeline on this machine, and its upper bounds, in one run. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures events per second from JMS to settled, and the upper bounds, in one run. Takes about five minutes.",
      "Each part first plays a day of other ads and counters through the same pipeline without measuring it,"
          + " so that the JIT compiler has done its work before the measurement."
    },
    footer = {
      "",
      "Example:",
      "  deploy/clicks benchmark --events 1000000 --ads 130000 --results deploy/RESULTS.md"
    })
final class BenchmarkCommand implements Callable<Integer> {
  private static final int BATCH = 500;
  private static final int UNCONFIRMED_MESSAGES = 50;
  private static final int BARE_PUTS = 100_000;
  private static final int BARE_BYTES = 450;
  private static final long POLL_MS = 20;
  private static final double TASKS_RATE = 200_000;

  /** Settings for a fast store: more puts in flight and more pending events. */
  private static final Map<String, String> FAST_STORE =
      Map.of(
          "maxPendingEvents", "1000000",
          "maxUnsettledIds", "100000",
          "cacheMb", "512",
          "deferralMs", "2000",
          "markFlushMs", "500");

  @Option(
      names = "--events",
      defaultValue = "1000000",
      description = "Of the generated day (default: ${DEFAULT-VALUE}).")
  private int events;

  @Option(
      names = "--ads",
      defaultValue = "130000",
      description = "Ads of the generated day (default: ${DEFAULT-VALUE}).")
  private int ads;

  @Option(
      names = "--counters",
      defaultValue = "24",
      description = "Services alive at the same time (default: ${DEFAULT-VALUE}).")
  private int counters;

  @Option(
      names = "--rate",
      paramLabel = "EVENTS",
      description =
          "Events per second of simulated time, for the part tasks (default: "
              + (int) TASKS_RATE
              + ").")
  private double rate = TASKS_RATE;

  @Option(
      names = "--usual-settings",
      description =
          "Run the part tasks with the default settings instead of those for a fast store.")
  private boolean usualSettings;

  @Option(
      names = "--warm-up",
      paramLabel = "EVENTS",
      defaultValue = "1000000",
      description = "Events of the warm-up day (default: ${DEFAULT-VALUE}).")
  private int warmUpEvents;

  @Option(
      names = "--single-events",
      defaultValue = "60000",
      description = "Events of the run with one line a message (default: ${DEFAULT-VALUE}).")
  private int singleEvents;

  @Option(
      names = "--only",
      split = ",",
      description = "Of ceiling, tasks, bare, instant, batches, single (default: all).")
  private final List<String> only = new ArrayList<>();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Directory of days and stores (default: deploy/target/benchmark).")
  private Path data;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "Also write the printed figures into a Markdown page, between the lines '<!-- benchmark"
              + " results: begin -->' and '<!-- benchmark results: end -->', with date, commit and"
              + " command.")
  private Path results;

  @Mixin private SettingsOptions given;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private final List<String> figures = new ArrayList<>();
  private PrintWriter out;

  @Override
  public Integer call() throws InterruptedException {
    out = spec.commandLine().getOut();
    try {
      requireUsable();
      ResultsPage page = results == null ? null : ResultsPage.open(results, "benchmark");
      String commit = ResultsPage.commit(Home.directory());
      measure();
      if (page != null) {
        String command = ResultsPage.command(spec.commandLine().getParseResult());
        page.write(markdown(command, LocalDate.now(ZoneOffset.UTC), commit, figures));
      }
      return ExitCode.OK;
    } catch (IOException e) {
      spec.commandLine().getErr().println("clicks benchmark: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (IllegalArgumentException e) {
      spec.commandLine().getErr().println("clicks benchmark: " + e.getMessage());
      return ExitCode.USAGE;
    }
  }

  /** A paragraph with command, date and commit, and the figures as they were printed. */
  static String markdown(String command, LocalDate date, String commit, List<String> figures) {
    return "One run of `%s`. Date %s, commit %s.%n%n```%n%s%n```%n"
        .formatted(command, date, commit, String.join("\n", figures));
  }

  private void measure() throws IOException, InterruptedException {
    Path dir = Trees.claim(data != null ? data : Home.data("benchmark"));
    Path day = generated(dir, "day-" + events + "-" + ads + "-" + counters, events, 1);
    Path warmUpDay =
        generated(dir, "day-" + warmUpEvents + "-" + ads + "-" + counters, warmUpEvents, 1);
    DayMessages messages = DayMessages.of(day, BATCH, Integer.MAX_VALUE);
    DayMessages warmUp = DayMessages.of(warmUpDay, BATCH, Integer.MAX_VALUE).renamed();
    say(
        "%,d events over %,d ads, after %,d of others; %d cores, heap at most %,d MB",
        events,
        ads,
        warmUpEvents,
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory() >> 20);
    double ceiling = isSelected("ceiling") ? ceiling(messages) : Double.NaN;
    if (isSelected("tasks")) {
      tasks(warmUp, messages, ceiling);
    }
    if (isSelected("bare")) {
      bare(dir);
    }
    if (isSelected("instant")) {
      say("settings for a fast store: %s", shown(fastStoreSettings()));
      run(
          dir,
          "a store that answers at once, 500 a message",
          InstantStore::new,
          fastStoreSettings(),
          warmUp,
          messages,
          ceiling);
    }
    if (isSelected("batches")) {
      run(dir, "development node, 500 a message", null, given.read(), warmUp, messages, ceiling);
    }
    if (isSelected("single")) {
      DayMessages single = DayMessages.of(day, 1, singleEvents);
      DayMessages warmUpSingle = DayMessages.of(warmUpDay, 1, singleEvents).renamed();
      run(dir, "development node, 1 a message", null, given.read(), warmUpSingle, single, ceiling);
    }
  }

  private Settings fastStoreSettings() {
    Settings settings = given.read();
    for (Map.Entry<String, String> fast : FAST_STORE.entrySet()) {
      if (!settings.isGiven(fast.getKey())) {
        settings = settings.with(fast.getKey(), fast.getValue());
      }
    }
    return settings;
  }

  private static String shown(Settings settings) {
    Map<String, String> values = new TreeMap<>();
    FAST_STORE.keySet().forEach(key -> values.put(key, settings.value(key)));
    return values.toString();
  }

  /** Refuses settings that each run overwrites. */
  private void requireUsable() {
    Settings settings = given.read();
    for (String key : List.of("riak.nodes", "broker.url")) {
      if (settings.isGiven(key)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            "the setting "
                + key
                + " has no effect here: the benchmark starts a broker and a node of its own");
      }
    }
    TopologySettings.of(settings);
  }

  private boolean isSelected(String part) {
    return only.isEmpty() || only.contains(part);
  }

  private void say(String format, Object... values) {
    String line = String.format(Locale.ROOT, format, values);
    figures.add(line);
    out.println(line);
    out.flush();
  }

  /**
   * The directory is renamed when the day is complete, so an interrupted run generates it again.
   */
  private Path generated(Path dir, String name, int count, int seed) throws IOException {
    Path day = dir.resolve(name);
    if (!Files.exists(day.resolve("truth.json"))) {
      Path making = dir.resolve("day.part");
      Trees.delete(making);
      Trees.delete(day);
      int status =
          Clicks.commandLine(Terminal.system())
              .setOut(out)
              .execute(
                  "generate",
                  "--out",
                  making.toString(),
                  "--events",
                  "" + count,
                  "--ads",
                  "" + ads,
                  "--counters",
                  "" + counters,
                  "--drop",
                  "0.0001",
                  "--duplicate",
                  "0.01",
                  "--disorder",
                  "500",
                  "--seed",
                  "" + seed);
      if (status != ExitCode.OK) {
        throw new IOException("the day " + day + " could not be generated, see above");
      }
      Files.move(making, day);
    }
    return day.resolve("queue.ndjson");
  }

  private double ceiling(DayMessages messages) {
    List<String> texts = new ArrayList<>();
    messages.forEachInMemory((text, lines) -> texts.add(text));
    double ceiling = Ceiling.eventsPerSecond(texts, messages.events());
    say("ceiling: parse and count in memory, one thread, no I/O: %,.0f events/s", ceiling);
    return ceiling;
  }

  private void tasks(DayMessages warmUp, DayMessages messages, double ceiling) {
    Settings settings = usualSettings ? given.read() : fastStoreSettings();
    BareTasks.Result result =
        BareTasks.measure(TopologySettings.of(settings), warmUp, messages, rate);
    say(
        "the tasks alone, one thread, a store that answers at once, events coming at %,.0f a second: %,.0f events/s (%.3f of the ceiling)",
        rate, result.eventsPerSecond(), result.eventsPerSecond() / ceiling);
    say(
        "  %.2f µs of processor time an event, %,.0f puts and %,.0f mark tuples per 1,000 events, %,.0f bytes a put",
        result.cpuNanos() / 1e3 / result.events(),
        1e3 * result.puts() / result.events(),
        1e3 * result.marks() / result.events(),
        (double) result.putBytes() / result.puts());
    BareTasks.Calls calls = result.calls();
    say(
        "  calls a second: ads %,.0f puts and %,.0f reads, %d counters %,.0f puts and %,.0f reads (%.3f of the ads'); a tuple is held %.1f s at most",
        calls.adPuts() / calls.seconds(),
        calls.adReads() / calls.seconds(),
        counters,
        calls.counterPuts() / calls.seconds(),
        calls.counterReads() / calls.seconds(),
        calls.countersShare(),
        calls.longestHeldSeconds());
  }

  private void bare(Path dir) throws IOException, InterruptedException {
    try (DevNode node = DevNode.start(DevNodeConfig.in(fresh(dir.resolve("bare"))))) {
      BarePuts.Result bare = BarePuts.measure("127.0.0.1:" + node.port(), BARE_BYTES, BARE_PUTS);
      say(
          "bare put rate of the development node (%d bytes, 64 in flight): %,.0f puts/s, %.1f µs of the client's processor time a put",
          BARE_BYTES, bare.putsPerSecond(), bare.microsAPut());
    }
  }

  private static Path fresh(Path dir) throws IOException {
    Trees.delete(dir); // The directory is ours.
    return Files.createDirectories(dir);
  }

  private void run(
      Path dir,
      String name,
      StoreFactory store,
      Settings settings,
      DayMessages warmUp,
      DayMessages messages,
      double ceiling)
      throws IOException, InterruptedException {
    LocalStack.Options options =
        new LocalStack.Options(fresh(dir.resolve("stack")), List.of(), null, 0, 0, settings);
    try (LocalStack stack = LocalStack.start(options, store)) {
      stack.awaitReady();
      play(stack, warmUp);
      long putsBefore = LocalMetrics.count("ads", "puts");
      long bytesBefore = LocalMetrics.count("ads", "puts.bytes");
      long cpuBefore = cpuNanos();
      long gcBefore = gcMs();
      double seconds = play(stack, messages);
      long cpu = cpuNanos() - cpuBefore;
      long gc = gcMs() - gcBefore;
      long puts = LocalMetrics.count("ads", "puts") - putsBefore;
      long bytes = LocalMetrics.count("ads", "puts.bytes") - bytesBefore;
      report(name, messages.events(), seconds, puts, bytes, ceiling);
      say(
          "  %.1f µs of processor time an event, %.1f cores in use; %,d ms in pauses of the garbage collector",
          cpu / 1e3 / messages.events(), cpu / 1e9 / seconds, gc);
    }
  }

  /**
   * Processor time of this process: client, broker, Storm, topology and store, and the garbage
   * collector.
   */
  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long gcMs() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  /** Seconds from the first message sent until the queue is empty. Then everything is settled. */
  private static double play(LocalStack stack, DayMessages messages)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (JmsTransport transport =
        new JmsTransport(
            BrokerSettings.at(stack.brokerUrl()), SenderSettings.async(UNCONFIRMED_MESSAGES))) {
      messages.forEach((text, lines) -> transport.sendText(text));
      transport.flush();
    }
    while (stack.queuedMessages() > 0) {
      Thread.sleep(POLL_MS);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private void report(
      String name, long count, double seconds, long puts, long bytes, double ceiling) {
    Snapshot age = LocalMetrics.histogram("ads", "durable-after-ms").getSnapshot();
    System.gc();
    long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    double rate = count / seconds;
    say(
        "%s: %,.0f events/s (%,d in %.1f s, %.3f of the ceiling)",
        name, rate, count, seconds, rate / ceiling);
    say(
        "  %,.0f puts per 1,000 events, %,.0f puts/s, %,.0f bytes a put",
        1000.0 * puts / count, puts / seconds, (double) bytes / puts);
    say(
        "  from arrival to durable: p50 %,.0f ms, p99 %,.0f ms; heap in use %,d MB",
        age.getMedian(), age.get99thPercentile(), heap >> 20);
  }
}
