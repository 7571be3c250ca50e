package clickcounter.tools.check;

import static java.util.Comparator.naturalOrder;

import clickcounter.cli.Texts;
import clickcounter.event.ClockLimit;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.check.Finding.Weight;
import clickcounter.tools.table.Table;
import java.io.IOException;
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
    table.set("most_backwards_ms", MOST_BACKWARDS_MS);
    table.setTimes(times);
    table.set("is_everything", isEverything ? 1 : 0);
    table.make("check-judged");

    table.askFiles(this::add);
    table.ask("check-bad", this::add);
    table.ask("check-twice", this::add);
    table.ask("check-times", row -> add(row, Kind.TIME, times.fault(row.getLong("time_ms"))));
    table.ask("check-after-close", this::add);
    table.ask("check-verdicts", this::add);
    findMissing();
    if (!openOk) {
      table.ask("check-never-closed", this::add);
    }
    table.ask("check-backwards", this::add);
    table.ask("check-not-looked-up", this::add);
    return table.ask("check-totals", Totals.class).get(0);
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
    table
        .askRanges("check-missing")
        .forEach(
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
