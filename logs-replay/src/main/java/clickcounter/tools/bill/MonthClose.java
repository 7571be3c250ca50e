package clickcounter.tools.bill;

import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;

/** Closes a month that is over: says what is in the way, or writes its bill. */
final class MonthClose {
  private final Past past;
  private final Table table;
  private final Months months;
  private final YearMonth month;

  MonthClose(Past past, Months months, YearMonth month) {
    this.past = past;
    this.table = past.table();
    this.months = months;
    this.month = month;
  }

  /**
   * What holds a month open.
   *
   * @param first the first number of the counter
   * @param last the last one; null for all above the first
   * @param text with the reason and the way out
   */
  record Hold(String counterId, long first, Long last, String text) {
    private static Hold of(MayCome numbers) {
      Long last = numbers.last() == Past.NO_END ? null : numbers.last();
      return new Hold(numbers.counterId(), numbers.first(), last, numbers.text());
    }

    private static Hold of(NotImported numbers) {
      String why = ": counted, and in no archive of the table: import its archive";
      return new Hold(numbers.counterId(), numbers.first(), numbers.last(), numbers.text() + why);
    }

    private static Hold of(String counterId, long number, String why) {
      return new Hold(counterId, number, number, counterId + " " + number + ": " + why);
    }
  }

  /** What may still be counted before the month's end, and what is counted and in no file. */
  List<Hold> waits() {
    long endMs = Months.endMs(month);
    List<Hold> all = new ArrayList<>();
    past.holds(0, endMs).forEach(numbers -> all.add(Hold.of(numbers)));
    past.lacking(0, endMs).forEach(numbers -> all.add(Hold.of(numbers)));
    return all;
  }

  /** Events of the month that cannot be summed up as they are; to be asked if nothing waits. */
  List<Hold> faults() throws IOException {
    Question.set(table, "from_ms", Months.startMs(month));
    Question.set(table, "to_ms", Months.endMs(month));
    months.selectLate(table);
    List<Hold> all = new ArrayList<>();
    Question.named("month-twice")
        .ask(
            table,
            row ->
                all.add(
                    Hold.of(
                        row.getString("counter"),
                        row.getLong("sequence"),
                        "two different events have this number: find out which one is right, leave"
                            + " the other one's file out of the archives, and import them into"
                            + " another --table")));
    Question.named("month-judged").ask(table, row -> {});
    table.selectDays(
        "clicked_event",
        "SELECT DISTINCT day FROM counter_days AS day JOIN judged ON judged.counter = day.counter"
            + " AND judged.sequence BETWEEN day.first AND day.last");
    Question.named("month-verdicts")
        .ask(
            table,
            row ->
                all.add(
                    Hold.of(
                        row.getString("counter"),
                        row.getLong("sequence"),
                        "verdict %s on it: %s, %d in force: its author takes it back by another verdict"
                            .formatted(
                                row.getString("verdict"),
                                row.getString("fault"),
                                row.getLong("in_force")))));
    return all;
  }

  /**
   * Writes the bill, if nothing waits and there are no faults.
   *
   * @param written is run after each step
   * @return null if nothing was ever counted before the month's end, and nothing was written
   */
  MonthSums write(Runnable written) throws IOException {
    months.selectOpening(table, month);
    Question.named("month").ask(table, row -> {});
    Question.named("totals").ask(table, row -> {});
    MonthSums[] sums = new MonthSums[1];
    Question.named("month-sums")
        .ask(
            table,
            row -> {
              if (row.getLong("ads_ever") > 0) {
                sums[0] = MonthSums.of(row, month.toString(), past.state());
              }
            });
    if (sums[0] != null) {
      months.write(month, table, sums[0], written);
    }
    return sums[0];
  }
}
