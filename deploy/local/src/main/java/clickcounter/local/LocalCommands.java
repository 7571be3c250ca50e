package clickcounter.local;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import clickcounter.devnode.DevNodeCommand;
import java.util.List;

/** The commands that run the whole system, or its store, in one process. */
public final class LocalCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.LOCAL;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(new LocalCommand(), new DevNodeCommand());
  }
}
