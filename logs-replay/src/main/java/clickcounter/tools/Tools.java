package clickcounter.tools;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.tools.audit.AuditCommand;
import clickcounter.tools.bill.CloseMonthCommand;
import clickcounter.tools.bill.StatementCommand;
import clickcounter.tools.check.CheckArchiveCommand;
import clickcounter.tools.common.Backends;
import clickcounter.tools.inspect.CloseCommand;
import clickcounter.tools.inspect.ExplainCommand;
import clickcounter.tools.inspect.GapsCommand;
import clickcounter.tools.inspect.ReopenCommand;
import clickcounter.tools.inspect.ShowAdCommand;
import clickcounter.tools.inspect.ShowCounterCommand;
import clickcounter.tools.inspect.WriteOffCommand;
import clickcounter.tools.judge.JudgeCommand;
import clickcounter.tools.recount.RecountCommand;
import clickcounter.tools.retire.RetireCommand;
import clickcounter.tools.send.ReplayCommand;
import clickcounter.tools.series.SeriesCommand;
import clickcounter.tools.series.SeriesTopCommand;
import clickcounter.tools.ship.ShipCommand;
import clickcounter.tools.table.ImportCommand;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The commands of this module. */
public final class Tools implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    return all(terminal, new RealBackends(), Clock.systemUTC());
  }

  /** All commands, as picocli's subcommands. */
  public static Map<Noun, List<Object>> all(Terminal terminal, Backends backends, Clock clock) {
    return all(terminal, backends, clock, System::nanoTime, new SecureRandom());
  }

  static Map<Noun, List<Object>> all(
      Terminal terminal,
      Backends backends,
      Clock clock,
      LongSupplier nanoClock,
      RandomGenerator random) {
    return Map.of(
        Noun.COUNTERS,
        List.of(
            new ShowCounterCommand(terminal, backends, clock),
            new GapsCommand(terminal, backends, clock),
            new CloseCommand(terminal, backends, clock, random),
            new WriteOffCommand(terminal, backends, clock, random),
            new ReopenCommand(terminal, backends, clock, random),
            new RetireCommand(terminal, backends, clock)),
        Noun.ADS,
        List.of(
            new ShowAdCommand(terminal, backends, clock),
            new StatementCommand(terminal, backends, clock)),
        Noun.EVENTS,
        List.of(new ExplainCommand(terminal, backends, clock)),
        Noun.ARCHIVE,
        List.of(
            new ImportCommand(terminal, clock),
            new CheckArchiveCommand(terminal, clock),
            new ShipCommand(terminal, backends, clock, nanoClock),
            new ReplayCommand(terminal, backends, clock, nanoClock),
            new JudgeCommand(terminal, backends, clock)),
        Noun.DOCUMENTS,
        List.of(
            new AuditCommand(terminal, backends, clock),
            new RecountCommand(terminal, backends, clock, random)),
        Noun.SERIES,
        List.of(
            new SeriesCommand(terminal, backends, clock),
            new SeriesTopCommand(terminal, backends, clock),
            new CloseMonthCommand(terminal, backends, clock)));
  }
}
