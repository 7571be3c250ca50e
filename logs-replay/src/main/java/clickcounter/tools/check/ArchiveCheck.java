package clickcounter.tools.check;

import static java.util.Comparator.naturalOrder;

import clickcounter.cli.Texts;
import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.check.Finding.Weight;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Question.RowSink;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Asks a table of archives the questions of a check, and passes its findings on. */
final class ArchiveCheck {
  private static final long SHOWN_OF_EACH_KIND = 20;

  /** A minute: threads of a service, and clocks that are set, make less. */
  private static final long MOST_BACKWARDS_MS = 60_000;

  private final Table table;
  private final boolean all;
  private final Consumer<Finding> shown;
  private final Map<Kind, Long> found = new EnumMap<>(Kind.class);

  /** Per kind how much was found: lines, numbers or counters. */
  private final Map<Kind, Long> amounts = new EnumMap<>(Kind.class);

  /** What there is in the archives. */
  record Totals(long events, long counters, long closed) {}

  /**
   * @param all whether all findings are passed on, not only the first ones of each kind
   * @param shown receives a finding as soon as it is made
   */
  ArchiveCheck(Table table, boolean all, Consumer<Finding> shown) {
    this.table = table;
    this.all = all;
    this.shown = shown;
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
    return Question.named("check-totals").ask(table, Totals.class).get(0);
  }

  private void ask(String question, RowSink rows) throws IOException {
    Question.named(question).ask(table, rows);
  }

  /** Makes a finding of a row. */
  private void add(ResultSet row) throws SQLException {
    add(row, Kind.of(row.getString("finding")), row.getString("detail"));
  }

  private void add(ResultSet row, Kind kind, String detail) throws SQLException {
    add(kind, row.getLong("amount"), row.getString("place"), detail);
  }

  private void add(Kind kind, long amount, String place, String detail) {
    amounts.merge(kind, amount, Long::sum);
    if (found.merge(kind, 1L, Long::sum) <= SHOWN_OF_EACH_KIND || all) {
      shown.accept(new Finding(kind, kind.weight, place, detail));
    }
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
        (counter, ids) ->
            add(Kind.HOLE, ids.size(), counter, all ? ids.toString() : Texts.ids(ids)));
  }

  /** How much was found, by the words of kinds. */
  SortedMap<String, Long> amounts() {
    SortedMap<String, Long> byWord = new TreeMap<>();
    amounts.forEach((kind, amount) -> byWord.put(kind.word(), amount));
    return byWord;
  }

  /** The same, a line for each kind. */
  List<String> text() {
    return amounts.entrySet().stream()
        .map(
            each ->
                "  %s: %s%s"
                    .formatted(
                        each.getKey().label,
                        Texts.number(each.getValue()),
                        !all && found.get(each.getKey()) > SHOWN_OF_EACH_KIND
                            ? " (--all shows all)"
                            : ""))
        .toList();
  }

  /** The weight of the gravest; that of a hint if there is none. */
  Weight gravest() {
    return amounts.keySet().stream()
        .map(kind -> kind.weight)
        .min(naturalOrder())
        .orElse(Weight.HINT);
  }
}
