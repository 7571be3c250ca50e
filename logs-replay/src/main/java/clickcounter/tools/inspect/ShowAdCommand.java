package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Shows the document of an ad: spend, state, clicks, impressions, unsettled events.",
    exitCodeList = {"0:", "1:there is no such document", "3:"},
    footerHeading = "%nExamples:%n",
    footer = {"  clicks ads show m100002", "  clicks ads show m100002 --json"})
public final class ShowAdCommand extends ToolCommand {
  @Parameters(paramLabel = "ID", description = "The ad's id")
  private String id;

  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  private final Backends backends;

  public ShowAdCommand(Terminal terminal, Backends backends) {
    super(terminal);
    this.backends = backends;
  }

  @Override
  protected int run() throws IOException {
    try (DocumentStore store = backends.openStore(settings)) {
      return show(new Documents(store).ad(id));
    }
  }

  private int show(AdReading reading) throws IOException {
    Output output =
        reading.decide(
            found -> () -> found(found),
            absent ->
                () -> notFound("ad " + id + ": no document. No event of it was ever counted."),
            blocked ->
                () -> {
                  throw new IOException(
                      "the document of ad "
                          + id
                          + " cannot be read, and the topology does not write it: "
                          + blocked.reason());
                });
    return output.print();
  }

  /** Prints, and returns the exit code. */
  private interface Output {
    int print() throws IOException;
  }

  private int found(AdReading.Found found) throws IOException {
    if (json) {
      Json.print(terminal.out(), Json.AdJson.of(found));
    } else {
      DocumentText.printAd(found, terminal.out());
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
