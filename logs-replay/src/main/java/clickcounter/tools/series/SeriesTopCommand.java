package clickcounter.tools.series;

import static clickcounter.event.EventLimits.requireAtLeast;

import clickcounter.cli.Columns;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.hours.HourCounts;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.SeriesRange.By;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "top",
    description = {
      "Prints the ads with the highest costs, or the most clicks or impressions, of any time, from"
          + " the table of archives; or, with --split, the values of a dimension.",
      "",
      "--order unusual prints the values whose share of all clicks, charged or not, is most unlike"
          + " the usual one: of the last day, unless --from is given, beside the time before. A"
          + " click counts half as much as one that is --half-life younger. The surprise is"
          + " Dunning's G2 of the two shares: above 10.8, one in a thousand values by chance."
    },
    exitCodeList = {
      "0:the time is final",
      "1:events may still come, or nothing is known of the ad; or counted events are not imported,"
          + " and nothing is printed",
      "3:or no counter is known there"
    },
    footer = {
      "  clicks series top --to $(date -u +%%F)",
      "  clicks series top --from 2026-06-01 --to 2026-07-01 --order clicks --csv",
      "  clicks series top --split country",
      "  clicks series top m123456 --split country --order unusual --to $(date -u +%%F)"
    })
public final class SeriesTopCommand extends ResultCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "AD",
      description = "The ad whose values are printed, with --split. Default: all ads")
  private String adId;

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
      description = "How many. Default: ${DEFAULT-VALUE}")
  private int limit;

  @Mixin private Split split;

  @Option(
      names = "--half-life",
      paramLabel = "TIME",
      defaultValue = "7d",
      description = "For --order unusual. Default: ${DEFAULT-VALUE}")
  private Duration halfLife;

  @Option(names = "--csv", description = "Print CSV, with costs in micros")
  private boolean csv;

  private enum Order {
    cost,
    clicks,
    impressions,
    unusual
  }

  /**
   * An ad or a value, and what it counted.
   *
   * @param rank from 1 on; null for all others together
   * @param names how many there are
   */
  private record Ranked(Long rank, String name, long names, HourCounts counts) {}

  @Override
  protected int run() throws IOException {
    requireAtLeast("--most", limit, 1);
    requireAtLeast("--half-life", halfLife.toHours(), 1);
    split.requireName();
    require(
        split.isGiven() || adId == null && order != Order.unusual,
        "expected --split with an ad or --order unusual");
    SeriesRange range = range();
    Unusual unusual = order == Order.unusual ? Unusual.of(range, halfLife) : null;
    long firstMs = unusual == null ? range.fromMs() : unusual.firstMs();
    Table.Source table = TablePath.asItIs(settings);
    try (DocumentStore store = backends.openStore(settings);
        Past past = Past.open(table, new Documents(store), settings.riak(), clock.instant())) {
      List<NotImported> lacking = past.lacking(firstMs, range.toMs());
      if (!lacking.isEmpty()) {
        warn(Series.notImported(lacking));
        return ExitCode.MISSING;
      }
      boolean isFinal = past.isFinal(firstMs, range.toMs());
      past.table().keepDays(firstMs, range.toMs());
      past.table().set("most", limit);
      boolean isKnown =
          unusual == null ? print(range, past, isFinal) : print(range, unusual, past, isFinal);
      return isFinal && isKnown ? ExitCode.OK : ExitCode.MISSING;
    }
  }

  private SeriesRange range() {
    SeriesRange range = times.range(By.month, clock.instant());
    return order == Order.unusual && !times.hasFrom()
        ? new SeriesRange(range.to().minusDays(1), range.to(), range.by())
        : range;
  }

  private String ofAd() {
    return adId == null ? "" : " WHERE ad = " + Table.text(adId);
  }

  /** The first, the highest first; then all others, if there are more. */
  private List<Ranked> top(SeriesRange range, Table table) throws IOException {
    table.set("from_ms", range.fromMs());
    table.set("to_ms", range.toMs());
    table.set("order_by", order.name());
    String named = "SELECT *, ad AS name FROM counted";
    if (split.isGiven()) {
      split.make(table, range);
      named = "SELECT *, value_of(dims, getvariable('split')) AS name FROM dims_of('counted')";
    }
    table.run("CREATE OR REPLACE TEMPORARY VIEW named AS " + named + ofAd());
    List<Ranked> top = new ArrayList<>();
    table.ask(
        "top",
        row -> {
          HourCounts counts = Table.record(row, HourCounts.class);
          long rank = row.getLong("rank");
          top.add(
              new Ranked(
                  rank == 0 ? null : rank, row.getString("name"), row.getLong("names"), counts));
        });
    return top;
  }

  private boolean print(SeriesRange range, Past past, boolean isFinal) throws IOException {
    List<Ranked> top = top(range, past.table());
    long names = top.stream().mapToLong(Ranked::names).sum();
    HourCounts sum = HourCounts.sum(top.stream().map(Ranked::counts).toList());
    String what = split.isGiven() ? "value" : "ad";
    if (!split.isGiven()) {
      top.removeIf(row -> row.rank() == null);
    }
    Columns<Ranked> columns =
        new Columns<Ranked>()
            .number("rank", "rank", "rank", Ranked::rank)
            .text(
                split.isGiven() ? split.dimension() : "ad",
                what,
                split.isGiven() ? "value" : "adId",
                Ranked::name)
            .counts(Ranked::counts);
    Ranked all = new Ranked(null, "all " + Texts.count(names, what), names, sum);
    print(
        range,
        past,
        isFinal,
        Json.object().with(what + "s", names).with("sum", sum),
        columns,
        top,
        List.of(all));
    return adId == null || !top.isEmpty();
  }

  private boolean print(SeriesRange range, Unusual unusual, Past past, boolean isFinal)
      throws IOException {
    Table table = past.table();
    table.set("split", split.dimension());
    List<Unusual.Part> parts = unusual.parts(table, "(SELECT * FROM counted" + ofAd() + ")");
    if (parts.isEmpty()) {
      warn("nothing to compare: expected clicks of this time, and of the time before");
    }
    Columns<Unusual.Part> columns = Unusual.columns(split.dimension());
    print(range, past, isFinal, Json.object(), columns, parts, List.of());
    return !parts.isEmpty();
  }

  /**
   * @param more fields of the JSON
   * @param all rows below, for people
   */
  private <T> void print(
      SeriesRange range,
      Past past,
      boolean isFinal,
      Json.Fields more,
      Columns<T> columns,
      List<T> top,
      List<T> all)
      throws IOException {
    if (csv) {
      columns.printCsv(top, terminal.out());
      return;
    }
    print(
        more.with("adId", adId)
            .with("from", SeriesRange.iso(range.from()))
            .with("to", SeriesRange.iso(range.to()))
            .with("order", order.name())
            .with("split", split.dimension())
            .with("top", columns.json(top))
            .with("final", isFinal)
            .with("tableAt", past.table().importedAtMs())
            .with("documentsAt", clock.millis()),
        out -> {
          String what = split.isGiven() ? split.dimension() : "ads";
          String ofAd = adId == null ? "" : " of ad " + adId;
          say("%s%s by %s, from %s", what, ofAd, order, range.text());
          say(past.state());
          columns.print(Stream.concat(top.stream(), all.stream()).toList(), out);
          past.printFinality(range.fromMs(), range.toMs(), isFinal, out);
        });
  }
}
