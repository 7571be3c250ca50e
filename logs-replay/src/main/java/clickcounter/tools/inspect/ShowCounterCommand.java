package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Terminal;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.ReadingJson;
import java.io.IOException;
import java.time.Clock;
import picocli.CommandLine.Command;
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
public final class ShowCounterCommand extends StoreCommand {
  @Parameters(paramLabel = "ID", description = "The counter's id")
  private String id;

  public ShowCounterCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    CounterReading counter = read(documents -> documents.counter(id));
    if (counter.blocked() != null) {
      throw new NoVerdict(
          "the document of counter "
              + id
              + " cannot be read, and the topology does not write it: "
              + counter.blocked());
    }
    if (!counter.exists()) {
      print(
          Json.object().with("found", false),
          out -> out.println("counter " + id + ": no document. No event of it was ever settled."));
      return ExitCode.MISSING;
    }
    print(
        ReadingJson.counter(counter),
        out -> DocumentText.printCounter(counter, out, clock.millis()));
    return ExitCode.OK;
  }
}
