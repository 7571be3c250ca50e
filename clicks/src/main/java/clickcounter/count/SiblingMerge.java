package clickcounter.count;

import clickcounter.document.AdDocument;
import clickcounter.document.AddedIds;
import clickcounter.document.CounterView;
import clickcounter.document.UnsettledIds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What siblings of an ad document say together (rule 6): merged, never picked.
 *
 * <p>The newest write is the main line: the highest number; of equals the one based on more. Added
 * to it is what the others added and it lacks: with the same base, all that it did not count; with
 * another base, what is neither unsettled in it nor in a view of the counter that was read after
 * the siblings were. Two newest writes with different bases of one size leave no main line to tell:
 * one of them may have settled ids which only the other counted.
 */
public sealed interface SiblingMerge {
  /**
   * @param main the main line
   * @param taken what the others added and it lacks, by counter id
   * @param siblings all of them, the main line included
   */
  record Merged(AdDocument main, Map<String, AddedIds> taken, List<AdDocument> siblings)
      implements SiblingMerge {
    /** The write ids that the merging write is based on. */
    List<String> basedOn() {
      return siblings.stream().map(s -> s.write().id()).sorted().toList();
    }
  }

  /** These counters' views are needed first. */
  record NeedsViews(Set<String> counterIds) implements SiblingMerge {}

  /** Nobody can tell what was counted: an operator has to recount the ad from the archive. */
  record NoMainLine(String reason) implements SiblingMerge {}

  /**
   * Merges siblings.
   *
   * @param siblings at least one
   * @param views by counter id: a view that was read after the siblings were, or null
   */
  static SiblingMerge merge(List<AdDocument> siblings, Function<String, CounterView> views) {
    List<AdDocument> newestFirst = distinctNewestFirst(siblings);
    AdDocument main = newestFirst.get(0);
    if (newestFirst.size() == 1) {
      return new Merged(main, Map.of(), newestFirst);
    }
    for (AdDocument other : newestFirst) {
      if (sameAge(main, other) && !sameBase(main, other)) {
        return new NoMainLine(
            "writes "
                + main.write()
                + " and "
                + other.write()
                + " are equally new and differ in what they are based on");
      }
    }
    return new Taking(main, newestFirst, views).merge();
  }

  private static List<AdDocument> distinctNewestFirst(List<AdDocument> siblings) {
    Map<String, AdDocument> byWrite = new LinkedHashMap<>();
    siblings.forEach(s -> byWrite.put(s.write().id(), s));
    List<AdDocument> distinct = new ArrayList<>(byWrite.values());
    distinct.sort(
        Comparator.comparingLong((AdDocument s) -> s.write().number())
            .thenComparingInt(s -> s.write().basedOn().size())
            .thenComparing(s -> s.write().id())
            .reversed());
    return distinct;
  }

  private static boolean sameAge(AdDocument a, AdDocument b) {
    return a.write().number() == b.write().number()
        && a.write().basedOn().size() == b.write().basedOn().size();
  }

  private static boolean sameBase(AdDocument a, AdDocument b) {
    return a.write().basedOn().equals(b.write().basedOn());
  }

  /** One merge under way. */
  final class Taking {
    private final AdDocument main;
    private final List<AdDocument> siblings;
    private final Function<String, CounterView> views;
    private final Map<String, AddedIds> taken = new HashMap<>();
    private final Set<String> missingViews = new HashSet<>();

    private Taking(
        AdDocument main, List<AdDocument> siblings, Function<String, CounterView> views) {
      this.main = main;
      this.siblings = siblings;
      this.views = views;
    }

    private SiblingMerge merge() {
      for (AdDocument other : siblings) {
        if (other != main) {
          other.unsettled().forEach((counterId, ids) -> take(other, counterId, ids));
        }
      }
      return missingViews.isEmpty()
          ? new Merged(main, taken, siblings)
          : new NeedsViews(missingViews);
    }

    private void take(AdDocument other, String counterId, UnsettledIds ids) {
      AddedIds added = ids.added();
      for (int i = 0; i < added.size(); i++) {
        long sequence = added.sequence(i);
        if (!main.isUnsettled(counterId, sequence)
            && (sameBase(main, other) || !settled(counterId, sequence))) {
          taken
              .computeIfAbsent(counterId, c -> new AddedIds())
              .add(sequence, added.contribution(i));
        }
      }
    }

    private boolean settled(String counterId, long sequence) {
      CounterView view = views.apply(counterId);
      if (view == null) {
        missingViews.add(counterId);
        return true;
      }
      return view.seen(sequence);
    }
  }
}
