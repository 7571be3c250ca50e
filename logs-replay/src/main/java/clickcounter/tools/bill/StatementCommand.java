package clickcounter.tools.bill;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.By;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesTimes;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "statement",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints what an ad counted in a time and what of it is owed, so that a bill can be checked line by"
          + " line.",
      "",
      "Each day has all clicks (gross), those that were filtered, invalidated and reinstated, and those"
          + " that are charged. Then each correction follows: the verdict, its author, its click, its cost"
          + " and its reason. A verdict is of the day on which it was made.",
      "",
      "Costs are owed up to the budget. Owed for a time is what is owed in all at its end, less what was"
          + " owed at its beginning; so statements add up.",
      "",
      "The table has to have all counted events until the end (clicks archive import). An event that was"
          + " counted after series close closed its month is in the next one."
    },
    exitCodeList = {
      "0:final: no event before the end can still be counted",
      "1:events may still be counted, or none of the ad ever was",
      "3:or counted events are not in the table, or do not fit each other"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks ads statement m123456 --from 2026-10-01 --to 2026-11-01 --set ops.table=/var/lib/clicks/table",
      "  clicks ads statement m123456 --from 2026-10-01 --to 2026-11-01 --zone Europe/Zurich --csv"
    })
public final class StatementCommand extends StoreCommand {
  @Parameters(paramLabel = "AD", description = "The ad's id")
  private String adId;

  @Mixin private SeriesTimes times;

  @Option(
      names = "--csv",
      description =
          "Print CSV, with costs in micros: a row a day, of what was counted when it happened, and a"
              + " row a correction. Columns add up to the sums")
  private boolean csv;

  public StatementCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    SeriesRange range = times.range(By.day, clock.instant());
    Table.Source table = TablePath.asItIs(settings);
    Months closed = Months.ifAny(settings);
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings);
        Past past = Past.open(table, new Documents(store), place, clock.instant())) {
      return print(new StatementQuestions(past, range).of(adId, closed), past, range);
    }
  }

  private int print(Statement statement, Past past, SeriesRange range) throws IOException {
    if (statement == null) {
      warn("ad " + adId + ": no event of it was counted before the end, or the id is wrong");
      return ExitCode.MISSING;
    }
    StatementText text = new StatementText(statement, terminal.out());
    if (csv) {
      text.printCsv();
    } else {
      print(statement, out -> text.print(past, range));
    }
    return statement.isFinal() ? ExitCode.OK : ExitCode.MISSING;
  }
}
