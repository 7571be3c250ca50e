package clickcounter.cluster;

import static clickcounter.cli.ToolCommand.on;

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
        List.of(on(terminal, new CheckCommand())),
        Noun.TOPOLOGY,
        List.of(
            on(terminal, new SubmitCommand()),
            on(terminal, new PauseCommand()),
            on(terminal, new ResumeCommand()),
            on(terminal, new RedeployCommand())));
  }
}
