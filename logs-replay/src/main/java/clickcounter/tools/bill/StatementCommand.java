package clickcounter.tools.bill;

import clickcounter.cli.Columns;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Texts;
import clickcounter.event.EventKind;
import clickcounter.riak.RiakSettings;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.store.DocumentStore;
import clickcounter.tools.bill.Statement.Account;
import clickcounter.tools.bill.Statement.Correction;
import clickcounter.tools.bill.Statement.Day;
import clickcounter.tools.bill.Statement.Sums;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.By;
import clickcounter.tools.series.SeriesTimes;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "statement",
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
    footer = {
      "  clicks ads statement m123456 --from 2026-10-01 --to 2026-11-01 --set ops.table=/var/lib/clicks/table",
      "  clicks ads statement m123456 --from 2026-10-01 --to 2026-11-01 --zone Europe/Zurich --csv"
    })
public final class StatementCommand extends ResultCommand {
  @Parameters(paramLabel = "AD", description = "The ad's id")
  private String adId;

  @Mixin private SeriesTimes times;

  @Option(
      names = "--csv",
      description =
          "Print CSV, with costs in micros: a row a day, of what was counted when it happened, and a"
              + " row a correction. Columns add up to the sums")
  private boolean csv;

  @Override
  protected int run() throws IOException {
    SeriesRange range = times.range(By.day, clock.instant());
    Table.Source table = TablePath.asItIs(settings);
    Months closed = new Months(settings.directory(OpsSettingsTable.MONTHS).orElse(null));
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings);
        Past past = Past.open(table, new Documents(store), place, clock.instant())) {
      return print(Statement.of(adId, range, past, closed), past, range);
    }
  }

  private int print(Statement statement, Past past, SeriesRange range) throws IOException {
    if (statement == null) {
      warn("ad " + adId + ": no event of it was counted before the end, or the id is wrong");
      return ExitCode.MISSING;
    }
    if (csv) {
      printCsv(statement);
    } else {
      print(
          statement,
          out -> {
            say("statement of ad %s in %s, from %s", adId, statement.zone(), range.text());
            printDays(statement);
            printCorrections(statement.corrections());
            printSums(statement.sum(), statement.late());
            printAccount(statement);
            say(statement.state());
            past.printFinality(0, range.toMs(), statement.isFinal(), out);
          });
    }
    return statement.isFinal() ? ExitCode.OK : ExitCode.MISSING;
  }

  private void printDays(Statement statement) {
    Columns<Day> columns =
        new Columns<Day>()
            .text("day", null, null, Day::day)
            .number("impressions", null, null, day -> day.sum().impressions())
            .number("gross", null, null, day -> day.sum().grossClicks());
    for (EventKind kind : EventKind.FILTERED) {
      String name = kind.filterClass();
      if (statement.sum().filtered().get(name) > 0) {
        columns.number(name, null, null, day -> day.sum().filtered().get(name));
      }
    }
    List<Day> rows = new ArrayList<>(statement.days());
    rows.add(new Day("sum", null, null, statement.sum(), statement.isFinal(), null));
    columns
        .number("invalidated", null, null, day -> day.sum().invalidated())
        .number("reinstated", null, null, day -> day.sum().reinstated())
        .number("clicks", null, null, day -> day.sum().clicks())
        .money("cost", null, null, day -> day.sum().costMicros())
        .money("budget", null, null, day -> day.sum().budgetMicros())
        .flag("final", null, null, Day::isFinal)
        .print(rows, terminal.out());
  }

  private void printCorrections(List<Correction> corrections) {
    if (corrections.isEmpty()) {
      say("no corrections");
      return;
    }
    new Columns<Correction>()
        .text("correction", null, null, Correction::type)
        .text("verdict", null, null, Correction::eventId)
        .text("author", null, null, Correction::author)
        .text("click", null, null, Correction::clickId)
        .text(
            "time of the click",
            null,
            null,
            each -> each.clickAt() == null ? "no click" : each.clickAt())
        .money("cost", null, null, Correction::costMicros)
        .text("reason", null, null, Correction::reason)
        .print(corrections, terminal.out());
  }

  private void printSums(Sums sums, Sums late) {
    MonthSums.printClicks(
        sums.grossClicks(),
        sums.filteredClicks(),
        sums.invalidated(),
        sums.reinstated(),
        terminal.out());
    say(
        "cost    %s gross, %s taken back, %s charged again: %s net",
        Texts.money(sums.grossCostMicros()),
        Texts.money(sums.invalidatedMicros()),
        Texts.money(sums.reinstatedMicros()),
        Texts.money(sums.costMicros()));
    MonthSums.printLate(late.events(), late.costMicros(), terminal.out());
  }

  /** What was added to an account in a time. */
  private record Growth(String time, Account account) {}

  private void printAccount(Statement statement) {
    new Columns<Growth>()
        .text("", null, null, Growth::time)
        .money("cost", null, null, growth -> growth.account.costMicros())
        .money("budget", null, null, growth -> growth.account.budgetMicros())
        .money("beyond budget", null, null, growth -> growth.account.beyondBudgetMicros())
        .money("owed", null, null, growth -> growth.account.owedMicros())
        .print(
            List.of(
                new Growth("until the beginning", statement.before()),
                new Growth("in this time", statement.after().minus(statement.before())),
                new Growth("until the end", statement.after())),
            terminal.out());
    say("owed for this time: %s", Texts.money(statement.owedMicros()));
  }

  /** A row of CSV, which may be a correction. */
  private record Row(
      String name, String day, Sums sums, long owedMicros, Correction correction, Boolean isFinal) {
    String of(Function<Correction, String> text) {
      return correction == null ? null : text.apply(correction);
    }
  }

  /**
   * A row a day, of what was counted when it happened, a row a correction, and a row of what is
   * owed. So the sum of each column of numbers is that of the statement.
   */
  private void printCsv(Statement statement) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Day day : statement.days()) {
      rows.add(new Row("day", day.day(), day.own(), 0, null, day.isFinal()));
    }
    for (Correction each : statement.corrections()) {
      rows.add(new Row(each.type(), each.day(), each.sum(), 0, each, null));
    }
    rows.add(
        new Row("owed", null, statement.none(), statement.owedMicros(), null, statement.isFinal()));
    Columns<Row> columns =
        new Columns<Row>()
            .text(null, "row", null, Row::name)
            .text(null, "day", null, Row::day)
            .number(null, "impressions", null, row -> row.sums.impressions())
            .number(null, "clicks", null, row -> row.sums.clicks())
            .money(null, "cost_micros", null, row -> row.sums.costMicros())
            .number(null, "invalid", null, row -> row.sums.grossClicks() - row.sums.clicks());
    for (EventKind kind : EventKind.FILTERED) {
      String name = kind.filterClass();
      columns.number(null, name, null, row -> row.sums.filtered().get(name));
    }
    columns
        .money(null, "budget_micros", null, row -> row.sums.budgetMicros())
        .money(null, "owed_micros", null, Row::owedMicros)
        .text(null, "verdict", null, row -> row.of(Correction::eventId))
        .text(null, "author", null, row -> row.of(Correction::author))
        .text(null, "click", null, row -> row.of(Correction::clickId))
        .text(null, "click_time", null, row -> row.of(Correction::clickAt))
        .text(null, "reason", null, row -> row.of(Correction::reason))
        .flag(null, "final", null, Row::isFinal)
        .printCsv(rows, terminal.out());
  }
}
