package clickcounter.tools.audit;

import clickcounter.event.ClockLimit;
import clickcounter.tools.audit.AuditReport.Trouble;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Question.RowSink;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What an audit asks about the archives alone, by questions that {@code archive check} has. */
record TableFindings(Table table) {
  private static final int MAX_TROUBLES = 1_000;

  private void ask(String question, RowSink rows) throws IOException {
    Question.named(question).ask(table, rows);
  }

  /**
   * Adds what could not be used in the files, first those that were not read to their end.
   *
   * @param kept gets the first ones
   * @return how many there are
   */
  long addTroubles(List<Trouble> kept) throws IOException {
    ask(
        "check-files",
        row -> {
          // A file that is gone, or has another name now, may have been read to its end since.
          if (Files.exists(Path.of(row.getString("file")))) {
            kept.add(trouble(row, "read_bytes", row.getString("ending"), "detail"));
          }
        });
    long[] total = {kept.size()};
    ask(
        "check-bad",
        row -> {
          total[0]++;
          if (kept.size() < MAX_TROUBLES) {
            kept.add(trouble(row, "byte", Trouble.BAD_LINE, "reason"));
          }
        });
    return total[0];
  }

  private static Trouble trouble(ResultSet row, String at, String kind, String detail)
      throws SQLException {
    return new Trouble(row.getString("file"), row.getLong(at), kind, row.getString(detail));
  }

  /** Tells counters which of their missing events have times at which nothing is counted. */
  void addRejected(Map<String, CounterFinding> counters, ClockLimit times) throws IOException {
    Question.set(table, "earliest_ms", times.earliestMs());
    Question.set(table, "now_ms", times.nowMs());
    Question.set(table, "most_ahead_ms", times.maxAheadMs());
    ask(
        "check-times",
        row -> {
          CounterFinding counter = counters.get(row.getString("counter"));
          if (counter != null) {
            counter.reject(row.getLong("sequence"));
          }
        });
  }

  /** Judges the verdicts on clicks, if all archives were read. */
  VerdictsFound verdicts() throws IOException {
    VerdictsFound[] found = new VerdictsFound[1];
    Question.set(table, "is_everything", 1);
    ask("check-judged", row -> {});
    ask(
        "audit-verdicts",
        row -> found[0] = new VerdictsFound(row.getLong(1), row.getLong(2), row.getLong(3)));
    return found[0];
  }
}
