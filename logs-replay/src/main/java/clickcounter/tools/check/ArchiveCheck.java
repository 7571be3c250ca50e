package clickcounter.tools.check;

import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.common.Texts;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Question.RowSink;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

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
   * @param files that the table was brought up to date with
   * @param isEverything whether these are all archives that there are
   * @param times which are plausible
   * @param openOk whether a counter without a close event is fine
   * @param ids writes numbers for people
   */
  Totals run(
      ArchiveFiles files,
      boolean isEverything,
      ClockLimit times,
      boolean openOk,
      Function<LongRanges, String> ids)
      throws IOException {
    askOfFiles(files);
    ask("check-counters", row -> {});
    ask("check-twice", this::different);
    askOfTimes(times);
    ask("check-after-close", this::afterClose);
    askOfVerdicts(isEverything);
    askOfMissing(ids);
    if (!openOk) {
      String why = "no close event; if it still runs or died, use --open-ok";
      ask(
          "check-never-closed",
          row -> findings.add(Kind.NOT_CLOSED, 1, row.getString("counter"), why));
    }
    Totals[] totals = new Totals[1];
    ask(
        "check-totals",
        row -> totals[0] = new Totals(row.getLong(1), row.getLong(2), row.getLong(3)));
    return totals[0];
  }

  private void ask(String question, RowSink rows) throws IOException {
    Question.named(question).ask(table, rows);
  }

  private static String eventId(ResultSet row) throws SQLException {
    return row.getString("counter") + ":" + row.getLong("sequence");
  }

  private void askOfFiles(ArchiveFiles files) throws IOException {
    Set<String> named = new HashSet<>();
    for (Path file : files.files()) {
      named.add(file.toAbsolutePath().normalize().toString());
    }
    ask(
        "check-files",
        row -> {
          String file = row.getString("file");
          // What a file said that is gone, or has another name now, is not known to be so still.
          if (named.contains(file)) {
            String place = file + ", byte " + row.getLong("read_bytes");
            findings.add(Kind.of(row.getString("ending")), 1, place, row.getString("detail"));
          }
        });
    ask(
        "check-bad",
        row -> {
          String place = row.getString("file") + ", byte " + row.getLong("byte");
          findings.add(Kind.BAD_LINE, 1, place, row.getString("reason"));
        });
  }

  private void different(ResultSet row) throws SQLException {
    findings.add(
        Kind.DIFFERENT,
        1,
        eventId(row),
        "%s with this number differ in %s: only one of them is counted. events explain says where they are"
            .formatted(Texts.count(row.getLong("events"), "event"), row.getString("fields")));
  }

  private void askOfTimes(ClockLimit times) throws IOException {
    Question.set(table, "most_backwards_ms", MOST_BACKWARDS_MS);
    Question.set(table, "earliest_ms", times.earliestMs());
    Question.set(table, "now_ms", times.nowMs());
    Question.set(table, "most_ahead_ms", times.maxAheadMs());
    ask(
        "check-times",
        row -> findings.add(Kind.TIME, 1, eventId(row), times.fault(row.getLong("time_ms"))));
    ask(
        "check-backwards",
        row ->
            findings.add(
                Kind.BACKWARDS,
                1,
                eventId(row),
                "it is " + row.getLong("back_ms") + " ms before one with a lower number"));
  }

  private void afterClose(ResultSet row) throws SQLException {
    long events = row.getLong("events");
    String range = Texts.range(row.getLong("first"), row.getLong("last"));
    findings.add(
        Kind.AFTER_CLOSE,
        events,
        row.getString("counter"),
        "%s, closed at %s".formatted(range, row.getLong("closed_at")));
  }

  private void askOfVerdicts(boolean isEverything) throws IOException {
    Question.set(table, "is_everything", isEverything ? 1 : 0);
    ask("check-judged", row -> {});
    ask(
        "check-verdicts",
        row -> {
          WrongVerdict wrong = WrongVerdict.of(row);
          findings.add(wrong.kind(), wrong.surplus(), wrong.verdict(), wrong.detail());
        });
    ask(
        "check-not-looked-up",
        row -> {
          long verdicts = row.getLong("verdicts");
          String why =
              row.getBoolean("is_in_files")
                  ? " on events that these files lack: the counter has gaps, or is not closed"
                      + " properly, so they may be in other files or still to come"
                  : " on events of this counter, which has none in these files: name its files too";
          String detail = Texts.count(verdicts, "verdict") + why;
          findings.add(Kind.NOT_LOOKED_UP, verdicts, row.getString("counter"), detail);
        });
  }

  /** One finding for each counter. */
  private void askOfMissing(Function<LongRanges, String> ids) throws IOException {
    SortedMap<String, LongRanges> missing = new TreeMap<>();
    ask(
        "check-missing",
        row ->
            missing
                .computeIfAbsent(row.getString("counter"), id -> new LongRanges())
                .addRange(row.getLong("first"), row.getLong("last")));
    missing.forEach(
        (counter, numbers) -> findings.add(Kind.HOLE, numbers.size(), counter, ids.apply(numbers)));
  }
}
