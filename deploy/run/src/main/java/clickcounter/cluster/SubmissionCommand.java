package clickcounter.cluster;

import clickcounter.check.Findings;
import clickcounter.check.Findings.Finding;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.ToolCommand;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Submits a topology. The settings have to say where broker and Riak are. */
abstract class SubmissionCommand extends ToolCommand {
  @Option(
      names = "--unchecked",
      description =
          "Do not run the checks of the command check first: for a host that cannot reach Riak and"
              + " the broker, or has not the workers' secrets.")
  private boolean unchecked;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "2m",
      description =
          "How long to wait until all tasks work; 0s: do not wait (default: ${DEFAULT-VALUE}).")
  private Duration wait;

  @Mixin private ToolSettings settings;

  static void requireGiven(Settings all) {
    List<String> lacking = TopologySettingsTable.lacking(all);
    if (!lacking.isEmpty()) {
      throw new IllegalArgumentException(
          "not given: %s. Expected in the settings file, or as --set %s=VALUE. Nothing was changed"
              .formatted(String.join(", ", lacking), lacking.get(0)));
    }
  }

  /**
   * Checks options, cluster and services, lets the command prepare the cluster, submits the
   * topology, and waits until it works. Faults with which workers start all the same are warnings.
   *
   * @throws IllegalArgumentException naming the setting that is wrong or lacks
   * @throws IOException if no cluster is known, there is no jar, or no worker could start
   */
  @Override
  protected int run() throws IOException, InterruptedException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    requireGiven(all);
    ChosenCluster cluster = ClusterChoice.of(settings);
    TopologySettings.of(all);
    Path jar = Installation.in(Home.directory()).topologyJar();
    if (!unchecked) {
      require(Findings.of(all, () -> cluster.nimbus().room(all), List.of(), finding -> {}));
    }
    if (!prepare(cluster.nimbus(), TopologySettingsTable.name(all))) {
      return ExitCode.MISSING;
    }
    int status =
        cluster
            .client()
            .submit(
                jar,
                settings.given().file().orElse(null),
                settings.given().besideTheFile(),
                terminal.out()::println,
                ProcessBuilder.Redirect.INHERIT);
    if (status != ExitCode.OK || wait.isZero()) {
      return ExitCode.table().containsKey(status) ? status : ExitCode.INTERNAL;
    }
    return new TopologyStart(TopologyWatch.of(cluster.nimbus(), all, terminal)).await(wait);
  }

  private void require(Findings findings) throws IOException {
    List<Finding> stop = findings.faults(true);
    if (!stop.isEmpty()) {
      throw new IOException(
          "nothing was changed, because no worker could start: %s. If only this host cannot reach Riak or the broker, or has not their secrets, give --unchecked"
              .formatted(stop.stream().map(Finding::line).collect(Collectors.joining("; "))));
    }
    findings.faults(false).forEach(fault -> warn("WARNING " + fault.line()));
  }

  /** Makes room for the topology; false if that makes no sense, which it says. */
  boolean prepare(Nimbus nimbus, String name) throws IOException, InterruptedException {
    return true;
  }
}
