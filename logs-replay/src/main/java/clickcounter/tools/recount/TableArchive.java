package clickcounter.tools.recount;

import clickcounter.event.ClockLimit;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table of archives, as a recount asks it. The questions say what they need. */
record TableArchive(Table table) implements ArchivedEvents {
  /**
   * A table that has all of its files.
   *
   * @throws IOException if one of them could not be read to its end
   */
  static TableArchive whole(Table table) throws IOException {
    table.requireWhole("No document of an ad or a counter was put");
    return new TableArchive(table);
  }

  private static final Map<String, EventKind> KINDS =
      Stream.of(EventKind.values())
          .filter(kind -> !EventKind.FILTERED.contains(kind))
          .collect(Collectors.toMap(EventKind::type, kind -> kind));

  @Override
  public Set<String> adsOf(Set<String> counterIds) throws IOException {
    Set<String> ads = new TreeSet<>();
    selectDays(all(counterIds));
    table.ask("recount-ads", row -> ads.add(row.getString("ad")));
    return ads;
  }

  @Override
  public Map<String, LongRanges> archived(Map<String, LongRanges> numbers) throws IOException {
    selectDays(numbers);
    return table.askRanges("recount-archived");
  }

  private static Map<String, LongRanges> all(Set<String> counterIds) {
    return counterIds.stream()
        .collect(Collectors.toMap(id -> id, id -> LongRanges.ofRange(0, Past.NO_END - 1)));
  }

  private void selectDays(Map<String, LongRanges> numbers) throws IOException {
    table.putRanges("asked", numbers);
    table.selectDays(
        "asked_day",
        "SELECT DISTINCT day FROM counter_days AS known JOIN asked ON known.counter = asked.counter"
            + " AND known.first <= asked.last AND known.last >= asked.first");
  }

  @Override
  public Map<String, LongRanges> lacking(Collection<CounterReading> counters) throws IOException {
    Map<String, LongRanges> lacking = new HashMap<>();
    new Past(table, counters, AcceptedLosses.NONE, table.importedAtMs())
        .notImported(0, Past.NO_END)
        .forEach(each -> LeftOut.of(lacking, each.counterId()).addRange(each.first(), each.last()));
    return lacking;
  }

  @Override
  public Stream<Event> events(Set<String> adIds) throws IOException {
    List<String> counters = new ArrayList<>();
    table.ask("recount-numbers", row -> counters.add(row.getString("counter")));
    table.selectDays("twice_day", "SELECT DISTINCT day FROM twice");
    table.make("recount-twice");
    table.run(
        "CREATE OR REPLACE TEMPORARY MACRO is_wanted(name) AS "
            + (adIds.isEmpty()
                ? "true"
                : adIds.stream()
                    .map(Table::text)
                    .collect(Collectors.joining(", ", "name IN (", ")"))));
    return table.stream("recount-events", row -> event(row, counters));
  }

  private static Event event(ResultSet row, List<String> counters) throws SQLException {
    String kind = row.getString(4);
    String reason = row.getString(7);
    return new Event(
        row.getString(1),
        counters.get(row.getInt(2)),
        row.getLong(3),
        reason == null ? KINDS.get(kind) : Judgement.ofFilter(reason).filteredKind(),
        row.getLong(5),
        row.getLong(6));
  }

  @Override
  public List<WriteOffRequest> decisions() throws IOException {
    return table.ask("recount-decisions", WriteOffRequest.class);
  }

  @Override
  public List<ArchivedCounter> counters(
      Set<String> counterIds, Map<String, LongRanges> leftOut, ClockLimit times)
      throws IOException {
    table.putRanges("wanted", all(counterIds));
    table.putRanges("left_out", leftOut);
    table.set("wants_all", counterIds.isEmpty() ? 1 : 0);
    table.set("earliest_ms", times.earliestMs());
    table.set("latest_ms", latestMs(times));
    table.make("recount-uneven");
    table.selectEvents("uneven_event", "SELECT counter FROM uneven");
    Map<String, ArchivedCounter> counters = new LinkedHashMap<>();
    table.ask(
        "recount-counters",
        row -> {
          String id = row.getString("counter");
          if (!counters.containsKey(id)) {
            long lastMs = row.getLong("last_ms");
            boolean isClosed = row.getBoolean("is_closed");
            counters.put(id, new ArchivedCounter(id, new LongRanges(), lastMs, isClosed));
          }
          counters.get(id).numbers().addRange(row.getLong("first"), row.getLong("last"));
        });
    return List.copyOf(counters.values());
  }

  private static long latestMs(ClockLimit times) {
    return times.maxAheadMs() > Past.NO_END - times.nowMs()
        ? Past.NO_END
        : times.nowMs() + times.maxAheadMs();
  }
}
