package clickcounter.tools;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import clickcounter.tools.audit.AuditCommand;
import clickcounter.tools.check.CheckArchiveCommand;
import clickcounter.tools.common.Backends;
import clickcounter.tools.generate.GenerateCommand;
import clickcounter.tools.inspect.ExplainCommand;
import clickcounter.tools.inspect.GapsCommand;
import clickcounter.tools.inspect.InspectCommand;
import clickcounter.tools.inspect.WriteOffCommand;
import clickcounter.tools.recount.RecountCommand;
import clickcounter.tools.rejects.RejectsCommand;
import clickcounter.tools.renumber.RenumberCommand;
import clickcounter.tools.retire.RetireCommand;
import clickcounter.tools.send.ReplayCommand;
import clickcounter.tools.series.report.SeriesCommand;
import clickcounter.tools.ship.ShipCommand;
import clickcounter.tools.states.StatesCommand;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import picocli.CommandLine;

/** The commands of this module. */
public final class Tools implements CommandGroup {
  @Override
  public Section section() {
    return Section.TOOLS;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return all(terminal, new RealBackends(), Clock.systemUTC());
  }

  /** All commands, as picocli's subcommands. */
  public static List<Object> all(Terminal terminal, Backends backends, Clock clock) {
    return all(terminal, backends, clock, System::nanoTime, new SecureRandom());
  }

  static List<Object> all(
      Terminal terminal,
      Backends backends,
      Clock clock,
      LongSupplier nanoClock,
      RandomGenerator random) {
    // A command with subcommands has to be a CommandLine.
    CommandLine gaps = new CommandLine(new GapsCommand(terminal, backends, clock));
    gaps.addSubcommand(WriteOffCommand.writeOff(terminal, backends, clock, random));
    gaps.addSubcommand(WriteOffCommand.reopen(terminal, backends, clock, random));
    return List.of(
        new GenerateCommand(terminal),
        new ReplayCommand(terminal, backends, clock, nanoClock),
        new ShipCommand(terminal, backends, clock, nanoClock),
        new CheckArchiveCommand(terminal, clock),
        new AuditCommand(terminal, backends, clock),
        new RenumberCommand(terminal, clock, random),
        new RecountCommand(terminal, backends, clock, random),
        new InspectCommand(terminal, backends, clock),
        new ExplainCommand(terminal, backends, clock),
        gaps,
        SeriesCommand.of(terminal, backends, clock),
        StatesCommand.all(terminal, backends, clock, random),
        RejectsCommand.all(terminal, backends),
        RetireCommand.counters(terminal, backends, clock, random));
  }
}
