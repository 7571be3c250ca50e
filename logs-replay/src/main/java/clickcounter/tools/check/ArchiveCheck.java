package clickcounter.tools.check;

import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.common.Texts;
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

  /** A text about a row of an answer. */
  private interface RowText {
    String of(ResultSet row) throws SQLException;
  }

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

    ask("check-files", this::brokenOff);
    find(Kind.BAD_LINE, "check-bad", row -> at(row, "byte"), row -> row.getString("reason"));
    find(Kind.DIFFERENT, "check-twice", ArchiveCheck::eventId, ArchiveCheck::different);
    find(
        Kind.TIME,
        "check-times",
        ArchiveCheck::eventId,
        row -> times.fault(row.getLong("time_ms")));
    ask("check-after-close", this::afterClose);
    ask("check-verdicts", this::wrongVerdict);
    findMissing();
    if (!openOk) {
      find(
          Kind.NOT_CLOSED,
          "check-never-closed",
          row -> row.getString("counter"),
          row -> "no close event; if it still runs or died, use --open-ok");
    }
    find(
        Kind.BACKWARDS,
        "check-backwards",
        ArchiveCheck::eventId,
        row -> "it is " + row.getLong("back_ms") + " ms before one with a lower number");
    ask("check-not-looked-up", this::notLookedUp);
    return totals();
  }

  private void ask(String question, RowSink rows) throws IOException {
    Question.named(question).ask(table, rows);
  }

  /** Makes a finding of each row. */
  private void find(Kind kind, String question, RowText place, RowText detail) throws IOException {
    ask(question, row -> findings.add(kind, 1, place.of(row), detail.of(row)));
  }

  private Totals totals() throws IOException {
    Totals[] totals = new Totals[1];
    ask(
        "check-totals",
        row -> totals[0] = new Totals(row.getLong(1), row.getLong(2), row.getLong(3)));
    return totals[0];
  }

  private static String at(ResultSet row, String column) throws SQLException {
    return row.getString("file") + ", byte " + row.getLong(column);
  }

  private static String eventId(ResultSet row) throws SQLException {
    return row.getString("counter") + ":" + row.getLong("sequence");
  }

  private void brokenOff(ResultSet row) throws SQLException {
    // A file that is gone, or has another name now, may have been read to its end since.
    if (Files.exists(Path.of(row.getString("file")))) {
      Kind kind = Kind.of(row.getString("ending"));
      findings.add(kind, 1, at(row, "read_bytes"), row.getString("detail"));
    }
  }

  private static String different(ResultSet row) throws SQLException {
    return Texts.count(row.getLong("events"), "event")
        + " with this number differ in "
        + row.getString("fields")
        + ": only one of them is counted. events explain ID PATH says where they are";
  }

  private void afterClose(ResultSet row) throws SQLException {
    String range = Texts.range(row.getLong("first"), row.getLong("last"));
    String detail = range + ", closed at " + row.getLong("closed_at");
    findings.add(Kind.AFTER_CLOSE, row.getLong("events"), row.getString("counter"), detail);
  }

  private void wrongVerdict(ResultSet row) throws SQLException {
    Kind kind = Kind.of(row.getString("fault"));
    long inForce = row.getLong("in_force");
    long surplus = kind == Kind.INVALIDATED_TWICE ? inForce - 1 : Math.abs(inForce);
    String detail = VerdictTexts.detail(kind, surplus, row);
    findings.add(kind, surplus, row.getString("verdict"), detail);
  }

  private void notLookedUp(ResultSet row) throws SQLException {
    long verdicts = row.getLong("verdicts");
    String why =
        row.getBoolean("is_in_files")
            ? " on events that these files lack: the counter has gaps, or is not closed"
                + " properly, so they may be in other files or still to come"
            : " on events of this counter, which has none in these files: name its files too";
    String detail = Texts.count(verdicts, "verdict") + why;
    findings.add(Kind.NOT_LOOKED_UP, verdicts, row.getString("counter"), detail);
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
