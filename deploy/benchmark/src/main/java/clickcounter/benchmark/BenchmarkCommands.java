package clickcounter.benchmark;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.Terminal;
import java.util.List;

/** The benchmark, for the launcher. */
public final class BenchmarkCommands implements CommandGroup {
  @Override
  public Section section() {
    return Section.MEASURE;
  }

  @Override
  public List<Object> commands(Terminal terminal) {
    return List.of(new BenchmarkCommand());
  }
}
