package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.settings.Settings;
import clickcounter.topology.SettingsOptions;
import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.nio.file.Path;
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

  /**
   * Checks the options before anything is changed.
   *
   * @throws IllegalArgumentException naming the setting that is wrong or lacks
   * @throws IOException if there is no jar
   */
  void check(StormClient client) throws IOException {
    Settings given = settings.read();
    TopologySettings.of(given);
    for (String address : ADDRESSES) {
      // A default would be this host, where no server listens in a cluster of many hosts.
      if (!given.isGiven(address) && !client.addresses().containsKey(address)) {
        throw new IllegalArgumentException(
            "the setting " + address + " is not given: expected it in --settings or --set");
      }
    }
    jar();
  }

  private Path jar() throws IOException {
    return jar != null ? jar.toAbsolutePath() : Programs.topologyJar(Home.directory());
  }

  /** Submits the topology; the exit status. */
  int submit(StormClient client, String name, Terminal terminal)
      throws IOException, InterruptedException {
    int status =
        new Submission(client, jar())
            .run(
                name,
                settings.file(),
                settings.single(),
                terminal.out(),
                ProcessBuilder.Redirect.INHERIT);
    return ExitCode.table().containsKey(status) ? status : ExitCode.INTERNAL;
  }
}
