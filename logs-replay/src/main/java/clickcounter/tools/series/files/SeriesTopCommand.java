package clickcounter.tools.series.files;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.hours.HourCounts;
import clickcounter.ids.LongRanges;
import clickcounter.tools.common.Csv;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.common.Table;
import clickcounter.tools.common.Texts;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.files.AdRanking.RankedAd;
import java.io.IOException;
import java.io.PrintStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints the ads with the highest costs, or the most clicks or impressions, of some days of UTC.",
      "",
      "It reads the files that clicks series build made, not Riak."
    },
    exitCodeList = {"0:", "1:a day is not built; nothing is printed", "3:"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series top --series /var/lib/clicks/series",
      "  clicks series top --series series --from 2026-06-01 --to 2026-07-01 --order clicks --csv"
    })
public final class SeriesTopCommand extends ResultCommand {
  private static final int DEFAULT_DAYS = 30;
  private static final int AD_COLUMN = 1;

  /** What ads are ranked by. */
  enum Order {
    cost(HourCounts::costMicros),
    clicks(HourCounts::clicks),
    impressions(HourCounts::impressions);

    private final ToLongFunction<HourCounts> count;

    Order(ToLongFunction<HourCounts> count) {
      this.count = count;
    }
  }

  @Mixin private SeriesDirectory directory;

  @Option(
      names = "--from",
      paramLabel = "DATE",
      description =
          "The first day of UTC. Default: 30 days before --to, or the first day that has files")
  private LocalDate from;

  @Option(
      names = "--to",
      paramLabel = "DATE",
      description = "The first day that is not of it. Default: after the last day that has files")
  private LocalDate to;

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

  public SeriesTopCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    requireAtLeast("--most", limit, 1);
    if (json && csv) {
      throw new IllegalArgumentException("--json and --csv cannot be combined");
    }
    SeriesFiles files = SeriesFiles.of(directory.required(settings));
    long toDay = to == null ? files.lastDay() + 1 : to.toEpochDay();
    long fromDay =
        from == null ? Math.max(files.firstDay(), toDay - DEFAULT_DAYS) : from.toEpochDay();
    if (fromDay >= toDay) {
      throw new IllegalArgumentException(
          "expected --from before --to, got %s and %s; --to is exclusive"
              .formatted(LocalDate.ofEpochDay(fromDay), LocalDate.ofEpochDay(toDay)));
    }
    LongRanges absent = files.absent(fromDay, toDay);
    if (!absent.isEmpty()) {
      warn(Series.notBuilt(absent));
      return ExitCode.MISSING;
    }
    print(fromDay, toDay, AdRanking.of(files, fromDay, toDay, order.count, limit));
    return ExitCode.OK;
  }

  private void print(long fromDay, long toDay, AdRanking ranking) throws IOException {
    String first = LocalDate.ofEpochDay(fromDay).toString();
    String end = LocalDate.ofEpochDay(toDay).toString();
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
            .with("from", first)
            .with("to", end)
            .with("order", order.name())
            .with("ads", ranking.ads())
            .with("sum", ranking.sum())
            .with("top", top),
        out -> {
          say("ads by %s, from %s to %s (UTC)", order, first, end);
          printTable(ranking);
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

  private void printTable(AdRanking ranking) {
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
