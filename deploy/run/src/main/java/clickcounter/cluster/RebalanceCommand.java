package clickcounter.cluster;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.metrics.Metric.Component;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.generated.RebalanceOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "rebalance",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Redistributes the topology over workers, as storm rebalance does. The number of tasks stays the same; to"
          + " change it, use redeploy. Returns as soon as Nimbus has accepted the order, and says how many workers"
          + " will stay idle."
    },
    footer = {"", "Example:", "  deploy/clicks topology rebalance --workers 4 --executors ads=4"},
    exitCodeList = {"0:ordered", "1:there is no such topology"})
final class RebalanceCommand extends ToolCommand {
  private static final String ADS = Component.ADS.id();

  @Mixin private ToolSettings settings;

  @Option(names = "--workers", paramLabel = "N", description = "Worker processes.")
  private Integer workers;

  @Option(
      names = "--executors",
      paramLabel = "COMPONENT=N",
      description =
          "Threads of spout, ads, counters or rejects, at most as many as its tasks; may be repeated.")
  private final Map<String, Integer> executors = new LinkedHashMap<>();

  @Option(
      names = "--drain",
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "Time for the old workers to finish events under way, such as 5s (default: the topology's message"
              + " timeout).")
  private Duration drain;

  RebalanceCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    if (workers != null) {
      requireAtLeast("--workers", workers, 1);
    }
    executors.forEach((component, n) -> requireAtLeast("--executors " + component, n, 1));
    RebalanceOptions options = new RebalanceOptions();
    if (workers != null) {
      options.set_num_workers(workers);
    }
    if (drain != null) {
      options.set_wait_secs(Nimbus.seconds(drain));
    }
    executors.forEach(options::put_to_num_executors);
    String name = TopologySettingsTable.name(settings.read(TopologySettingsTable.ROWS));
    Nimbus nimbus = ClusterChoice.of(settings).nimbus();
    int threads = executors.getOrDefault(ADS, nimbus.threads(name, ADS));
    if (!nimbus.rebalance(name, options)) {
      return NoTopology.missing(name, nimbus, terminal);
    }
    say("rebalancing " + name);
    if (workers != null && threads > 0) {
      idle(workers, threads).ifPresent(terminal.err()::println);
    }
    return ExitCode.OK;
  }

  /** What a person has to know of workers that will count nothing. */
  static Optional<String> idle(int workers, int adsThreads) {
    return workers <= adsThreads
        ? Optional.empty()
        : Optional.of(
            "WARNING "
                + (workers - adsThreads)
                + " of "
                + workers
                + " workers will stay idle: ads have "
                + Texts.count(adsThreads, "thread")
                + ", and each runs in one worker. For more tasks: "
                + Home.launcher()
                + " topology redeploy --set workers="
                + workers
                + " --set adsTasks="
                + workers);
  }
}
