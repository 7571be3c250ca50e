package clickcounter.devcluster;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import java.util.List;

/** The commands of this package, for the launcher. */
public final class DevClusterCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.CLUSTER;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(
        ClusterCommand.with(
            new StartCommand(terminal),
            new StatusCommand(terminal),
            new StopCommand(terminal),
            new LogsCommand(terminal)));
  }
}
