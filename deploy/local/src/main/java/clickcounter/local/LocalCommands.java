package clickcounter.local;

import static clickcounter.cli.ToolCommand.on;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.devnode.DevNodeCommand;
import java.util.List;
import java.util.Map;

/** The commands that run the whole system, or its store, in one process, or make up events. */
public final class LocalCommands implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    return Map.of(
        Noun.LOCAL,
        List.of(on(terminal, new LocalCommand())),
        Noun.DEV,
        List.of(on(terminal, new DevNodeCommand()), on(terminal, new GenerateCommand())));
  }
}
