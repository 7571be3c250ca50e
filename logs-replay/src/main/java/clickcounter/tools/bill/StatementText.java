package clickcounter.tools.bill;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.tools.bill.Statement.Account;
import clickcounter.tools.bill.Statement.Correction;
import clickcounter.tools.bill.Statement.Day;
import clickcounter.tools.common.Csv;
import clickcounter.tools.common.Table;
import clickcounter.tools.common.Texts;
import clickcounter.tools.series.NotFinalText;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.table.Past;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A statement for a person at a terminal, and as CSV. */
final class StatementText {
  private static final List<String> COLUMNS_BEHIND =
      List.of("budget_micros,owed_micros,verdict,author,click,click_time,reason,final".split(","));

  private final Statement statement;
  private final PrintStream out;

  StatementText(Statement statement, PrintStream out) {
    this.statement = statement;
    this.out = out;
  }

  void print(Past past) {
    SeriesRange range = statement.range();
    out.printf(
        Locale.ROOT,
        "statement of ad %s in %s, from %s%n",
        statement.adId(),
        range.from().getZone(),
        range.text());
    printDays();
    printCorrections();
    printSums(statement.sums());
    printAccount();
    out.println(statement.state());
    if (statement.isFinal()) {
      out.println("final: no event before the end can still be counted");
    } else {
      NotFinalText.print(past, 0, range.toMs(), "ads statement --json", out);
    }
  }

  private void printDays() {
    List<EventKind> classes =
        EventKind.FILTERED.stream().filter(kind -> statement.sums().of(kind) > 0).toList();
    List<List<String>> table = new ArrayList<>();
    table.add(
        cells(
            List.of("day", "impressions", "gross"),
            classes.stream().map(EventKind::filterClass),
            List.of("invalidated", "reinstated", "clicks", "cost", "budget", "final")));
    for (Day day : statement.days()) {
      table.add(row(day.period().label(), day.sums(), classes, day.isFinal()));
    }
    table.add(row("sum", statement.sums(), classes, statement.isFinal()));
    Table.print(table, Set.of(0, table.get(0).size() - 1), out);
  }

  private static List<String> row(
      String name, EventSums sums, List<EventKind> classes, boolean isFinal) {
    HourCounts net = sums.counts();
    return cells(
        List.of(name, Texts.number(net.impressions()), Texts.number(net.grossClicks())),
        classes.stream().map(kind -> Texts.number(sums.of(kind))),
        List.of(
            Texts.number(sums.of(EventKind.INVALIDATION)),
            Texts.number(sums.of(EventKind.REINSTATEMENT)),
            Texts.number(net.clicks()),
            Texts.money(net.costMicros()),
            Texts.money(sums.microsOf(EventKind.BUDGET)),
            isFinal ? "yes" : "no"));
  }

  private static List<String> cells(
      List<String> before, Stream<String> classes, List<String> behind) {
    return Stream.of(before.stream(), classes, behind.stream()).flatMap(part -> part).toList();
  }

  private void printCorrections() {
    if (statement.corrections().isEmpty()) {
      out.println("no corrections");
      return;
    }
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of("correction", "verdict", "author", "click", "time of the click", "cost", "reason"));
    for (Correction each : statement.corrections()) {
      String clickAt = time(each.clickAtMs(), statement.range());
      table.add(
          List.of(
              each.kind().type(),
              each.eventId(),
              each.author() == null ? "-" : each.author(),
              each.clickId(),
              clickAt == null ? "no click" : clickAt,
              Texts.money(each.costMicros()),
              each.reason()));
    }
    Table.print(table, Set.of(0, 1, 2, 3, 4, 6), out);
  }

  private void printSums(EventSums sums) {
    HourCounts net = sums.counts();
    out.printf(
        Locale.ROOT,
        "clicks  %s gross, %s filtered, %s invalidated, %s reinstated: %s net%n",
        Texts.number(net.grossClicks()),
        Texts.number(sums.filtered()),
        Texts.number(sums.of(EventKind.INVALIDATION)),
        Texts.number(sums.of(EventKind.REINSTATEMENT)),
        Texts.number(net.clicks()));
    out.printf(
        Locale.ROOT,
        "cost    %s gross, %s taken back, %s charged again: %s net%n",
        Texts.money(sums.microsOf(EventKind.CLICK)),
        Texts.money(sums.microsOf(EventKind.INVALIDATION)),
        Texts.money(sums.microsOf(EventKind.REINSTATEMENT)),
        Texts.money(net.costMicros()));
    HourCounts late = statement.late().counts();
    if (statement.late().events() > 0) {
      out.printf(
          Locale.ROOT,
          "late    %s of earlier months in it, counted since these were closed: cost %s%n",
          Texts.count(statement.late().events(), "event"),
          Texts.money(late.costMicros()));
    }
  }

  private void printAccount() {
    Account before = statement.before();
    Account after = statement.after();
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("", "cost", "budget", "beyond budget", "owed"));
    table.add(row("until the beginning", before, new Account(0, 0)));
    table.add(row("in this time", after, before));
    table.add(row("until the end", after, new Account(0, 0)));
    Table.print(table, Set.of(0), out);
    out.println("owed for this time: " + Texts.money(statement.owedMicros()));
  }

  /** What was added since then. */
  private static List<String> row(String name, Account account, Account since) {
    return List.of(
        name,
        Texts.money(account.costMicros() - since.costMicros()),
        Texts.money(account.budgetMicros() - since.budgetMicros()),
        Texts.money(account.beyondMicros() - since.beyondMicros()),
        Texts.money(account.owedMicros() - since.owedMicros()));
  }

  /** By the clock of the zone, as {@code 2026-10-25T02:00:00.5+02:00}; null for no time. */
  static String time(Long ms, SeriesRange range) {
    return ms == null
        ? null
        : SeriesRange.iso(Instant.ofEpochMilli(ms).atZone(range.from().getZone()));
  }

  /**
   * A row a day, of what was counted when it happened, a row a correction, and a row of what is
   * owed. So the sum of each column of numbers is that of the statement.
   */
  void printCsv() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        cells(
            List.of("row", "day", "impressions", "clicks", "cost_micros", "invalid"),
            EventKind.FILTERED.stream().map(EventKind::filterClass),
            COLUMNS_BEHIND));
    for (Day day : statement.days()) {
      EventSums sums = day.sums().withoutVerdicts();
      String isFinal = Boolean.toString(day.isFinal());
      rows.add(csv("day", day.period().label(), sums, 0, "", "", "", "", "", isFinal));
    }
    for (Correction each : statement.corrections()) {
      EventSums sums = new EventSums();
      sums.add(each.kind(), 1, each.amountMicros());
      String clickAt = time(each.clickAtMs(), statement.range());
      rows.add(
          csv(
              each.kind().type(),
              label(each),
              sums,
              0,
              each.eventId(),
              each.author() == null ? "" : each.author(),
              each.clickId(),
              clickAt == null ? "" : clickAt,
              each.reason(),
              ""));
    }
    String isFinal = Boolean.toString(statement.isFinal());
    rows.add(csv("owed", "", new EventSums(), statement.owedMicros(), "", "", "", "", "", isFinal));
    Csv.print(rows, out);
  }

  private static List<String> csv(
      String name, String day, EventSums sums, long owedMicros, String... texts) {
    HourCounts counts = sums.counts();
    LongStream numbers =
        LongStream.concat(
            LongStream.of(
                counts.impressions(), counts.clicks(), counts.costMicros(), counts.invalid()),
            LongStream.concat(
                EventKind.FILTERED.stream().mapToLong(sums::of),
                LongStream.of(sums.microsOf(EventKind.BUDGET), owedMicros)));
    return cells(List.of(name, day), numbers.mapToObj(Long::toString), List.of(texts));
  }

  /** Of the first day if the verdict is late. */
  private String label(Correction correction) {
    return statement.days().stream()
        .map(Day::period)
        .filter(day -> correction.atMs() < day.toMs())
        .findFirst()
        .orElseThrow()
        .label();
  }
}
