package clickcounter.tools.common;

import clickcounter.cli.Json;
import clickcounter.cli.PrintsJson;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;

/** A command with settings, which prints its result for people or as JSON. */
public abstract class ResultCommand extends ToolCommand implements PrintsJson {
  @Mixin protected ToolSettings settings;

  protected ResultCommand(Terminal terminal) {
    super(terminal);
  }

  /** Prints the result as the options say. */
  protected final void print(Object forPrograms, Consumer<PrintStream> forPeople)
      throws IOException {
    if (isJson()) {
      Json.print(terminal.out(), forPrograms);
    } else {
      forPeople.accept(terminal.out());
      terminal.out().flush();
    }
  }
}
