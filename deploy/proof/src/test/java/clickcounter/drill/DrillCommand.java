package clickcounter.drill;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.ResultsPage;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cli.Trees;
import clickcounter.cluster.Installation;
import clickcounter.devcluster.PublicPorts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Breaks a real cluster on purpose, and shows that the counts are right. */
@Command(
    name = "drill",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Breaks a real cluster on purpose while services log and events are counted, waits until everything is"
          + " settled, and compares every document with the archives.",
      "",
      "A drill passes if nothing was lost or doubled and its fault has been shown to",
      "take place. Otherwise it is",
      "  unproven   the fault missed its moment, or nothing shows it",
      "  not run    its cluster could not be set up",
      "  no verdict the store has counters that no archive of the drills has",
      "  stuck      a recovery, an empty queue or the end of the load did not come",
      "  wrong      events were lost or doubled, or a promise was broken",
      "Unproven drills and those not run have one second attempt: the table names and",
      "the last line counts them. Stuck drills are audited all the same.",
      "",
      "It starts a cluster of its own on free ports and stops it afterwards; the logs",
      "stay. Without a name it lists the drills. 'all' takes about half an hour."
    },
    exitCodeList = {
      "0:nothing was lost or doubled, and all faults are proven",
      "1:a drill got stuck",
      "2:events were lost or doubled, or a promise was broken",
      "3:a drill was not run, stayed unproven, has no verdict, or, with --strict, was skipped"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  deploy/clicks dev drill all --strict",
      "  deploy/clicks dev drill all --results deploy/RESULTS.md",
      "  deploy/clicks dev drill worker-kill store-hang --for 5m --seed 7",
      "  deploy/clicks dev drill store-hang host-cut --fault-for 10m",
      "  deploy/clicks dev drill all --riak riak1:8087,riak2:8087 --bucket-type drills"
    })
public final class DrillCommand extends ToolCommand {
  private static final Duration LEAST_LOAD = Duration.ofSeconds(6);
  private static final Duration SHORTEST_FAULT = Duration.ofMinutes(1);

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "The drills to run, one after another; 'all' for all of them.")
  private final List<String> names = new ArrayList<>();

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "30s",
      description = "Time of load in each drill, at least. Default: ${DEFAULT-VALUE}")
  private Duration load;

  @Option(
      names = "--fault-for",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "1m",
      description = "Time for which a lasting fault stays. Default: ${DEFAULT-VALUE}")
  private Duration fault;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the random choices. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--riak",
      paramLabel = "HOST:PORT",
      split = ",",
      description = {
        "Use these Riak nodes (repeatable, or separated by commas) instead of a development",
        "node. Their faults are made on the lines to them: the nodes are left alone."
      })
  private List<String> riak = List.of();

  @Option(
      names = "--bucket-type",
      paramLabel = "TYPE",
      defaultValue = DrillStore.USUAL_TYPE,
      description =
          "With --riak: a bucket type without documents of other runs. Default: ${DEFAULT-VALUE}")
  private String bucketType;

  @Option(names = "--strict", description = "Exit code 3 also if this machine cannot run a drill.")
  private boolean strict;

  @Option(names = "--public", description = "Start even if this host has a public address.")
  private boolean isPublic;

  @Option(names = "--json", description = "Print a JSON object for each drill, one a line.")
  private boolean json;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "Also write the table of this run into a Markdown page, between the lines '<!-- drill"
              + " results: begin -->' and '<!-- drill results: end -->', with date, commit and"
              + " command.")
  private Path results;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Directory for clusters and events; what earlier drills left there is deleted (default:"
              + " deploy/target/drill).")
  private Path data;

  @Spec private CommandSpec spec;

  public DrillCommand(Terminal terminal) {
    super(terminal);
  }

  private static void requireAtLeast(String option, Duration value, Duration least) {
    if (value.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          option + ": expected " + least.toSeconds() + "s or more, got " + value.toSeconds() + "s");
    }
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    requireAtLeast("--for", load, LEAST_LOAD);
    requireAtLeast("--fault-for", fault, SHORTEST_FAULT);
    if (names.isEmpty()) {
      Drills.descriptions().forEach((name, fault) -> say("%-16s %s".formatted(name, fault)));
      return ExitCode.OK;
    }
    List<Drill> drills = Drills.named(names);
    DrillStore store = new DrillStore(riak, bucketType);
    store.requireEmpty();
    ResultsPage page = results == null ? null : ResultsPage.open(results, "drill");
    Path home = Home.directory();
    Path directory = data != null ? data : Home.data("drill");
    try (FileChannel lock = claim(directory)) {
      PublicPorts.warn(DrillSeries.ports(), isPublic, terminal.err());
      empty(directory);
      String commit = ResultsPage.commit(home); // Now: the checkout may change during the run.
      long startNs = System.nanoTime();
      List<DrillResult> all = run(drills, home, directory, store);
      if (page != null) {
        Duration took = Duration.ofNanos(System.nanoTime() - startNs);
        page.write(
            new DrillReport(
                    ResultsPage.command(spec.commandLine().getParseResult()),
                    store.text(),
                    all,
                    took,
                    LocalDate.now(ZoneOffset.UTC),
                    commit)
                .markdown());
      }
      return report(all);
    }
  }

  private List<DrillResult> run(List<Drill> drills, Path home, Path directory, DrillStore store)
      throws IOException, InterruptedException {
    if (!json) {
      DrillResult.heading().lines().forEach(this::say);
    }
    // Failed sends are expected here.
    Configurator.setLevel("clickcounter.jms", Level.OFF);
    List<DrillResult> all = new ArrayList<>();
    AtomicLong sinceNs = new AtomicLong(System.nanoTime());
    try (ProgressLines progress = ProgressLines.start(terminal.err()::println)) {
      TestBed.Setting setting =
          new TestBed.Setting(
              home,
              Installation.in(home).topologyJar(),
              DrillTiming.of(load, fault),
              store,
              new LinkedHashSet<>(),
              seed,
              progress);
      new DrillSeries(
              directory,
              setting,
              result -> {
                all.add(result);
                long nowNs = System.nanoTime();
                print(result, (nowNs - sinceNs.getAndSet(nowNs)) / 1_000_000_000);
              })
          .run(drills);
    }
    return all;
  }

  private void print(DrillResult result, long tookS) {
    terminal
        .err()
        .printf("drill %s: %s, took %d s%n", result.drill(), result.outcome().word(), tookS);
    say(json ? result.json() : result.row());
  }

  private int report(List<DrillResult> all) {
    String summary = DrillResult.summary(all);
    if (json) {
      warn(summary); // Each line of standard output is an object.
    } else {
      say("");
      say(summary);
    }
    return DrillResult.exitCode(all, strict);
  }

  /**
   * Takes a directory of ours, or one that is empty or does not exist, until the channel is closed.
   *
   * @throws IOException if other files are in it, or other drills run in it
   */
  private static FileChannel claim(Path directory) throws IOException {
    Path mark = Trees.claim(directory).resolve(Trees.MARK);
    FileChannel channel = FileChannel.open(mark, StandardOpenOption.WRITE);
    if (!locks(channel)) {
      channel.close();
      throw new IOException(
          "other drills run in "
              + directory
              + ": wait for them, or name another directory (--data)");
    }
    return channel;
  }

  private static boolean locks(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // This process holds it.
    }
  }

  /** Deletes all but the mark, which is locked. */
  private static void empty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path child : files.toList()) {
        if (!child.getFileName().toString().equals(Trees.MARK)) {
          Trees.delete(child);
        }
      }
    }
  }
}
