package clickcounter.devcluster;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.util.List;
import java.util.Map;

/** The command of this package, for the launcher. */
public final class DevClusterCommands implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    return Map.of(Noun.DEV, List.of(ToolCommand.on(terminal, new ClusterCommand())));
  }
}
