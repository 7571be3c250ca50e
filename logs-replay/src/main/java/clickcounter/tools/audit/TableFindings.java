package clickcounter.tools.audit;

import clickcounter.event.ClockLimit;
import clickcounter.tools.audit.AuditReport.Trouble;
import clickcounter.tools.audit.AuditReport.Troubles;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Question.RowSink;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an audit asks about the archives alone, by questions that {@code archive check} has. */
final class TableFindings {
  private static final int MAX_TROUBLES = 1_000;

  private final Table table;

  TableFindings(Table table) {
    this.table = table;
  }

  private void ask(String question, RowSink rows) throws IOException {
    Question.named(question).ask(table, rows);
  }

  /** What could not be used in the files: first those that were not read to their end. */
  Troubles troubles() throws IOException {
    List<Trouble> kept = new ArrayList<>();
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
    return new Troubles(kept, total[0]);
  }

  private static Trouble trouble(ResultSet row, String at, String kind, String detail)
      throws SQLException {
    return new Trouble(row.getString("file"), row.getLong(at), kind, row.getString(detail));
  }

  /** Adds to counters the missing numbers whose events have times at which nothing is counted. */
  void addRejected(Map<String, CounterFinding> counters, ClockLimit times) throws IOException {
    Question.set(table, "earliest_ms", times.earliestMs());
    Question.set(table, "now_ms", times.nowMs());
    Question.set(table, "most_ahead_ms", times.maxAheadMs());
    ask(
        "check-times",
        row -> {
          CounterFinding counter = counters.get(row.getString("counter"));
          long number = row.getLong("sequence");
          if (counter != null && counter.missing().contains(number)) {
            counter.rejected().add(number);
          }
        });
  }

  /**
   * Judges the verdicts on clicks, if all archives were read. A click that is counted and in no
   * archive was accepted as lost, or is named as such.
   */
  VerdictsFound verdicts(Map<String, CounterReading> counters) throws IOException {
    long[] total = new long[1];
    long[] wrong = new long[1];
    long[] notLookedUp = new long[1];
    Question.set(table, "is_everything", 1);
    ask("check-judged", row -> {});
    ask("audit-verdicts", row -> total[0] = row.getLong("verdicts"));
    ask("check-not-looked-up", row -> notLookedUp[0] += row.getLong("verdicts"));
    ask(
        "check-verdicts",
        row -> {
          long inForce = Math.abs(row.getLong("in_force"));
          CounterReading counter = counters.get(row.getString("counter"));
          switch (row.getString("fault")) {
            case "invalidated-twice" -> wrong[0] += inForce - 1;
            case "unknown-click" -> {
              boolean isCounted = counter != null && counter.seen(row.getLong("sequence"));
              (isCounted ? notLookedUp : wrong)[0] += inForce;
            }
            default -> wrong[0] += inForce;
          }
        });
    return new VerdictsFound(total[0], wrong[0], notLookedUp[0]);
  }
}
