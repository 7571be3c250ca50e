package clickcounter.fuzz;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import java.util.List;

/** The fuzzer, for the launcher. */
public final class FuzzCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.PROOF;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(new FuzzCommand());
  }
}
