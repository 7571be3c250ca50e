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
          + " archives; or, with --split, the values of a dimension."
    },
    exitCodeList = {
      "0:the time is final",
      "1:events may still come; or counted events are not imported, and nothing is printed",
      "3:or no counter is known there"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series top --to $(date -u +%%F)",
      "  clicks series top --from 2026-06-01 --to 2026-07-01 --order clicks --csv",
      "  clicks series top --split country"
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
      description = "How many. Default: ${DEFAULT-VALUE}")
  private int limit;

  @Mixin private Split split;

  @Option(names = "--csv", description = "Print CSV, with costs in micros")
  private boolean csv;

  /** What ads are ranked by. */
  private enum Order {
    cost,
    clicks,
    impressions
  }

  /**
   * An ad or a value, and what it counted.
   *
   * @param rank from 1 on; null for all others together
   * @param names how many there are
   */
  private record Ranked(Long rank, String name, long names, HourCounts counts) {}

  public SeriesTopCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    requireAtLeast("--most", limit, 1);
    split.requireName();
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

  /** The first, the highest first; then all others, if there are more. */
  private List<Ranked> top(SeriesRange range, Table table) throws IOException {
    table.set("from_ms", range.fromMs());
    table.set("to_ms", range.toMs());
    table.set("order_by", order.name());
    table.set("most", limit);
    table.keepDays(range.fromMs(), range.toMs());
    String named = "SELECT *, ad AS name FROM counted";
    if (split.isGiven()) {
      split.make(table, range);
      named = "SELECT *, value_of(dims, getvariable('split')) AS name FROM dims_of('counted')";
    }
    table.run("CREATE OR REPLACE TEMPORARY VIEW named AS " + named);
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

  private void print(SeriesRange range, Past past, boolean isFinal) throws IOException {
    List<Ranked> top = new ArrayList<>(top(range, past.table()));
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
    if (csv) {
      columns.printCsv(top, terminal.out());
      return;
    }
    print(
        Json.object()
            .with("from", SeriesRange.iso(range.from()))
            .with("to", SeriesRange.iso(range.to()))
            .with("order", order.name())
            .with("split", split.dimension())
            .with(what + "s", names)
            .with("sum", sum)
            .with("top", columns.json(top))
            .with("final", isFinal)
            .with("tableAt", past.table().importedAtMs())
            .with("documentsAt", clock.millis()),
        out -> {
          say(
              "%s by %s, from %s",
              split.isGiven() ? split.dimension() : "ads", order, range.text());
          say(past.state());
          Ranked all = new Ranked(null, "all " + Texts.count(names, what), names, sum);
          columns.print(Stream.concat(top.stream(), Stream.of(all)).toList(), out);
          past.printFinality(range.fromMs(), range.toMs(), isFinal, out);
        });
  }
}
