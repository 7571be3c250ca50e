package clickcounter.drill;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import java.util.List;

/** The drills, for the launcher. */
public final class DrillCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.PROOF;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(new DrillCommand(terminal));
  }
}
