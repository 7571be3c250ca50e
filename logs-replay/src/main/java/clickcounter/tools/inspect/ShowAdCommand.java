package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.ReadingJson;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description =
        "Shows the document of an ad: spend, state, clicks, impressions, unsettled events.",
    exitCodeList = {"0:", "1:there is no such document", "3:"},
    footer = {"  clicks ads show m100002", "  clicks ads show m100002 --json"})
public final class ShowAdCommand extends ResultCommand {
  @Parameters(paramLabel = "ID", description = "The ad's id")
  private String id;

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
