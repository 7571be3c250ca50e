package clickcounter.tools.series;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.hours.HourCounts;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Csv;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.common.Table;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.table.CountedSums;
import clickcounter.tools.table.CountedSums.Order;
import clickcounter.tools.table.CountedSums.RankedAd;
import clickcounter.tools.table.CountedSums.Ranking;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints the ads with the highest costs, or the most clicks or impressions, of any time, from the table of"
          + " archives."
    },
    exitCodeList = {
      "0:the time is final",
      "1:events may still come; or counted events are not imported, and nothing is printed",
      "3:or no counter is known there"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series top --to $(date -u +%%F)",
      "  clicks series top --from 2026-06-01 --to 2026-07-01 --order clicks --csv"
    })
public final class SeriesTopCommand extends StoreCommand {
  private static final int AD_COLUMN = 1;

  @Mixin private TablePath table;

  @Mixin private SeriesTimes times;

  @Option(
      names = "--order",
      paramLabel = "COUNT",
      defaultValue = "cost",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
  private Order order;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many ads. Default: ${DEFAULT-VALUE}")
  private int limit;

  @Option(names = "--csv", description = "Print CSV, with costs in micros")
  private boolean csv;

  public SeriesTopCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    requireAtLeast("--most", limit, 1);
    if (json && csv) {
      throw new IllegalArgumentException("--json and --csv cannot be combined");
    }
    SeriesRange range = times.range(By.MONTH, clock.instant());
    Path root = table.required(settings);
    try (DocumentStore store = backends.openStore(settings);
        Past past = Past.open(root, new Documents(store), settings.riak(), clock.instant())) {
      List<NotImported> lacking = past.lacking(range.fromMs(), range.toMs());
      if (!lacking.isEmpty()) {
        warn(Counts.notImported(lacking));
        return ExitCode.MISSING;
      }
      boolean isFinal = past.isFinal(range.fromMs(), range.toMs());
      Ranking top = new CountedSums(past).top(range.fromMs(), range.toMs(), order, limit);
      print(range, past, top, isFinal);
      return isFinal ? ExitCode.OK : ExitCode.MISSING;
    }
  }

  private void print(SeriesRange range, Past past, Ranking ranking, boolean isFinal)
      throws IOException {
    if (csv) {
      printCsv(ranking.top(), terminal.out());
      return;
    }
    List<Json.Fields> top = new ArrayList<>();
    for (RankedAd ad : ranking.top()) {
      top.add(
          Json.object()
              .with("rank", top.size() + 1)
              .with("adId", ad.adId())
              .withCounts(ad.counts()));
    }
    print(
        Json.object()
            .with("from", SeriesRange.iso(range.from()))
            .with("to", SeriesRange.iso(range.to()))
            .with("order", order.name())
            .with("ads", ranking.ads())
            .with("sum", ranking.sum())
            .with("top", top)
            .with("final", isFinal)
            .with("tableAt", past.table().importedAtMs())
            .with("documentsAt", clock.millis()),
        out -> {
          say("ads by %s, from %s", order, range.text());
          say(past.state());
          printTable(ranking);
          SeriesText.printVerdict(past, range, isFinal, out);
        });
  }

  private static void printCsv(List<RankedAd> ads, PrintStream out) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("rank", "ad", "impressions", "clicks", "cost_micros", "invalid"));
    for (RankedAd ad : ads) {
      rows.add(
          List.of(
              Integer.toString(rows.size()),
              ad.adId(),
              Long.toString(ad.counts().impressions()),
              Long.toString(ad.counts().clicks()),
              Long.toString(ad.counts().costMicros()),
              Long.toString(ad.counts().invalid())));
    }
    Csv.print(rows, out);
  }

  private void printTable(Ranking ranking) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("rank", "ad", "impressions", "clicks", "cost", "invalid"));
    for (RankedAd ad : ranking.top()) {
      table.add(cells(Integer.toString(table.size()), ad.adId(), ad.counts()));
    }
    table.add(cells("", "all " + Texts.count(ranking.ads(), "ad"), ranking.sum()));
    Table.print(table, Set.of(AD_COLUMN), terminal.out());
  }

  private static List<String> cells(String rank, String name, HourCounts counts) {
    return List.of(
        rank,
        name,
        Texts.number(counts.impressions()),
        Texts.number(counts.clicks()),
        Texts.money(counts.costMicros()),
        Texts.number(counts.invalid()));
  }
}
