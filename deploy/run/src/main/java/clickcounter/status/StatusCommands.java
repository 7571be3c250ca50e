package clickcounter.status;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.tools.RealBackends;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The commands of this package, for the launcher. */
public final class StatusCommands implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    return Map.of(
        Noun.STATUS,
        List.of(new SystemStatusCommand(terminal, new RealBackends(), Clock.systemUTC())),
        Noun.ADS,
        List.of(new AdsTopCommand(terminal)),
        Noun.DEBUG,
        List.of(new DebugCommand(terminal, Clicks::commandLine, Clock.systemUTC())));
  }
}
