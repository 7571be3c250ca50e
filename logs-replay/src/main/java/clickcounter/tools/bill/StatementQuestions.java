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
import java.util.function.Function;

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
    List<NotImported> lacking = past.lacking(0, range.toMs());
    if (!lacking.isEmpty()) {
      throw new NoVerdict("no statement: " + Counts.notImported(lacking));
    }
    table.set("ad", adId);
    table.set("from_ms", range.fromMs());
    table.set("to_ms", range.toMs());
    requireOnce();
    months.selectLate(table);
    months.addBooked(table);
    table.make("booked");
    Map<String, Sums> sums = sums();
    // One of them is that of no event.
    return sums.size() == 1 ? null : of(adId, sums);
  }

  private void requireOnce() throws IOException {
    List<String> numbers = new ArrayList<>();
    table.ask(
        "statement-twice",
        row -> numbers.add(row.getString("counter") + " " + row.getLong("sequence")));
    if (!numbers.isEmpty()) {
      throw new NoVerdict(
          "no statement: it is not known which one is counted of different events with one"
              + " number, see clicks archive check: "
              + String.join(", ", Texts.first(numbers)));
    }
  }

  /** By the parts that the question names. */
  private Map<String, Sums> sums() throws IOException {
    TreeSet<Long> times = new TreeSet<>(List.of(0L, range.toMs()));
    days.forEach(day -> times.add(day.fromMs()));
    table.putPeriods(times);
    Map<String, Sums> sums = new HashMap<>();
    table.ask("statement", row -> sums.put(row.getString("part"), Table.record(row, Sums.class)));
    return sums;
  }

  private Statement of(String adId, Map<String, Sums> sums) throws IOException {
    Function<Object, Sums> part = name -> sums.getOrDefault(name.toString(), sums.get("none"));
    Account before = Account.NONE.plus(part.apply("before"));
    Account after = before.plus(part.apply("time"));
    return new Statement(
        adId,
        range.from().getZone().getId(),
        SeriesRange.iso(range.from()),
        SeriesRange.iso(range.to()),
        days.stream().map(day -> day(day, part)).toList(),
        corrections(sums),
        part.apply("time"),
        part.apply("late"),
        before,
        after,
        after.owedMicros() - before.owedMicros(),
        past.isFinal(0, range.toMs()),
        past.holds(0, range.toMs()).stream().map(MayCome::text).toList(),
        past.state(),
        sums.get("none"));
  }

  private Day day(Period day, Function<Object, Sums> part) {
    return new Day(
        day.label(),
        SeriesRange.iso(day.from()),
        SeriesRange.iso(day.to()),
        part.apply(day.fromMs()),
        past.isFinal(0, day.toMs()),
        part.apply("own " + day.fromMs()));
  }

  private List<Correction> corrections(Map<String, Sums> sums) throws IOException {
    List<Correction> corrections = new ArrayList<>();
    table.ask(
        "statement-corrections",
        row -> {
          long bookedMs = row.getLong("booked_ms");
          String id = row.getString("event_id");
          Sums sum = sums.get(id);
          corrections.add(
              new Correction(
                  id,
                  row.getString("kind"),
                  row.getString("author"),
                  time(row, "time_ms"),
                  row.getString("click_id"),
                  time(row, "click_ms"),
                  sum.costMicros(),
                  row.getString("reason"),
                  days.stream()
                      .filter(day -> bookedMs < day.toMs())
                      .findFirst()
                      .orElseThrow()
                      .label(),
                  sum));
        });
    return corrections;
  }

  /** By the clock of the zone, as {@code 2026-10-25T02:00:00.5+02:00}; null for no time. */
  private String time(ResultSet row, String column) throws SQLException {
    long ms = row.getLong(column);
    return row.wasNull()
        ? null
        : SeriesRange.iso(Instant.ofEpochMilli(ms).atZone(range.from().getZone()));
  }
}
