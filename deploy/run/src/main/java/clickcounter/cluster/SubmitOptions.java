package clickcounter.cluster;

import clickcounter.check.Finding;
import clickcounter.check.Findings;
import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
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
import picocli.CommandLine.Option;

/** The options of a submission. The settings have to say where broker and Riak are. */
final class SubmitOptions {
  @Option(
      names = "--unchecked",
      description =
          "Do not run the checks of the command check first: for a host that cannot reach Riak and the"
              + " broker, or has not the workers' secrets.")
  private boolean unchecked;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "2m",
      description =
          "How long to wait until all tasks work; 0s: do not wait (default: ${DEFAULT-VALUE}).")
  private Duration wait;

  /**
   * Checks options, cluster and services before anything is changed. Faults with which workers
   * start all the same are warnings.
   *
   * @return the settings, as the workers get them
   * @throws IllegalArgumentException naming the setting that is wrong
   * @throws IOException if there is no jar, or no worker could start
   */
  Settings check(ChosenCluster cluster, ToolSettings settings, Terminal terminal)
      throws IOException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    TopologySettings.of(all);
    jar();
    if (!unchecked) {
      require(
          Findings.of(all, () -> cluster.nimbus().room(all), List.of(), finding -> {}), terminal);
    }
    return all;
  }

  /**
   * @throws IOException that says why no worker could start
   */
  static void require(Findings findings, Terminal terminal) throws IOException {
    List<Finding> stop = findings.faults(true);
    if (!stop.isEmpty()) {
      throw new IOException(
          "nothing was changed, because no worker could start: %s. If only this host cannot reach Riak or the broker, or has not their secrets, give --unchecked"
              .formatted(stop.stream().map(Finding::line).collect(Collectors.joining("; "))));
    }
    findings.faults(false).forEach(fault -> terminal.err().println("WARNING " + fault.line()));
  }

  static void requireGiven(Settings all) {
    List<String> lacking = TopologySettingsTable.lacking(all);
    if (!lacking.isEmpty()) {
      throw new IllegalArgumentException(
          "not given: %s. Expected in the settings file, or as --set %s=VALUE. Nothing was changed"
              .formatted(String.join(", ", lacking), lacking.get(0)));
    }
  }

  private static Path jar() throws IOException {
    return Installation.in(Home.directory()).topologyJar();
  }

  /**
   * The cluster to submit to.
   *
   * @throws IllegalArgumentException naming the settings that lack
   * @throws IOException if no cluster is known
   */
  ChosenCluster cluster(ToolSettings settings) throws IOException {
    requireGiven(settings.read(TopologySettingsTable.ROWS));
    return ClusterChoice.of(settings);
  }

  /** Submits the topology, and waits until it works; the exit status. */
  int submit(ChosenCluster cluster, ToolSettings settings, Terminal terminal)
      throws IOException, InterruptedException {
    int status =
        cluster
            .client()
            .submit(
                jar(),
                settings.given().file().orElse(null),
                settings.given().besideTheFile(),
                terminal.out()::println,
                ProcessBuilder.Redirect.INHERIT);
    if (status != ExitCode.OK || wait.isZero()) {
      return ExitCode.table().containsKey(status) ? status : ExitCode.INTERNAL;
    }
    Settings all = settings.read(TopologySettingsTable.ROWS);
    return new TopologyStart(TopologyWatch.of(cluster.nimbus(), all, terminal)).await(wait);
  }
}
