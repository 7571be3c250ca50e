package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import picocli.CommandLine.Option;

/**
 * The option that names the topology. The name is a setting, so that all commands have the same.
 */
public final class NameOption {
  @Option(names = "--name", description = "The topology's name. Default: the setting name")
  private String name;

  /**
   * The topology's name.
   *
   * @throws IllegalArgumentException if it is none
   */
  public String in(Settings settings) {
    return TopologySettingsTable.name(settings, name);
  }

  /** Says that no such topology runs; the exit status. */
  static int missing(String topology, Nimbus nimbus, Terminal terminal) throws IOException {
    terminal
        .err()
        .println(
            "no topology '"
                + topology
                + "' runs: name it with --name or the setting name; "
                + nimbus.running());
    return ExitCode.MISSING;
  }
}
