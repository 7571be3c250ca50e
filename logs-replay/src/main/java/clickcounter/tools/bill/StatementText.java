package clickcounter.tools.bill;

import clickcounter.cli.Columns;
import clickcounter.cli.Texts;
import clickcounter.event.EventKind;
import clickcounter.tools.bill.Statement.Account;
import clickcounter.tools.bill.Statement.Correction;
import clickcounter.tools.bill.Statement.Day;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.table.Past;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A statement for a person at a terminal, and as CSV. */
record StatementText(Statement statement, PrintStream out) {
  void print(Past past, SeriesRange range) {
    say("statement of ad %s in %s, from %s", statement.adId(), statement.zone(), range.text());
    printDays();
    printCorrections();
    printSums(statement.sum());
    printAccount();
    out.println(statement.state());
    past.printFinality(0, range.toMs(), statement.isFinal(), out);
  }

  private void say(String text, Object... values) {
    out.println(text.formatted(values));
  }

  private void printDays() {
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
        .print(rows, out);
  }

  private void printCorrections() {
    if (statement.corrections().isEmpty()) {
      out.println("no corrections");
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
        .print(statement.corrections(), out);
  }

  private void printSums(Sums sums) {
    MonthSums.printClicks(
        sums.grossClicks(), sums.filteredClicks(), sums.invalidated(), sums.reinstated(), out);
    say(
        "cost    %s gross, %s taken back, %s charged again: %s net",
        Texts.money(sums.grossCostMicros()),
        Texts.money(sums.invalidatedMicros()),
        Texts.money(sums.reinstatedMicros()),
        Texts.money(sums.costMicros()));
    MonthSums.printLate(statement.late().events(), statement.late().costMicros(), out);
  }

  /** What was added to an account in a time. */
  private record Growth(String time, Account since, Account until) {
    long of(ToLongFunction<Account> amount) {
      return amount.applyAsLong(until) - amount.applyAsLong(since);
    }
  }

  private void printAccount() {
    new Columns<Growth>()
        .text("", null, null, Growth::time)
        .money("cost", null, null, growth -> growth.of(Account::costMicros))
        .money("budget", null, null, growth -> growth.of(Account::budgetMicros))
        .money("beyond budget", null, null, growth -> growth.of(Account::beyondBudgetMicros))
        .money("owed", null, null, growth -> growth.of(Account::owedMicros))
        .print(
            List.of(
                new Growth("until the beginning", Account.NONE, statement.before()),
                new Growth("in this time", statement.before(), statement.after()),
                new Growth("until the end", Account.NONE, statement.after())),
            out);
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
  void printCsv() throws IOException {
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
            .number(null, "invalid", null, row -> row.sums.invalid());
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
        .printCsv(rows, out);
  }
}
