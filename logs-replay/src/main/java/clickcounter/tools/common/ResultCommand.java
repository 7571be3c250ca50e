package clickcounter.tools.common;

import clickcounter.cli.Json;
import clickcounter.cli.Noun;
import clickcounter.cli.PrintsJson;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Mixin;

/** A command with settings, which prints its result for people or as JSON. */
public abstract class ResultCommand extends ToolCommand implements PrintsJson {
  @Mixin protected ToolSettings settings;

  /** This and the fields below are set by {@link Surroundings#in} before it runs. */
  protected Backends backends;

  protected Clock clock;
  protected LongSupplier nanoClock;
  protected RandomGenerator random;

  /** What commands reach outside of themselves. */
  public record Surroundings(
      Backends backends, Clock clock, LongSupplier nanoClock, RandomGenerator random) {
    public static Surroundings at(Clock clock, Backends backends) {
      return new Surroundings(backends, clock, System::nanoTime, new SecureRandom());
    }

    /** Gives these and the terminal to commands. */
    public Map<Noun, List<Object>> in(Terminal terminal, Map<Noun, List<Object>> commands) {
      commands.values().forEach(of -> of.forEach(each -> give(on(terminal, (ResultCommand) each))));
      return commands;
    }

    private void give(ResultCommand command) {
      command.backends = backends;
      command.clock = clock;
      command.nanoClock = nanoClock;
      command.random = random;
    }
  }

  protected final void print(Object forPrograms, Consumer<PrintStream> forPeople)
      throws IOException {
    if (isJson()) {
      Json.print(terminal.out(), forPrograms);
    } else {
      forPeople.accept(terminal.out());
      terminal.out().flush();
    }
  }

  protected final <T> T read(Function<Documents, T> question) {
    try (DocumentStore store = backends.openStore(settings)) {
      return question.apply(new Documents(store));
    }
  }
}
