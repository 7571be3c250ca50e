package clickcounter.tools.check;

import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Question.RowSink;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;

/** Asks a table of archives the questions of a check. */
final class ArchiveCheck {
  /** A minute: threads of a service, and clocks that are set, make less. */
  private static final long MOST_BACKWARDS_MS = 60_000;

  private final Table table;
  private final Findings findings;

  /** The result, beside the findings. */
  record Totals(long events, long counters, long closedCounters) {}

  ArchiveCheck(Table table, Findings findings) {
    this.table = table;
    this.findings = findings;
  }

  /**
   * Asks them.
   *
   * @param isEverything whether the table has all archives that there are
   * @param times which are plausible
   * @param openOk whether a counter without a close event is fine
   */
  Totals run(boolean isEverything, ClockLimit times, boolean openOk) throws IOException {
    Question.set(table, "most_backwards_ms", MOST_BACKWARDS_MS);
    Question.set(table, "earliest_ms", times.earliestMs());
    Question.set(table, "now_ms", times.nowMs());
    Question.set(table, "most_ahead_ms", times.maxAheadMs());
    Question.set(table, "is_everything", isEverything ? 1 : 0);
    ask("check-judged", row -> {});

    ask(
        "check-files",
        row -> {
          // A file that is gone, or has another name now, may have been read to its end since.
          if (Files.exists(Path.of(row.getString("file")))) {
            add(row);
          }
        });
    ask("check-bad", this::add);
    ask("check-twice", this::add);
    ask("check-times", row -> add(row, Kind.TIME, times.fault(row.getLong("time_ms"))));
    ask("check-after-close", this::add);
    ask("check-verdicts", this::add);
    findMissing();
    if (!openOk) {
      ask("check-never-closed", this::add);
    }
    ask("check-backwards", this::add);
    ask("check-not-looked-up", this::add);
    return totals();
  }

  private void ask(String question, RowSink rows) throws IOException {
    Question.named(question).ask(table, rows);
  }

  /** Makes a finding of a row. */
  private void add(ResultSet row) throws SQLException {
    add(row, Kind.of(row.getString("finding")), row.getString("detail"));
  }

  private void add(ResultSet row, Kind kind, String detail) throws SQLException {
    findings.add(kind, row.getLong("amount"), row.getString("place"), detail);
  }

  private Totals totals() throws IOException {
    Totals[] totals = new Totals[1];
    ask(
        "check-totals",
        row -> totals[0] = new Totals(row.getLong(1), row.getLong(2), row.getLong(3)));
    return totals[0];
  }

  /** One finding for each counter. */
  private void findMissing() throws IOException {
    SortedMap<String, LongRanges> missing = new TreeMap<>();
    ask(
        "check-missing",
        row ->
            missing
                .computeIfAbsent(row.getString("counter"), id -> new LongRanges())
                .addRange(row.getLong("first"), row.getLong("last")));
    missing.forEach(
        (counter, ids) -> findings.add(Kind.HOLE, ids.size(), counter, findings.text(ids)));
  }
}
