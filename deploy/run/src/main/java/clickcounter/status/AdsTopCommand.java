package clickcounter.status;

import clickcounter.cli.Columns;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Terminal;
import clickcounter.cli.PrintsJson;
import clickcounter.cli.ToolCommand;
import clickcounter.scrape.HotAd;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.WorkerAnswer;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints the ads that are served now: those with the most events of the last seconds, as the workers count them."
          + " An ad whose budget is spent has none.",
      "",
      "For the ads with the most clicks or costs of days: clicks series top."
    },
    exitCodeList = {"0:", "3:a worker does not answer, or Nimbus does not name the workers"},
    footer = {"", "Example:", "  clicks ads top"})
final class AdsTopCommand extends ToolCommand implements PrintsJson {
  private static final int MOST = 20;

  /** A worker looks for busy ads from the first question on. */
  private static final long LOOK_MS = 2_000;

  @Mixin private ToolSettings settings;

  AdsTopCommand(Terminal terminal) {
    super(terminal);
  }

  /** The result for programs. */
  private record TopJson(List<HotAd> ads) {}

  @Override
  protected int run() throws IOException, InterruptedException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    List<URI> workers = Endpoints.of(settings, all);
    WorkerClient client = WorkerClient.ofCommand();
    ads(client, workers);
    Thread.sleep(LOOK_MS);
    List<HotAd> ads = ads(client, workers);
    if (isJson()) {
      Json.print(terminal.out(), new TopJson(ads));
    } else if (ads.isEmpty()) {
      say("no event came in the last seconds");
    } else {
      new Columns<HotAd>()
          .text("ad", null, null, HotAd::adId)
          .number("events a minute now", null, null, ad -> Math.round(ad.eventsPerMinute()))
          .text("state", null, null, HotAd::state)
          .money("spent", null, null, HotAd::spentMicros)
          .money("budget", null, null, HotAd::budgetMicros)
          .number("unsettled", null, null, ad -> (long) ad.unsettled())
          .print(ads, terminal.out());
    }
    return ExitCode.OK;
  }

  private static List<HotAd> ads(WorkerClient client, List<URI> workers) {
    List<HotAd> ads = new ArrayList<>();
    for (WorkerAnswer answer : client.ask(workers, "/hot.json")) {
      if (answer.why() != null) {
        throw new NoVerdict(
            "the worker at " + answer.from().getAuthority() + " does not answer: " + answer.why());
      }
      ads.addAll(HotAd.read(answer.body()));
    }
    return ads.stream()
        .sorted(Comparator.comparingDouble(HotAd::eventsPerMinute).reversed())
        .limit(MOST)
        .toList();
  }
}
