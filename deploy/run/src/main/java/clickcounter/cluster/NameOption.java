package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import picocli.CommandLine.Option;

/** The option that names the topology. */
public final class NameOption {
  @Option(
      names = "--name",
      defaultValue = "click-counter",
      description = "The topology's name (default: ${DEFAULT-VALUE}).")
  String name;

  public String name() {
    return name;
  }

  /** Says that no such topology runs; the exit status. */
  int missing(Terminal terminal) {
    terminal.err().println("no topology '" + name + "' runs; see " + Home.launcher() + " list");
    return ExitCode.MISSING;
  }
}
