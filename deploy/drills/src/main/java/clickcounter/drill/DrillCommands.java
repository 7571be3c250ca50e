package clickcounter.drill;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import java.util.List;

/** The drills, for the launcher. */
public final class DrillCommands implements CommandGroup {
  @Override
  public String heading() {
    return "Prove it";
  }

  @Override
  public int position() {
    return 40;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(new DrillCommand(terminal));
  }
}
