package clickcounter.cluster;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of a submission. The settings have to say where broker and Riak are. */
final class SubmitOptions {
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
   * @throws IllegalArgumentException naming the setting that is wrong
   * @throws IOException if there is no jar, or no worker could start
   */
  Settings check(ToolSettings settings) throws IOException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    TopologySettings topology = TopologySettings.of(all);
    TopologySettingsTable.name(all);
    jar();
    if (!unchecked) {
      ServicesCheck.real().check(topology);
    }
    return all;
  }

  private static void requireGiven(Settings all) {
    List<String> lacking =
        TopologySettingsTable.MUST_BE_GIVEN.stream()
            .filter(row -> !all.isGiven(row.key()) || all.text(row).isBlank())
            .map(Setting::key)
            .toList();
    if (!lacking.isEmpty()) {
      throw new IllegalArgumentException(
          "not given: "
              + String.join(", ", lacking)
              + ". Expected in the settings file, or as --set "
              + lacking.get(0)
              + "=VALUE. Nothing was changed");
    }
  }

  private Path jar() throws IOException {
    return jar != null ? jar.toAbsolutePath() : Installation.in(Home.directory()).topologyJar();
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
        new Submission(cluster.client(), jar())
            .run(
                settings.given().file().orElse(null),
                settings.given().besideTheFile(),
                terminal.out(),
                ProcessBuilder.Redirect.INHERIT);
    if (status != ExitCode.OK || wait.isZero()) {
      return ExitCode.table().containsKey(status) ? status : ExitCode.INTERNAL;
    }
    Settings all = settings.read(TopologySettingsTable.ROWS);
    int portOffset = all.integer(TopologySettingsTable.METRICS_PORT_OFFSET);
    return TopologyStart.of(cluster.nimbus(), TopologySettingsTable.name(all), portOffset, terminal)
        .await(wait);
  }
}
