package clickcounter.tools;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.tools.audit.AuditCommand;
import clickcounter.tools.bill.CloseMonthCommand;
import clickcounter.tools.bill.StatementCommand;
import clickcounter.tools.check.CheckArchiveCommand;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.ResultCommand.Surroundings;
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
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The commands of this module. */
public final class Tools implements CommandGroup {
  @Override
  public Map<Noun, List<Object>> commands(Terminal terminal) {
    return all(terminal, new RealBackends(), Clock.systemUTC());
  }

  /** All commands, as picocli's subcommands. */
  public static Map<Noun, List<Object>> all(Terminal terminal, Backends backends, Clock clock) {
    return all(terminal, Surroundings.at(clock, backends));
  }

  static Map<Noun, List<Object>> all(Terminal terminal, Surroundings surroundings) {
    return surroundings.in(
        terminal,
        Map.of(
            Noun.COUNTERS,
            List.of(
                new ShowCounterCommand(),
                new GapsCommand(),
                new CloseCommand(),
                new WriteOffCommand(),
                new ReopenCommand(),
                new RetireCommand()),
            Noun.ADS,
            List.of(new ShowAdCommand(), new StatementCommand()),
            Noun.EVENTS,
            List.of(new ExplainCommand()),
            Noun.ARCHIVE,
            List.of(
                new ImportCommand(),
                new CheckArchiveCommand(),
                new ShipCommand(),
                new ReplayCommand(),
                new JudgeCommand()),
            Noun.DOCUMENTS,
            List.of(new AuditCommand(), new RecountCommand()),
            Noun.SERIES,
            List.of(new SeriesCommand(), new SeriesTopCommand(), new CloseMonthCommand())));
  }
}
