package clickcounter.tools.check;

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
  private final long shownOfEachKind;
  private final Consumer<Finding> shown;
  private final Map<Kind, Long> found = new EnumMap<>(Kind.class);

  /** Per kind how much was found: lines, numbers or counters. */
  private final SortedMap<Kind, Long> amounts = new TreeMap<>();

  /**
   * @param shown receives a finding as soon as it is made
   */
  Findings(long shownOfEachKind, Consumer<Finding> shown) {
    this.shownOfEachKind = shownOfEachKind;
    this.shown = shown;
  }

  /**
   * @param amount how many lines, numbers or counters the finding is about
   */
  void add(Kind kind, long amount, String place, String detail) {
    amounts.merge(kind, amount, Long::sum);
    if (found.merge(kind, 1L, Long::sum) <= shownOfEachKind) {
      shown.accept(new Finding(kind, place, detail));
    }
  }

  /** How many findings of this kind were not passed on. */
  long notShown(Kind kind) {
    return Math.max(0, found.getOrDefault(kind, 0L) - shownOfEachKind);
  }

  /** How many lines, numbers or counters each kind is about; kinds that were not found lack. */
  SortedMap<Kind, Long> amounts() {
    return Collections.unmodifiableSortedMap(amounts);
  }

  boolean any(Weight weight) {
    return amounts.keySet().stream().anyMatch(kind -> kind.weight() == weight);
  }
}
