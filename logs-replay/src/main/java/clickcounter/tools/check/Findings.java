package clickcounter.tools.check;

import static java.util.Comparator.naturalOrder;

import clickcounter.cli.Texts;
import clickcounter.ids.LongRanges;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.check.Finding.Weight;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Counts findings, and passes the first ones of each kind on. Not thread-safe. */
final class Findings {
  private static final long SHOWN_OF_EACH_KIND = 20;

  private final boolean all;
  private final Consumer<Finding> shown;
  private final Map<Kind, Long> found = new EnumMap<>(Kind.class);

  /** Per kind how much was found: lines, numbers or counters. */
  private final SortedMap<Kind, Long> amounts = new TreeMap<>();

  /**
   * @param all whether all findings are passed on
   * @param shown receives a finding as soon as it is made
   */
  Findings(boolean all, Consumer<Finding> shown) {
    this.all = all;
    this.shown = shown;
  }

  /**
   * @param amount how many lines, numbers or counters the finding is about
   */
  void add(Kind kind, long amount, String place, String detail) {
    amounts.merge(kind, amount, Long::sum);
    if (found.merge(kind, 1L, Long::sum) <= SHOWN_OF_EACH_KIND || all) {
      shown.accept(new Finding(kind, kind.weight(), place, detail));
    }
  }

  /** Numbers as they are shown. */
  String text(LongRanges ids) {
    return all ? ids.toString() : Texts.ids(ids);
  }

  /** Whether not all findings of this kind were passed on. */
  boolean areMore(Kind kind) {
    return !all && found.getOrDefault(kind, 0L) > SHOWN_OF_EACH_KIND;
  }

  /** How many lines, numbers or counters each kind is about; kinds that were not found lack. */
  SortedMap<Kind, Long> amounts() {
    return Collections.unmodifiableSortedMap(amounts);
  }

  /** The weight of the gravest; that of a hint if there is none. */
  Weight gravest() {
    return amounts.keySet().stream().map(Kind::weight).min(naturalOrder()).orElse(Weight.HINT);
  }
}
