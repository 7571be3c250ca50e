package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.topology.SettingsOptions;
import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of a submission. Broker and Riak are the cluster's, unless the settings name others.
 */
final class SubmitOptions {
  @Mixin private SettingsOptions settings;

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description = "Default: topology/target/topology-*-storm.jar")
  private Path jar;

  /**
   * Checks the options before anything is changed.
   *
   * @throws IllegalArgumentException naming the wrong setting
   * @throws IOException if there is no jar
   */
  void check() throws IOException {
    TopologySettings.of(settings.read());
    jar();
  }

  private Path jar() throws IOException {
    return jar != null ? jar.toAbsolutePath() : Programs.topologyJar(Home.directory());
  }

  /** Submits the topology; the exit status. */
  int submit(Cluster cluster, String name, Terminal terminal)
      throws IOException, InterruptedException {
    int status =
        new Submission(cluster, jar())
            .run(
                name,
                settings.file(),
                settings.single(),
                terminal.out(),
                ProcessBuilder.Redirect.INHERIT);
    return ExitCode.table().containsKey(status) ? status : ExitCode.INTERNAL;
  }
}
