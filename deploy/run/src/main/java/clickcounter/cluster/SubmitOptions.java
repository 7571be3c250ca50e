package clickcounter.cluster;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.settings.Settings;
import clickcounter.topology.SettingsOptions;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of a submission. Broker and Riak are those of a cluster on this machine, unless the
 * settings name others. For any other cluster the settings must name them.
 */
final class SubmitOptions {
  private static final List<String> ADDRESSES = List.of("broker.url", "riak.nodes");

  @Mixin private SettingsOptions settings;

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description = "The topology's jar. Default: the one of this distribution or checkout.")
  private Path jar;

  @Option(
      names = "--unchecked",
      description =
          "Do not ask Riak and the broker first what the workers will ask them: for a host that cannot"
              + " reach them, or has not the workers' secrets.")
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
   * Checks the options before anything is changed.
   *
   * @return the settings, as the workers get them
   * @throws IllegalArgumentException naming the setting that is wrong or lacks
   * @throws IOException if there is no jar, or no worker could start
   */
  Settings check(StormClient client) throws IOException {
    Settings given = settings.read();
    Settings all = given.withAll(client.addressesFor(given));
    TopologySettings topology = TopologySettings.of(all);
    for (String address : ADDRESSES) {
      // A default would be this host, where no server listens in a cluster of many hosts.
      if (!all.isGiven(address)) {
        throw new IllegalArgumentException(
            "the setting " + address + " is not given: expected it in --settings or --set");
      }
    }
    jar();
    if (!unchecked) {
      ServicesCheck.real().check(topology);
    }
    return all;
  }

  private Path jar() throws IOException {
    return jar != null ? jar.toAbsolutePath() : Installation.in(Home.directory()).topologyJar();
  }

  /** Submits the topology, and waits until it works; the exit status. */
  int submit(ChosenCluster cluster, String name, Settings all, Terminal terminal)
      throws IOException, InterruptedException {
    int status =
        new Submission(cluster.client(), jar())
            .run(
                name,
                settings.file(),
                settings.single(),
                terminal.out(),
                ProcessBuilder.Redirect.INHERIT);
    if (status != ExitCode.OK || wait.isZero()) {
      return ExitCode.table().containsKey(status) ? status : ExitCode.INTERNAL;
    }
    int portOffset = all.integer(TopologySettingsTable.METRICS_PORT_OFFSET);
    return TopologyStart.of(cluster.nimbus(), name, portOffset, terminal).await(wait);
  }
}
