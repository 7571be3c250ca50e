package clickcounter.drill;

import clickcounter.cluster.Programs;
import clickcounter.drill.DrillResult.Outcome;
import clickcounter.replay.ExitCode;
import clickcounter.replay.Terminal;
import clickcounter.replay.ToolCommand;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
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
      "and compares every document with the archive. A drill fails unless its fault has proven to take place; a fault",
      "that missed its moment has a second attempt, and the table says so. A wrong count has none.",
      "It starts a cluster of its own, on free ports, and stops it afterwards; its logs stay.",
      "Without a name: which drills there are."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks drill all --minutes 1",
      "  deploy/clicks drill worker-kill store-silent --minutes 5 --seed 7",
      "  deploy/clicks drill broker-away store-away --fault-minutes 10",
      "",
      "Exit codes: 0 nothing lost, nothing doubled, all faults proven; 1 events are lost or counts wrong;",
      "3 a drill, or one of its faults, did not take place."
    })
public final class DrillCommand extends ToolCommand {
  private static final String MARK = "drill.directory";

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Which; 'all' for all of them, one after another.")
  private final List<String> names = new ArrayList<>();

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "1",
      description = "Minutes of load in each, at least. Default: ${DEFAULT-VALUE}")
  private int minutes;

  @Option(
      names = "--fault-minutes",
      paramLabel = "M",
      defaultValue = "1",
      description =
          "Minutes that a fault stays that lasts; above 1 it is made once, not twice. Default:"
              + " ${DEFAULT-VALUE}")
  private int faultMinutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Of events and choices. Default: ${DEFAULT-VALUE}")
  private long seed;

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
    if (minutes < 1) {
      throw new IllegalArgumentException("--minutes: expected 1 or more, found " + minutes);
    }
    if (faultMinutes < 1) {
      throw new IllegalArgumentException(
          "--fault-minutes: expected 1 or more, found " + faultMinutes);
    }
    if (names.isEmpty()) {
      Drills.descriptions().forEach((name, fault) -> say("%-16s %s".formatted(name, fault)));
      return ExitCode.OK;
    }
    List<Drill> drills = Drills.named(names);
    Path home = Programs.home();
    Path directory = data != null ? data : home.resolve(Path.of("deploy", "target", "drill"));
    try (FileChannel mark = claim(directory)) {
      empty(directory);
      return status(run(drills, home, directory));
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
    new Troupe(
            home,
            Programs.topologyJar(home),
            directory,
            Pace.minutes(minutes, faultMinutes),
            seed,
            result -> {
              results.add(result);
              say(json ? result.json() : result.row());
            })
        .run(drills);
    return results;
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
    for (Path child : children(directory)) {
      if (!child.getFileName().toString().equals(MARK)) {
        Programs.delete(child);
      }
    }
  }

  private static List<Path> children(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static int status(List<DrillResult> results) {
    if (results.stream().anyMatch(r -> r.outcome() == Outcome.WRONG)) {
      return ExitCode.MISSING;
    }
    return results.stream().anyMatch(DrillResult::isBad) ? ExitCode.FAILED : ExitCode.OK;
  }
}
