package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;

/** What commands say of a topology that does not run. */
final class NoTopology {
  private NoTopology() {}

  /** Says so; the exit status. */
  static int missing(String topology, Terminal terminal) {
    terminal
        .err()
        .println(
            "no topology '"
                + topology
                + "' runs: name it with the setting name; see "
                + Home.launcher()
                + " list");
    return ExitCode.MISSING;
  }
}
