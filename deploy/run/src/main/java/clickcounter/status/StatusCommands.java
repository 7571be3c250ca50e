package clickcounter.status;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.rejects.RejectsListCommand;
import clickcounter.rejects.RejectsRequeueCommand;
import clickcounter.tools.RealBackends;
import clickcounter.tools.common.ResultCommand.Surroundings;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The commands that look at the topology and its queues, for the launcher. */
public final class StatusCommands implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    return Surroundings.at(Clock.systemUTC(), new RealBackends())
        .in(
            terminal,
            Map.of(
                Noun.STATUS,
                List.of(new SystemStatusCommand()),
                Noun.REJECTS,
                List.of(new RejectsListCommand(), new RejectsRequeueCommand()),
                Noun.STATES,
                List.of(new StatesWatchCommand())));
  }
}
