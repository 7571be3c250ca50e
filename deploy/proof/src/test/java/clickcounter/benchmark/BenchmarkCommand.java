package clickcounter.benchmark;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.ResultsPage;
import clickcounter.cli.Trees;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the whole pipeline on this machine, its parts, and its upper bounds, in one run. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures events per second from JMS to settled, and the ceiling of one thread, in one run. Takes less than"
          + " ten minutes. The part month has to be asked for: it takes an hour.",
      "Each run prints the processor time of each kind of thread, and what bounded it. A day of other ads and"
          + " counters is played first, so that the JIT compiler has done its work before the measurement.",
      "With --set riak.nodes=HOST:PORT, batches and single use that Riak instead of the development node. They leave"
          + " documents in it, under names of this run."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks dev benchmark --results deploy/RESULTS.md",
      "  deploy/clicks dev benchmark --parts ceiling,batches --set riak.nodes=127.0.0.1:8087",
      "  CLICKS_JAVA_OPTS=-Xmx8g deploy/clicks dev benchmark --parts month --data /tmp/month"
    })
final class BenchmarkCommand implements Callable<Integer> {
  private static final int BATCH = 500;
  private static final String RIAK_NODES = "riak.nodes";
  private static final String MONTH = "month";

  /** The parts in the order in which they run. */
  private static final List<String> PARTS =
      List.of("ceiling", "instant", "batches", "single", MONTH);

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      description =
          "Of ceiling (one thread), instant, batches, single (the pipeline with an instant store, with"
              + " the development node, with one line a message), month (default: all but month).")
  private final List<String> only = new ArrayList<>();

  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "Also write the printed figures into a Markdown page, between the lines '<!-- benchmark"
              + " results: begin -->' and '<!-- benchmark results: end -->', with date, commit and"
              + " command.")
  private Path results;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    try {
      requireUsable();
      ResultsPage page = results == null ? null : ResultsPage.open(results, "benchmark");
      String commit = ResultsPage.commit(Home.directory());
      Figures figures = measure();
      if (page != null) {
        String command = ResultsPage.command(spec.commandLine().getParseResult());
        page.write(figures.markdown(command, LocalDate.now(ZoneOffset.UTC), commit));
      }
      return ExitCode.OK;
    } catch (IOException e) {
      spec.commandLine().getErr().println("clicks dev benchmark: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (IllegalArgumentException e) {
      spec.commandLine().getErr().println("clicks dev benchmark: " + e.getMessage());
      return ExitCode.USAGE;
    }
  }

  /** Refuses unknown parts, and the setting that each run overwrites. */
  private void requireUsable() {
    for (String part : only) {
      if (!PARTS.contains(part)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "--parts: expected one of " + PARTS + ", found " + part);
      }
    }
    Settings settings = options.settings();
    if (settings.isGiven("broker.url")) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "the setting broker.url has no effect here: the benchmark starts a broker of its own");
    }
    TopologySettings.of(settings);
  }

  private Figures measure() throws IOException, InterruptedException {
    Path directory = Trees.claim(options.data(Home.data("benchmark")));
    Figures figures = new Figures(spec.commandLine().getOut());
    figures.say(
        "%d cores, heap at most %,d MB",
        Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory() >> 20);
    for (Part part : parts(directory)) {
      part.run(figures);
    }
    return figures;
  }

  /** The selected parts. Only the days that they need are generated. */
  private List<Part> parts(Path directory) throws IOException {
    Days days = new Days(directory, spec.commandLine().getOut());
    Map<String, Part> parts = new LinkedHashMap<>();
    CeilingPart ceiling = CeilingPart.unknown();
    if (needs("ceiling", "instant")) {
      DayMessages large = messages(days, options.largeDay(), BATCH, Integer.MAX_VALUE);
      ceiling = isSelected("ceiling") ? new CeilingPart(large) : ceiling;
      parts.put("ceiling", ceiling);
      if (isSelected("instant")) {
        Days.Size warmUp = options.warmUpDay(options.day());
        parts.put(
            "instant",
            instant(directory, messages(days, warmUp, BATCH, Integer.MAX_VALUE), large, ceiling));
      }
    }
    if (needs("batches", "single")) {
      parts.put("batches", onStore(directory, days, true, ceiling));
      parts.put("single", onStore(directory, days, false, ceiling));
    }
    parts.put(MONTH, new MonthPart(directory, options));
    return PARTS.stream().filter(this::isSelected).map(parts::get).toList();
  }

  private Part instant(Path directory, DayMessages warmUp, DayMessages large, CeilingPart ceiling) {
    Settings settings = options.fastStoreSettings();
    return new PipelineRun(
        directory.resolve("stack"),
        new PipelineRun.Plan(
            "a store that answers at once, 500 a message, settings "
                + BenchmarkOptions.shownFastStore(settings),
            settings,
            InstantStore::withoutAds,
            warmUp,
            large,
            options.mostWarmUps(),
            false),
        ceiling);
  }

  /** The whole pipeline with the development node, or with the Riak that was given. */
  private Part onStore(Path directory, Days days, boolean batches, CeilingPart ceiling)
      throws IOException {
    Settings settings = options.settings();
    boolean own = !settings.isGiven(RIAK_NODES);
    int lines = batches ? BATCH : 1;
    int most = batches ? Integer.MAX_VALUE : options.singleEvents();
    DayMessages day = messages(days, options.day(), lines, most);
    DayMessages warmUp = messages(days, options.warmUpDay(options.day()), lines, most);
    // A Riak that was given may know the day from an earlier run.
    String run = own ? "" : Long.toString(System.currentTimeMillis(), Character.MAX_RADIX) + "-";
    return new PipelineRun(
        directory.resolve("stack"),
        new PipelineRun.Plan(
            (own ? "development node" : "Riak at " + settings.value(RIAK_NODES))
                + ", "
                + lines
                + " a message",
            settings,
            null,
            warmUp.renamed(run, run),
            day.renamed(run, run),
            options.mostWarmUps(),
            batches),
        ceiling);
  }

  private static DayMessages messages(Days days, Days.Size size, int lines, int most)
      throws IOException {
    return DayMessages.of(days.queueFile(size), lines, most);
  }

  private boolean needs(String... parts) {
    return List.of(parts).stream().anyMatch(this::isSelected);
  }

  private boolean isSelected(String part) {
    return only.isEmpty() ? !part.equals(MONTH) : only.contains(part);
  }
}
