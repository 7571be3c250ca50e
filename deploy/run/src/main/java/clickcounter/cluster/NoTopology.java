package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import java.io.IOException;

/** What commands say of a topology that does not run. */
final class NoTopology {
  private NoTopology() {}

  /** Says so; the exit status. */
  static int missing(String topology, Nimbus nimbus, Terminal terminal) throws IOException {
    terminal
        .err()
        .println(
            "no topology '"
                + topology
                + "' runs: name it with the setting name; "
                + nimbus.running());
    return ExitCode.MISSING;
  }
}
