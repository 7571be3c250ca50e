package clickcounter.tools.series;

import clickcounter.cli.Columns;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.table.CountedSums;
import clickcounter.tools.table.CountedSums.Order;
import clickcounter.tools.table.CountedSums.RankedAd;
import clickcounter.tools.table.CountedSums.Ranking;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
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
    SeriesRange range = times.range(By.month, clock.instant());
    Table.Source table = TablePath.asItIs(settings);
    try (DocumentStore store = backends.openStore(settings);
        Past past = Past.open(table, new Documents(store), settings.riak(), clock.instant())) {
      List<NotImported> lacking = past.lacking(range.fromMs(), range.toMs());
      if (!lacking.isEmpty()) {
        warn(Counts.notImported(lacking));
        return ExitCode.MISSING;
      }
      boolean isFinal = past.isFinal(range.fromMs(), range.toMs());
      print(range, past, isFinal);
      return isFinal ? ExitCode.OK : ExitCode.MISSING;
    }
  }

  private void print(SeriesRange range, Past past, boolean isFinal) throws IOException {
    Ranking ranking = new CountedSums(past).top(range.fromMs(), range.toMs(), order, limit);
    List<RankedAd> top = ranking.top();
    Columns<RankedAd> columns =
        new Columns<RankedAd>()
            .number("rank", "rank", "rank", RankedAd::rank)
            .text("ad", "ad", "adId", RankedAd::adId)
            .counts(RankedAd::counts);
    if (csv) {
      columns.printCsv(top, terminal.out());
      return;
    }
    print(
        Json.object()
            .with("from", SeriesRange.iso(range.from()))
            .with("to", SeriesRange.iso(range.to()))
            .with("order", order.name())
            .with("ads", ranking.ads())
            .with("sum", ranking.sum())
            .with("top", columns.json(top))
            .with("final", isFinal)
            .with("tableAt", past.table().importedAtMs())
            .with("documentsAt", clock.millis()),
        out -> {
          say("ads by %s, from %s", order, range.text());
          say(past.state());
          String all = "all " + Texts.count(ranking.ads(), "ad");
          RankedAd sum = new RankedAd(null, all, ranking.sum());
          columns.print(Stream.concat(top.stream(), Stream.of(sum)).toList(), out);
          past.printFinality(range.fromMs(), range.toMs(), isFinal, out);
        });
  }
}
