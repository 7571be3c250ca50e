package clickcounter.tools.bill;

import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Question.RowSink;
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
  record Hold(String counterId, long first, Long last, String text) {}

  /** What may still be counted before the month's end, and what is counted and in no file. */
  List<Hold> waits() {
    long endMs = Months.endMs(month);
    List<Hold> all = new ArrayList<>();
    for (MayCome each : past.holds(0, endMs)) {
      all.add(new Hold(each.counterId(), each.first(), each.last(), each.text()));
    }
    for (NotImported each : past.lacking(0, endMs)) {
      String why = ": counted, and in no archive of the table: import its archive";
      all.add(new Hold(each.counterId(), each.first(), each.last(), each.text() + why));
    }
    return all;
  }

  /** Events of the month that cannot be summed up as they are; to be asked if nothing waits. */
  List<Hold> faults() throws IOException {
    Question.set(table, "from_ms", Months.startMs(month));
    Question.set(table, "to_ms", Months.endMs(month));
    months.selectLate(table);
    List<Hold> all = new ArrayList<>();
    RowSink add =
        row -> {
          String counterId = row.getString("counter");
          long number = row.getLong("sequence");
          String text = counterId + " " + number + ": " + row.getString("text");
          all.add(new Hold(counterId, number, number, text));
        };
    Question.named("month-twice").ask(table, add);
    Question.named("month-judged").ask(table, row -> {});
    table.selectDays(
        "clicked_event",
        "SELECT DISTINCT day FROM counter_days AS day JOIN judged ON judged.counter = day.counter"
            + " AND judged.sequence BETWEEN day.first AND day.last");
    Question.named("month-verdicts").ask(table, add);
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
    Question.set(table, "month", month.toString());
    Question.set(table, "state", past.state());
    List<MonthSums> sums = Question.named("month-sums").ask(table, MonthSums.class);
    if (sums.isEmpty()) {
      return null;
    }
    months.write(month, table, sums.get(0), written);
    return sums.get(0);
  }
}
