package clickcounter.tools.bill;

import clickcounter.cli.NoVerdict;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.tools.bill.Statement.Account;
import clickcounter.tools.bill.Statement.Correction;
import clickcounter.tools.bill.Statement.Day;
import clickcounter.tools.common.Texts;
import clickcounter.tools.series.Counts;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Asks the table what a statement says. */
final class StatementQuestions {
  private static final Map<String, EventKind> KINDS =
      Arrays.stream(EventKind.values())
          .filter(kind -> !kind.isFiltered())
          .collect(Collectors.toMap(EventKind::type, kind -> kind));

  private final Past past;
  private final Table table;
  private final SeriesRange range;

  /** By the beginning of the period; that of 0 is what was before. */
  private final Map<Long, EventSums> sums = new TreeMap<>();

  private final EventSums late = new EventSums();

  StatementQuestions(Past past, SeriesRange range) {
    this.past = past;
    this.table = past.table();
    this.range = range;
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
    selectBooked(months);
    selectPeriods();
    Question.named("statement").ask(table, this::add);
    if (sums.isEmpty()) {
      return null;
    }
    List<Correction> corrections = new ArrayList<>();
    Question.named("statement-corrections").ask(table, row -> corrections.add(correction(row)));
    return new Statement(
        adId,
        range,
        range.periods().stream().map(this::day).toList(),
        corrections,
        range.fromMs() == 0 ? new Account(0, 0) : Account.of(of(0)),
        late,
        past.isFinal(0, range.toMs()),
        past.state());
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

  private void selectBooked(Months months) throws IOException {
    months.selectLate(table);
    months.addBooked(table);
    Question.named("booked").ask(table, row -> {});
  }

  private void selectPeriods() throws IOException {
    String rows =
        range.periods().stream()
            .map(day -> "(" + day.fromMs() + ", " + day.toMs() + ")")
            .collect(Collectors.joining(", "));
    String before = range.fromMs() == 0 ? "" : "(0, " + range.fromMs() + "), ";
    table.run(
        "CREATE OR REPLACE TEMPORARY TABLE periods AS"
            + " SELECT * FROM (VALUES "
            + before
            + rows
            + ") AS period (from_ms, to_ms)");
  }

  private void add(ResultSet row) throws SQLException {
    String reason = row.getString("filtered");
    EventKind kind =
        reason == null
            ? KINDS.get(row.getString("kind"))
            : Judgement.ofFilter(reason).filteredKind();
    long fromMs = row.getLong("from_ms");
    of(fromMs).add(kind, row.getLong("events"), row.getLong("micros"));
    if (row.getBoolean("is_late") && fromMs >= range.fromMs()) {
      late.add(kind, row.getLong("events"), row.getLong("micros"));
    }
  }

  private EventSums of(long fromMs) {
    return sums.computeIfAbsent(fromMs, ms -> new EventSums());
  }

  private Day day(Period day) {
    return new Day(day, of(day.fromMs()), past.isFinal(0, day.toMs()));
  }

  private static Correction correction(ResultSet row) throws SQLException {
    long clickMs = row.getLong("click_ms");
    Long clickAtMs = row.wasNull() ? null : clickMs;
    return new Correction(
        row.getString("counter") + ":" + row.getLong("sequence"),
        KINDS.get(row.getString("kind")),
        row.getString("author"),
        row.getLong("time_ms"),
        row.getString("clicked_counter") + ":" + row.getLong("clicked_sequence"),
        clickAtMs,
        row.getLong("micros"),
        row.getString("reason"));
  }
}
