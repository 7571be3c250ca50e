package clickcounter.benchmark;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.SettingsOptions;
import clickcounter.cli.ToolCommand;
import clickcounter.devnode.OwnDirectory;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the whole pipeline on this machine, its upper bound, and a month, in one run. */
@Command(
    name = "benchmark",
    description = {
      "Measures events per second from JMS to settled, and the ceiling of one thread, in one run."
          + " Takes less than ten minutes. The part month has to be asked for: it takes an hour.",
      "Each run prints its processor time. A day of other ads and counters is played first, so that"
          + " the JIT compiler has done its work before the measurement.",
      "With --set riak.nodes=HOST:PORT, batches and single use that Riak instead of the development"
          + " node. They leave documents in it, under names of this run."
    },
    footer = {
      "  deploy/clicks dev benchmark --parts ceiling,batches --set riak.nodes=127.0.0.1:8087",
      "  CLICKS_JAVA_OPTS=-Xmx8g deploy/clicks dev benchmark --parts month --data /tmp/month"
    })
final class BenchmarkCommand extends ToolCommand {
  private static final int BATCH = 500;
  private static final int LARGE_EVENTS = 5_000_000;
  private static final int EVENTS = 1_000_000;
  private static final int SINGLE_EVENTS = 300_000;
  private static final int MONTH_EVENTS = 135_000_000;
  private static final int LARGE_ADS = 650_000;
  private static final int ADS = 130_000;
  private static final int COUNTERS = 24;
  private static final int MONTH_SERVICES = 1_000;
  private static final String RIAK_NODES = "riak.nodes";
  private static final String MONTH = "month";

  /** The parts in the order in which they run. */
  private static final List<String> PARTS =
      List.of("ceiling", "instant", "batches", "single", MONTH);

  /** Settings for a fast store: more pending events, and larger documents. */
  private static final Map<String, String> FAST_STORE =
      Map.of(
          "maxPendingMb", "2000",
          "maxUnsettledIds", "100000",
          "workerHeapMb",
              "9600", // an eighth keeps all ads: the store of the part instant keeps none
          "deferralMs", "2000");

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      description =
          "Of ceiling (one thread), instant, batches, single (the pipeline with an instant store,"
              + " with the development node, with one line a message), month (default: all but"
              + " month).")
  private final List<String> only = new ArrayList<>();

  @Option(
      names = "--events",
      description =
          "Of the generated day (default: 1000000 for batches, 5000000 for ceiling and instant,"
              + " 300000 for single, 135000000 for month).")
  private Integer events;

  @Option(
      names = "--ads",
      description =
          "Of the generated day (default: 130000, or 650000 for ceiling, instant and month).")
  private Integer ads;

  @Option(
      names = "--counters",
      description = "Services alive at the same time (default: 24, or 1000 for month).")
  private Integer counters;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Directory of days and stores (default: deploy/target/benchmark).")
  private Path data;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private final Ceiling ceiling = new Ceiling();
  private Settings settings;
  private Path directory;

  @Override
  protected int run() throws IOException, InterruptedException {
    requireUsable();
    directory = OwnDirectory.claim(data != null ? data : Home.data("benchmark"));
    Figures figures = new Figures(terminal.out());
    figures.say(
        "%d cores, heap at most %,d MB",
        Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory() >> 20);
    for (String part : PARTS) {
      if (only.isEmpty() ? !part.equals(MONTH) : only.contains(part)) {
        run(part, figures);
      }
    }
    return ExitCode.OK;
  }

  /** Refuses unknown parts, and the setting that each run overwrites. */
  private void requireUsable() {
    for (String part : only) {
      if (!PARTS.contains(part)) {
        throw new IllegalArgumentException("--parts: expected one of " + PARTS + ", found " + part);
      }
    }
    settings = SettingsOptions.of(spec).orElseThrow().explicit().read(TopologySettingsTable.ROWS);
    if (settings.isGiven("broker.url")) {
      throw new IllegalArgumentException(
          "the setting broker.url has no effect here: the benchmark starts a broker of its own");
    }
    TopologySettings.of(settings);
  }

  private void run(String part, Figures figures) throws IOException, InterruptedException {
    switch (part) {
      case "ceiling" -> ceiling.measure(day(LARGE_EVENTS, LARGE_ADS, BATCH), figures);
      case "instant" -> instant(figures);
      case "batches" -> onStore(figures, BATCH);
      case "single" -> onStore(figures, 1);
      default -> new MonthPart(directory, month(), settings).run(figures);
    }
  }

  private static int given(Integer option, int byDefault) {
    return option == null ? byDefault : option;
  }

  private Month month() {
    return Month.in(
        directory,
        given(events, MONTH_EVENTS),
        given(ads, LARGE_ADS),
        given(counters, MONTH_SERVICES));
  }

  /** A generated day, unless other numbers are given. */
  private DayMessages day(int defaultEvents, int defaultAds, int lines) throws IOException {
    int all = given(events, defaultEvents);
    int most = lines == 1 && events == null ? SINGLE_EVENTS : all;
    return DayMessages.generated(
        directory, all, given(ads, defaultAds), given(counters, COUNTERS), lines, most);
  }

  private void instant(Figures figures) throws IOException, InterruptedException {
    Settings fast = settings;
    Map<String, String> shown = new TreeMap<>();
    for (Map.Entry<String, String> setting : FAST_STORE.entrySet()) {
      if (!fast.isGiven(setting.getKey())) {
        fast = fast.with(setting.getKey(), setting.getValue());
      }
      shown.put(setting.getKey(), fast.value(setting.getKey()));
    }
    PipelineRun.Plan plan =
        new PipelineRun.Plan(
            "a store that answers at once, 500 a message, settings " + shown,
            fast,
            InstantStore::new,
            day(LARGE_EVENTS, LARGE_ADS, BATCH));
    new PipelineRun(directory.resolve("stack"), plan, ceiling).run(figures);
  }

  /** The whole pipeline with the development node, or with the Riak that was given. */
  private void onStore(Figures figures, int lines) throws IOException, InterruptedException {
    boolean own = !settings.isGiven(RIAK_NODES);
    // A Riak that was given may know the day from an earlier run.
    String run = own ? "" : Long.toString(System.currentTimeMillis(), Character.MAX_RADIX) + "-";
    PipelineRun.Plan plan =
        new PipelineRun.Plan(
            (own ? "development node" : "Riak at " + settings.value(RIAK_NODES))
                + ", "
                + lines
                + " a message",
            settings,
            null,
            day(EVENTS, ADS, lines).renamed(run, run));
    new PipelineRun(directory.resolve("stack"), plan, ceiling).run(figures);
  }
}
