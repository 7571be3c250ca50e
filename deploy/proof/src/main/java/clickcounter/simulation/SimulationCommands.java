package clickcounter.simulation;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import java.util.List;

/** The simulation, for the launcher. */
public final class SimulationCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.PROOF;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(new SimulateCommand());
  }
}
