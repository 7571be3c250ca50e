package clickcounter.tools.statement;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.tools.common.Csv;
import clickcounter.tools.common.Table;
import clickcounter.tools.common.Texts;
import clickcounter.tools.series.NotFinalText;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.statement.Statement.Day;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A statement for a person at a terminal, and as CSV. */
final class StatementText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm xxx", Locale.ROOT);

  private final Statement statement;
  private final PrintStream out;

  StatementText(Statement statement, PrintStream out) {
    this.statement = statement;
    this.out = out;
  }

  void print() {
    SeriesRange range = statement.range();
    out.printf(
        Locale.ROOT,
        "statement of ad %s in %s, from %s to %s%n",
        statement.adId(),
        range.from().getZone(),
        TIME.format(range.from()),
        TIME.format(range.to()));
    printDays();
    printCorrections();
    printSums(statement.sums());
    if (statement.verdict().isFinal()) {
      out.println("final: no click of this time can still come; a verdict on one can");
    } else {
      NotFinalText.print(statement.verdict(), "series days --json", out);
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
            List.of("invalidated", "reinstated", "clicks", "cost", "final")));
    for (Day day : statement.days()) {
      table.add(row(day.period().label(), day.sums(), classes, day.isFinal()));
    }
    table.add(row("sum", statement.sums(), classes, statement.verdict().isFinal()));
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
    table.add(List.of("correction", "verdict", "click", "time of the click", "cost", "reason"));
    for (Correction each : statement.corrections()) {
      table.add(
          List.of(
              each.kind().type(),
              each.eventId(),
              each.clickId(),
              time(each, statement.range()),
              Texts.money(each.costMicros()),
              each.reason()));
    }
    Table.print(table, Set.of(0, 1, 2, 3, 5), out);
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
  }

  /** When the click happened, by the clock of the zone, as {@code 2026-10-25T02:00:00.5+02:00}. */
  static String time(Correction correction, SeriesRange range) {
    return SeriesRange.iso(Instant.ofEpochMilli(correction.atMs()).atZone(range.from().getZone()));
  }

  /**
   * A row a day, of what was counted when it happened, and a row a correction. So the sum of each
   * column of numbers is that of the statement.
   */
  void printCsv() throws IOException {
    List<String> classes = EventKind.FILTERED.stream().map(EventKind::filterClass).toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        cells(
            List.of("row", "day", "impressions", "clicks", "cost_micros", "invalid"),
            classes.stream(),
            List.of("verdict", "click", "time", "reason", "final")));
    for (Day day : statement.days()) {
      EventSums sums = day.sums();
      rows.add(
          cells(
              List.of(
                  "day",
                  day.period().label(),
                  text(sums.of(EventKind.IMPRESSION)),
                  text(sums.of(EventKind.CLICK)),
                  text(sums.microsOf(EventKind.CLICK)),
                  text(sums.filtered())),
              EventKind.FILTERED.stream().map(kind -> text(sums.of(kind))),
              List.of("", "", "", "", Boolean.toString(day.isFinal()))));
    }
    for (Correction each : statement.corrections()) {
      rows.add(
          cells(
              List.of(
                  each.kind().type(),
                  label(each),
                  "0",
                  text(each.kind().clicks()),
                  text(each.costMicros()),
                  text(each.kind().invalidClicks())),
              classes.stream().map(name -> "0"),
              List.of(
                  each.eventId(),
                  each.clickId(),
                  time(each, statement.range()),
                  each.reason(),
                  "")));
    }
    Csv.print(rows, out);
  }

  private String label(Correction correction) {
    return statement.days().stream()
        .map(Day::period)
        .filter(day -> correction.atMs() < day.toMs())
        .findFirst()
        .orElseThrow()
        .label();
  }

  private static String text(long number) {
    return Long.toString(number);
  }
}
