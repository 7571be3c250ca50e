package clickcounter.cluster;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import java.util.List;

/** The commands of this package, for the launcher. */
public final class ClusterCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.CLUSTER;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(
        new SubmitCommand(terminal),
        new ListCommand(terminal),
        new KillCommand(terminal),
        new RebalanceCommand(terminal),
        new RedeployCommand(terminal));
  }
}
