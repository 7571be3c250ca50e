package clickcounter.drill;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cli.Trees;
import clickcounter.cluster.Programs;
import clickcounter.cluster.PublicPorts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Breaks a real cluster on purpose, and shows that the counts are right. */
@Command(
    name = "drill",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Breaks a real cluster on purpose while services log and events are counted, waits until all is settled,",
      "and compares every document with the archives.",
      "",
      "A drill passes when nothing was lost or doubled and its fault has proven to take place. Else it is",
      "  unproven   the fault missed its moment, or nothing shows it: one second attempt, which the table names;",
      "  not run    what it needs could not be set up: one second attempt, too;",
      "  stuck      something that has to come by itself did not: a recovery, an empty queue (audited all the same);",
      "  wrong      events lost or doubled, or a promise broken.",
      "Stuck and wrong drills have no second attempt.",
      "",
      "It starts a cluster of its own, on free ports, and stops it afterwards; its logs stay.",
      "Without a name: which drills there are. 'all' takes about half an hour."
    },
    exitCodeList = {
      "0:nothing was lost or doubled, and all faults are proven",
      "1:a drill got stuck",
      "2:events were lost or doubled, or a promise was broken",
      "3:a drill was not run, or stayed unproven, or, with --strict, was skipped"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  deploy/clicks drill all --strict",
      "  deploy/clicks drill worker-kill store-silent --minutes 5 --seed 7",
      "  deploy/clicks drill broker-away store-away --fault-minutes 10"
    })
public final class DrillCommand extends ToolCommand {
  private static final String MARK = "drill.directory";
  private static final double LEAST_MINUTES = 0.1;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Which; 'all' for all of them, one after another.")
  private final List<String> names = new ArrayList<>();

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "0.5",
      description = "Minutes of load in each, at least. Default: ${DEFAULT-VALUE}")
  private double minutes;

  @Option(
      names = "--fault-minutes",
      paramLabel = "M",
      defaultValue = "1",
      description = "Minutes that a fault stays that lasts. Default: ${DEFAULT-VALUE}")
  private int faultMinutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of events and choices. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--strict",
      description = "Exit code 3, too, when a drill cannot be run on this machine and is skipped.")
  private boolean strict;

  @Option(names = "--public", description = "Start although this host has a public address.")
  private boolean isPublic;

  @Option(names = "--json", description = "A JSON object for each drill, one a line.")
  private boolean json;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where clusters and events are kept; what earlier drills left there is deleted (default:"
              + " deploy/target/drill).")
  private Path data;

  public DrillCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    if (!(minutes >= LEAST_MINUTES)) {
      throw new IllegalArgumentException(
          "--minutes: expected " + LEAST_MINUTES + " or more, got " + minutes);
    }
    requireAtLeast("--fault-minutes", faultMinutes, 1);
    if (names.isEmpty()) {
      Drills.descriptions().forEach((name, fault) -> say("%-16s %s".formatted(name, fault)));
      return ExitCode.OK;
    }
    List<Drill> drills = Drills.named(names);
    Path home = Home.directory();
    Path directory = data != null ? data : home.resolve(Path.of("deploy", "target", "drill"));
    try (FileChannel mark = claim(directory)) {
      PublicPorts.warn(DrillSeries.ports(), isPublic, terminal.err());
      empty(directory);
      return report(run(drills, home, directory));
    }
  }

  private List<DrillResult> run(List<Drill> drills, Path home, Path directory)
      throws IOException, InterruptedException {
    if (!json) {
      say(DrillResult.heading());
    }
    // That senders fail is what is wanted here.
    Configurator.setLevel("clickcounter.jms", Level.OFF);
    List<DrillResult> results = new ArrayList<>();
    AtomicLong sinceNs = new AtomicLong(System.nanoTime());
    try (ProgressLines progress = ProgressLines.start(terminal.err()::println)) {
      new DrillSeries(
              home,
              Programs.topologyJar(home),
              directory,
              DrillTiming.minutes(minutes, faultMinutes),
              seed,
              progress,
              result -> {
                results.add(result);
                long nowNs = System.nanoTime();
                long tookS = (nowNs - sinceNs.getAndSet(nowNs)) / 1_000_000_000;
                terminal
                    .err()
                    .printf(
                        "drill %s: %s, took %d s%n",
                        result.drill(), result.outcome().word(), tookS);
                say(json ? result.json() : result.row());
              })
          .run(drills);
    }
    return results;
  }

  private int report(List<DrillResult> results) {
    String summary = DrillResult.summary(results);
    if (json) {
      terminal.err().println(summary); // Each line of the other stream is an object.
    } else {
      say("");
      say(summary);
    }
    return DrillResult.exitCode(results, strict);
  }

  /**
   * Takes a directory that is empty or that drills have made, as long as the channel is open.
   *
   * @throws IOException when there is something else in it, or other drills run in it
   */
  private static FileChannel claim(Path directory) throws IOException {
    Path mark = directory.resolve(MARK);
    Files.createDirectories(directory);
    if (!Files.exists(mark) && !children(directory).isEmpty()) {
      throw new IOException(
          directory + " is not empty and no drill's directory: name another one (--data)");
    }
    FileChannel channel =
        FileChannel.open(mark, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locks(channel)) {
      channel.close();
      throw new IOException(
          "other drills run in "
              + directory
              + ": wait for their end, or name another one (--data)");
    }
    return channel;
  }

  private static boolean locks(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // this process has it
    }
  }

  private static void empty(Path directory) throws IOException {
    TinyDisk.unmountBelow(directory);
    for (Path child : children(directory)) {
      if (!child.getFileName().toString().equals(MARK)) {
        Trees.delete(child);
      }
    }
  }

  private static List<Path> children(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
