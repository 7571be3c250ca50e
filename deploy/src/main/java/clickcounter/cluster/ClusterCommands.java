package clickcounter.cluster;

import clickcounter.replay.Terminal;
import java.util.List;

/** The commands of this package, for a launcher to offer. */
public final class ClusterCommands {
  private ClusterCommands() {}

  /** All of them, on the process's own streams. */
  public static List<Object> all() {
    return all(Terminal.system());
  }

  /** All of them, as picocli's subcommands. */
  public static List<Object> all(Terminal terminal) {
    return List.of(
        ClusterCommand.with(
            new StartCommand(terminal),
            new StatusCommand(terminal),
            new StopCommand(terminal),
            new LogsCommand(terminal)),
        new SubmitCommand(terminal),
        new ListCommand(terminal),
        new KillCommand(terminal),
        new RebalanceCommand(terminal),
        new RedeployCommand(terminal));
  }
}
