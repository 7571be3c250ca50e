package clickcounter.drill;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.SettingsOptions;
import clickcounter.cli.ToolCommand;
import clickcounter.cluster.Installation;
import clickcounter.devcluster.PublicPorts;
import clickcounter.devnode.OwnDirectory;
import clickcounter.drill.Drills.Kind;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Breaks a real cluster on purpose, and shows that the counts are right. */
@Command(
    name = "drill",
    description = {
      "Breaks a real cluster on purpose while services log and events are counted, waits until"
          + " everything is settled, and compares every document with the archives.",
      "",
      "A drill passes if nothing was lost or doubled and its fault has been shown to",
      "take place. Otherwise it is",
      "  unproven   the fault missed its moment, or nothing shows it",
      "  not run    its cluster could not be set up, or not on this machine: host-cut needs",
      "             root, for a network namespace",
      "  no verdict the store has counters that no archive of the drills has",
      "  stuck      a recovery, an empty queue or the end of the load did not come",
      "  wrong      events were lost or doubled, or a promise was broken",
      "Unproven drills and those not run have one second attempt: the table names and",
      "the last line counts them. Stuck drills are audited all the same.",
      "",
      "It starts a cluster of its own on free ports and stops it afterwards; the logs",
      "stay. Riak nodes that --set riak.nodes names take the place of the development",
      "node: faults are made on the lines to them. Without a name it lists the drills. 'all' takes a quarter of an hour."
    },
    exitCodeList = {
      "0:nothing was lost or doubled, and all faults are proven",
      "1:a drill got stuck",
      "2:events were lost or doubled, or a promise was broken",
      "3:a drill was not run, stayed unproven, or has no verdict"
    },
    footer = {
      "  deploy/clicks dev drill all",
      "  deploy/clicks dev drill worker-kill store-hang --for 5m",
      "  deploy/clicks dev drill store-hang host-cut --fault-for 10m",
      "  deploy/clicks dev drill all --set riak.nodes=riak1:8087,riak2:8087 --set riak.bucketType=drills"
    })
public final class DrillCommand extends ToolCommand {
  /** Held, since the JDK forgets the level of a logger that nobody holds. */
  private static final Logger JMS = Logger.getLogger("clickcounter.jms");

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "The drills to run, one after another; 'all' for all of them.")
  private final List<String> names = new ArrayList<>();

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = "Time of load in each drill, at least. Default: ${DEFAULT-VALUE}")
  private Duration load;

  @Option(
      names = "--fault-for",
      paramLabel = "DURATION",
      defaultValue = "1m",
      description = "Time for which a lasting fault stays. Default: ${DEFAULT-VALUE}")
  private Duration fault;

  @Option(names = "--public", description = "Start even if this host has a public address.")
  private boolean isPublic;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Directory for clusters and events; what earlier drills left there is deleted (default:"
              + " deploy/target/drill).")
  private Path data;

  @Spec private CommandSpec spec;
  private String doing;

  @Override
  protected int run() throws IOException, InterruptedException {
    if (names.isEmpty()) {
      Drills.TABLE.forEach(kind -> say("%-16s %s".formatted(kind.name(), kind.fault())));
      return ExitCode.OK;
    }
    List<Kind> drills = Drills.named(names);
    DrillStore store =
        SettingsOptions.of(spec)
            .map(given -> DrillStore.of(given.explicit().read(TopologySettingsTable.ROWS)))
            .orElse(DrillStore.DEVELOPMENT);
    Path directory = (data != null ? data : Home.data("drill")).toAbsolutePath();
    try (FileChannel lock = FileLocks.take(Path.of(directory + ".lock"))) {
      PublicPorts.warn(DrillSeries.ports(), isPublic, terminal.err());
      OwnDirectory.deleteOurs(directory);
      OwnDirectory.claim(directory);
      DrillResult.heading().lines().forEach(this::say);
      List<DrillResult> all = run(drills, directory, store);
      say("");
      say(DrillResult.summary(all));
      return DrillResult.exitCode(all);
    }
  }

  private List<DrillResult> run(List<Kind> drills, Path directory, DrillStore store)
      throws IOException, InterruptedException {
    // Failed sends are expected here.
    JMS.setLevel(Level.OFF);
    Path home = Home.directory();
    TestBed.Setting setting =
        new TestBed.Setting(
            home,
            Installation.in(home).topologyJar(),
            load.toMillis(),
            fault.toMillis(),
            store,
            new LinkedHashSet<>(),
            this::progress);
    List<DrillResult> all = new ArrayList<>();
    Consumer<DrillResult> results =
        result -> {
          all.add(result);
          say(result.row());
        };
    new DrillSeries(directory, setting, results).run(drills);
    return all;
  }

  private void progress(String now) {
    if (!now.equals(doing)) {
      doing = now;
      warn("%tT %s".formatted(LocalTime.now(), now));
    }
  }
}
