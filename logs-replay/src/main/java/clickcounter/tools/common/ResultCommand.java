package clickcounter.tools.common;

import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command with settings, which prints its result for people or as JSON. */
public abstract class ResultCommand extends ToolCommand {
  @Option(names = "--json", description = "Print the result as JSON")
  protected boolean json;

  @Mixin protected ToolSettings settings;

  protected ResultCommand(Terminal terminal) {
    super(terminal);
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
