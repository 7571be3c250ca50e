package clickcounter.status;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.rejects.RejectsListCommand;
import clickcounter.rejects.RejectsRequeueCommand;
import clickcounter.tools.RealBackends;
import clickcounter.tools.common.Backends;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The commands that look at the topology and its queues, for the launcher. */
public final class StatusCommands implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    Backends backends = new RealBackends();
    return Map.of(
        Noun.STATUS,
        List.of(new SystemStatusCommand(terminal, backends, Clock.systemUTC())),
        Noun.REJECTS,
        List.of(new RejectsListCommand(terminal), new RejectsRequeueCommand(terminal, backends)),
        Noun.STATES,
        List.of(new StatesWatchCommand(terminal, new SecureRandom())));
  }
}
