package clickcounter.tools.series;

import clickcounter.cli.Columns;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.hours.HourCounts;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.SeriesRange.By;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
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

  /** All that have an event. */
  private long ads;

  /** What ads are ranked by. */
  private enum Order {
    cost,
    clicks,
    impressions
  }

  /**
   * An ad and what it counted.
   *
   * @param rank from 1 on; null for all ads
   */
  private record RankedAd(Long rank, String adId, HourCounts counts) {}

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
        warn(Series.notImported(lacking));
        return ExitCode.MISSING;
      }
      boolean isFinal = past.isFinal(range.fromMs(), range.toMs());
      print(range, past, isFinal);
      return isFinal ? ExitCode.OK : ExitCode.MISSING;
    }
  }

  /** The ads, the highest first; of equal ones the first id first. Then all ads together. */
  private List<RankedAd> top(SeriesRange range, Table table) throws IOException {
    table.set("from_ms", range.fromMs());
    table.set("to_ms", range.toMs());
    table.set("order_by", order.name());
    table.set("most", limit);
    List<RankedAd> top = new ArrayList<>();
    HourCounts[] all = {HourCounts.NONE};
    table.keepDays(range.fromMs(), range.toMs());
    table.ask(
        "top",
        row -> {
          HourCounts counts = Table.record(row, HourCounts.class);
          top.add(new RankedAd(top.size() + 1L, row.getString("ad"), counts));
          ads = row.getLong("ads");
          all[0] =
              new HourCounts(
                  row.getLong("all_impressions"),
                  row.getLong("all_clicks"),
                  row.getLong("all_cost_micros"),
                  row.getLong("all_invalid"));
        });
    top.add(new RankedAd(null, "all " + Texts.count(ads, "ad"), all[0]));
    return top;
  }

  private void print(SeriesRange range, Past past, boolean isFinal) throws IOException {
    List<RankedAd> top = top(range, past.table());
    RankedAd sum = top.remove(top.size() - 1);
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
            .with("ads", ads)
            .with("sum", sum.counts())
            .with("top", columns.json(top))
            .with("final", isFinal)
            .with("tableAt", past.table().importedAtMs())
            .with("documentsAt", clock.millis()),
        out -> {
          say("ads by %s, from %s", order, range.text());
          say(past.state());
          columns.print(Stream.concat(top.stream(), Stream.of(sum)).toList(), out);
          past.printFinality(range.fromMs(), range.toMs(), isFinal, out);
        });
  }
}
