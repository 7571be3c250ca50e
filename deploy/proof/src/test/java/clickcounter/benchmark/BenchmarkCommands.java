package clickcounter.benchmark;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.util.List;
import java.util.Map;

/** The benchmark, for the launcher. */
public final class BenchmarkCommands implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    return Map.of(Noun.DEV, List.of(ToolCommand.on(terminal, new BenchmarkCommand())));
  }
}
