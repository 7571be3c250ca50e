package clickcounter.tools.bill;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.tools.bill.Statement.Account;
import clickcounter.tools.bill.Statement.Correction;
import clickcounter.tools.bill.Statement.Day;
import clickcounter.tools.series.Counts;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Asks the table what a statement says. */
final class StatementQuestions {
  private final Past past;
  private final Table table;
  private final SeriesRange range;
  private final List<Period> days;

  StatementQuestions(Past past, SeriesRange range) {
    this.past = past;
    this.table = past.table();
    this.range = range;
    this.days = range.periods();
  }

  /**
   * The statement of an ad.
   *
   * @return null if no event of the ad is counted before the end
   * @throws NoVerdict if events are not in the table, or do not fit each other
   */
  Statement of(String adId, Months months) throws IOException {
    requireImported();
    Question.set(table, "ad", adId);
    Question.set(table, "from_ms", range.fromMs());
    Question.set(table, "to_ms", range.toMs());
    requireOnce();
    months.selectLate(table);
    months.addBooked(table);
    Question.named("booked").ask(table, row -> {});
    Map<String, Sums> sums = sums();
    return sums.isEmpty() ? null : of(adId, sums);
  }

  private void requireImported() {
    List<NotImported> lacking = past.lacking(0, range.toMs());
    if (!lacking.isEmpty()) {
      throw new NoVerdict("no statement: " + Counts.notImported(lacking));
    }
  }

  private void requireOnce() throws IOException {
    List<String> numbers = new ArrayList<>();
    Question.named("statement-twice")
        .ask(table, row -> numbers.add(row.getString("counter") + " " + row.getLong("sequence")));
    if (!numbers.isEmpty()) {
      throw new NoVerdict(
          "no statement: it is not known which one is counted of different events with one"
              + " number, see clicks archive check: "
              + String.join(", ", Texts.first(numbers)));
    }
  }

  /** Those of days, by their beginning, and of what is called before, time and late. */
  private Map<String, Sums> sums() throws IOException {
    TreeSet<Long> times = new TreeSet<>(List.of(0L, range.toMs()));
    days.forEach(day -> times.add(day.fromMs()));
    table.putPeriods(times);
    Map<String, Sums> sums = new HashMap<>();
    Question.named("statement")
        .ask(table, row -> sums.put(row.getString("part"), Question.record(row, Sums.class)));
    return sums;
  }

  private Statement of(String adId, Map<String, Sums> sums) throws IOException {
    List<Correction> corrections = new ArrayList<>();
    Question.named("statement-corrections").ask(table, row -> corrections.add(correction(row)));
    Sums sum = sums.getOrDefault("time", Sums.NONE);
    Account before = new Account(0, 0).plus(sums.getOrDefault("before", Sums.NONE));
    Account after = before.plus(sum);
    return new Statement(
        adId,
        range.from().getZone().getId(),
        SeriesRange.iso(range.from()),
        SeriesRange.iso(range.to()),
        days.stream().map(day -> day(day, sums)).toList(),
        corrections,
        sum,
        sums.getOrDefault("late", Sums.NONE),
        before,
        after,
        after.owedMicros() - before.owedMicros(),
        past.isFinal(0, range.toMs()),
        past.holds(0, range.toMs()).stream().map(MayCome::text).toList(),
        past.state());
  }

  private Day day(Period day, Map<String, Sums> sums) {
    return new Day(
        day.label(),
        SeriesRange.iso(day.from()),
        SeriesRange.iso(day.to()),
        sums.getOrDefault(Long.toString(day.fromMs()), Sums.NONE),
        past.isFinal(0, day.toMs()));
  }

  private Correction correction(ResultSet row) throws SQLException {
    long bookedMs = row.getLong("booked_ms");
    return new Correction(
        row.getString("event_id"),
        row.getString("kind"),
        row.getString("author"),
        time(row, "time_ms"),
        row.getString("click_id"),
        time(row, "click_ms"),
        row.getLong("cost_micros"),
        row.getString("reason"),
        days.stream().filter(day -> bookedMs < day.toMs()).findFirst().orElseThrow().label());
  }

  /** By the clock of the zone, as {@code 2026-10-25T02:00:00.5+02:00}; null for no time. */
  private String time(ResultSet row, String column) throws SQLException {
    long ms = row.getLong(column);
    return row.wasNull()
        ? null
        : SeriesRange.iso(Instant.ofEpochMilli(ms).atZone(range.from().getZone()));
  }
}
