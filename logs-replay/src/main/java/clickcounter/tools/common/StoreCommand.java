package clickcounter.tools.common;

import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that reads documents, and prints its result for people or as JSON. */
public abstract class StoreCommand extends ToolCommand {
  protected final Backends backends;
  protected final Clock clock;

  @Option(names = "--json", description = "Print the result as JSON")
  protected boolean json;

  @Mixin protected ToolSettings settings;

  protected StoreCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  /** Connects to Riak for one question. */
  protected final <T> T read(Function<Documents, T> question) {
    try (DocumentStore store = backends.openStore(settings)) {
      return question.apply(new Documents(store));
    }
  }

  /** Prints the result as the options say. */
  protected final void print(Object forPrograms, Consumer<PrintStream> forPeople)
      throws IOException {
    if (json) {
      Json.print(terminal.out(), forPrograms);
    } else {
      forPeople.accept(terminal.out());
      terminal.out().flush();
    }
  }
}
