package clickcounter.cluster;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import java.util.List;
import java.util.Map;

/** The commands of this package, for the launcher. */
public final class ClusterCommands implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    return Map.of(
        Noun.CHECK,
        List.of(new CheckCommand(terminal)),
        Noun.TOPOLOGY,
        List.of(
            new SubmitCommand(terminal),
            new PauseCommand(terminal),
            new ResumeCommand(terminal),
            new RedeployCommand(terminal)));
  }
}
