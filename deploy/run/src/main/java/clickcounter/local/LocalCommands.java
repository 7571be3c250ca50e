package clickcounter.local;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import clickcounter.devnode.DevNodeCommand;
import java.util.List;

/** The commands that run the whole system, or its store, in one process. */
public final class LocalCommands implements CommandGroup {
  @Override
  public String heading() {
    return "Run it on this machine";
  }

  @Override
  public int position() {
    return 10;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(new LocalCommand(), new DevNodeCommand());
  }
}
