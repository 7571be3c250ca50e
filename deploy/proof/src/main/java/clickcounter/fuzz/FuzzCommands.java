package clickcounter.fuzz;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import java.util.List;

/** The fuzzer, for the launcher. */
public final class FuzzCommands implements CommandGroup {
  @Override
  public String heading() {
    return "Prove it";
  }

  @Override
  public int position() {
    return 42;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(new FuzzCommand());
  }
}
