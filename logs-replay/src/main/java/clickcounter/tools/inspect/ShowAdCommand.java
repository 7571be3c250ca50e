package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.ReadingJson;
import java.io.IOException;
import java.time.Clock;
import picocli.CommandLine.Command;
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
public final class ShowAdCommand extends StoreCommand {
  @Parameters(paramLabel = "ID", description = "The ad's id")
  private String id;

  public ShowAdCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    AdReading.Found ad =
        read(documents -> documents.ad(id))
            .decide(
                found -> found,
                absent -> null,
                blocked -> {
                  throw DocumentText.unreadable("ad " + id, blocked.reason());
                });
    if (ad == null) {
      print(
          Json.object().with("found", false),
          out -> out.println("ad " + id + ": no document. No event of it was ever counted."));
      return ExitCode.MISSING;
    }
    print(ReadingJson.ad(ad), out -> DocumentText.printAd(ad, out));
    return ExitCode.OK;
  }
}
