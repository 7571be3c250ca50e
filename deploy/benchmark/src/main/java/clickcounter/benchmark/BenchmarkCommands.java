package clickcounter.benchmark;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import clickcounter.tools.Backends;
import java.util.List;

/** The benchmarks, for the launcher. */
public final class BenchmarkCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.MEASURE;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(
        new BenchmarkCommand(),
        new AuditBenchCommand(),
        new ScanBenchCommand(terminal, Backends.real()),
        new SeriesBenchCommand(terminal));
  }
}
