package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Shows the document of a counter: its highest id and its gaps.",
    exitCodeList = {"0:", "1:there is no such document", "3:"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks counters show hostA-20260601_000000",
      "  clicks counters show hostA-20260601_000000 --json"
    })
public final class ShowCounterCommand extends ToolCommand {
  @Parameters(paramLabel = "ID", description = "The counter's id")
  private String id;

  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;

  public ShowCounterCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    try (DocumentStore store = backends.openStore(settings)) {
      return show(new Documents(store).counter(id));
    }
  }

  private int show(CounterReading reading) throws IOException {
    if (reading.blocked() != null) {
      throw new IOException(
          "the document of counter "
              + id
              + " cannot be read, and the topology does not write it: "
              + reading.blocked());
    }
    if (!reading.exists()) {
      return notFound("counter " + id + ": no document. No event of it was ever settled.");
    }
    if (json) {
      Json.print(terminal.out(), Json.CounterJson.of(reading));
    } else {
      DocumentText.printCounter(reading, terminal.out(), clock.millis());
    }
    return ExitCode.OK;
  }

  private int notFound(String message) throws IOException {
    if (json) {
      Json.print(terminal.out(), Map.of("found", false));
    } else {
      say(message);
    }
    return ExitCode.MISSING;
  }
}
