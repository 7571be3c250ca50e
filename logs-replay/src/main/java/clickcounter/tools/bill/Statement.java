package clickcounter.tools.bill;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.document.AdTotals;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Table;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What an ad counted in a time, and what of it is owed. Programs depend on the names. Times are of
 * ISO 8601, with their offset, and {@code to} is exclusive; amounts are in micros.
 *
 * @param corrections in the order in which they were made
 * @param late what happened before its month, which was closed by then; it is in the sum
 * @param before until the time began
 * @param after until the end of the time
 * @param owedMicros for the time
 * @param isFinal whether no event before the end can still be counted
 * @param state of the table and the documents
 * @param none of no event
 */
record Statement(
    String adId,
    String zone,
    String from,
    String to,
    List<Day> days,
    List<Correction> corrections,
    Sums sum,
    Sums late,
    Account before,
    Account after,
    long owedMicros,
    @JsonProperty("final") boolean isFinal,
    List<String> mayCome,
    String state,
    @JsonIgnore Sums none) {
  /**
   * A day of the zone. A verdict is of the day on which it was made.
   *
   * @param own without verdicts
   */
  record Day(
      String day,
      String from,
      String to,
      Sums sum,
      @JsonProperty("final") boolean isFinal,
      @JsonIgnore Sums own) {}

  /**
   * A verdict that was counted.
   *
   * @param eventId the verdict's own
   * @param author null if it names none
   * @param at when it was made
   * @param clickAt when its click happened; null if no such click of the ad is counted
   * @param costMicros what it adds to the costs; below zero if it takes the click back
   * @param day in which it is booked
   */
  record Correction(
      String eventId,
      String type,
      String author,
      String at,
      String clickId,
      String clickAt,
      long costMicros,
      String reason,
      @JsonIgnore String day,
      @JsonIgnore Sums sum) {}

  /**
   * What was counted.
   *
   * @param grossClicks all clicks, filtered ones too
   * @param filtered by the class of the filter
   * @param clicks that are charged
   * @param costMicros of these
   * @param budgetMicros what was added to the budget
   * @param events of all kinds; not for programs
   */
  record Sums(
      long impressions,
      long grossClicks,
      SortedMap<String, Long> filtered,
      long invalidated,
      long reinstated,
      long clicks,
      long grossCostMicros,
      long invalidatedMicros,
      long reinstatedMicros,
      long costMicros,
      long budgetMicros,
      @JsonProperty(access = Access.WRITE_ONLY) long events) {
    long filteredClicks() {
      return filtered.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * What an ad has cost until a time, and its budget then.
   *
   * @param owedMicros the costs, limited to the budget
   */
  record Account(long costMicros, long budgetMicros, long owedMicros) {
    static final Account NONE = new Account(0, 0, 0);

    /** With what was counted since then. */
    Account plus(Sums sums) {
      long cost = Math.addExact(costMicros, sums.costMicros());
      long budget = Math.addExact(budgetMicros, sums.budgetMicros());
      return new Account(cost, budget, AdTotals.spentMicros(budget, cost));
    }

    /** What was added since then. */
    Account minus(Account then) {
      return new Account(
          costMicros - then.costMicros,
          budgetMicros - then.budgetMicros,
          owedMicros - then.owedMicros);
    }

    /** The rest of the costs, which nobody owes. */
    @JsonProperty
    long beyondBudgetMicros() {
      return costMicros - owedMicros;
    }
  }

  /**
   * Asks for the statement of an ad.
   *
   * @return null if no event of the ad is counted before the end
   * @throws NoVerdict if events are not in the table, or do not fit each other
   */
  static Statement of(String adId, SeriesRange range, Past past, Months months) throws IOException {
    List<NotImported> lacking = past.lacking(0, range.toMs());
    if (!lacking.isEmpty()) {
      throw new NoVerdict("no statement: " + Series.notImported(lacking));
    }
    Table table = past.table();
    table.set("ad", adId);
    table.set("from_ms", range.fromMs());
    table.set("to_ms", range.toMs());
    requireOnce(table);
    months.selectLate(table);
    months.addBooked(table);
    table.make("booked");
    Map<String, Sums> sums = sums(range, table);
    // One of them is that of no event.
    return sums.size() == 1 ? null : of(adId, range, past, sums);
  }

  private static void requireOnce(Table table) throws IOException {
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
  private static Map<String, Sums> sums(SeriesRange range, Table table) throws IOException {
    TreeSet<Long> times = new TreeSet<>(List.of(0L, range.toMs()));
    range.periods().forEach(day -> times.add(day.fromMs()));
    table.putPeriods(times);
    Map<String, Sums> sums = new HashMap<>();
    table.ask("statement", row -> sums.put(row.getString("part"), Table.record(row, Sums.class)));
    return sums;
  }

  private static Statement of(String adId, SeriesRange range, Past past, Map<String, Sums> sums)
      throws IOException {
    Function<Object, Sums> part = name -> sums.getOrDefault(name.toString(), sums.get("none"));
    Account before = Account.NONE.plus(part.apply("before"));
    Account after = before.plus(part.apply("time"));
    return new Statement(
        adId,
        range.from().getZone().getId(),
        SeriesRange.iso(range.from()),
        SeriesRange.iso(range.to()),
        range.periods().stream().map(day -> day(day, past, part)).toList(),
        corrections(range, past.table(), sums),
        part.apply("time"),
        part.apply("late"),
        before,
        after,
        after.minus(before).owedMicros(),
        past.isFinal(0, range.toMs()),
        past.holds(0, range.toMs()).stream().map(MayCome::text).toList(),
        past.state(),
        sums.get("none"));
  }

  private static Day day(Period day, Past past, Function<Object, Sums> part) {
    return new Day(
        day.label(),
        SeriesRange.iso(day.from()),
        SeriesRange.iso(day.to()),
        part.apply(day.fromMs()),
        past.isFinal(0, day.toMs()),
        part.apply("own " + day.fromMs()));
  }

  private static List<Correction> corrections(
      SeriesRange range, Table table, Map<String, Sums> sums) throws IOException {
    List<Correction> corrections = new ArrayList<>();
    List<Period> days = range.periods();
    ZoneId zone = range.from().getZone();
    table.ask(
        "statement-corrections",
        row -> {
          long bookedMs = row.getLong("booked_ms");
          String id = row.getString("event_id");
          String clickAt = time(row.getLong("click_ms"), zone);
          corrections.add(
              new Correction(
                  id,
                  row.getString("kind"),
                  row.getString("author"),
                  time(row.getLong("time_ms"), zone),
                  row.getString("click_id"),
                  row.getObject("click_ms") == null ? null : clickAt,
                  sums.get(id).costMicros(),
                  row.getString("reason"),
                  days.stream().filter(day -> bookedMs < day.toMs()).findFirst().get().label(),
                  sums.get(id)));
        });
    return corrections;
  }

  /** By the clock of the zone, as {@code 2026-10-25T02:00:00.5+02:00}. */
  private static String time(long ms, ZoneId zone) {
    return SeriesRange.iso(Instant.ofEpochMilli(ms).atZone(zone));
  }
}
