package clickcounter.status;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import clickcounter.tools.RealBackends;
import java.time.Clock;
import java.util.List;

/** The commands of this package, for the launcher. */
public final class StatusCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.CLUSTER;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(
        new SystemStatusCommand(terminal, new RealBackends(), Clock.systemUTC()),
        new DebugCommand(terminal, Clicks::commandLine, Clock.systemUTC()));
  }
}
