package clickcounter.replay;

import java.time.Clock;
import java.util.List;

/** The commands of this module, for a launcher to offer. */
public final class ReplayCommands {
  private ReplayCommands() {}

  /** All of them, on the process's own streams. */
  public static List<Object> all() {
    return all(Terminal.system(), Backends.real(), Clock.systemUTC());
  }

  /** All of them, as picocli's subcommands. */
  public static List<Object> all(Terminal terminal, Backends backends, Clock clock) {
    return List.of(
        new GenerateCommand(terminal),
        new ReplayCommand(terminal, backends),
        new AuditCommand(terminal, backends),
        new InspectCommand(terminal, backends, clock));
  }
}
