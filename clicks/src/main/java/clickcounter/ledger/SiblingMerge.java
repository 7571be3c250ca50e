package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.AddedIds;
import clickcounter.document.CounterView;
import clickcounter.document.WriteStamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What siblings of an ad document say together (rule 6): merged, never picked.
 *
 * <p>Each write names its base, the newest write that its writer knew to be stored by a quorum, the
 * writes since then that it contains, and all that was counted since the base. Bases are ordered:
 * each was stored by a quorum as the single value, so it contains the one before. Those siblings
 * which contain the newest base of all are merged exactly: the one with the oldest base is the main
 * line, and whatever another one added and it has not unsettled is addedByOthers over, because
 * nothing added since its base can have been forgotten. From the rest is addedByOthers what is
 * neither unsettled in the main line nor in a view of the counter that was read after the siblings
 * were: what was marked was stored by a quorum, hence is contained in the newest base.
 */
public sealed interface SiblingMerge {
  /**
   * @param main the main line
   * @param addedByOthers what the others added and it lacks, by counter id
   * @param siblings all of them, the main line included
   */
  record Merged(AdDocument main, Map<String, AddedIds> addedByOthers, List<AdDocument> siblings)
      implements SiblingMerge {
    /** The highest number among the siblings. */
    long number() {
      return siblings.stream().mapToLong(s -> s.write().number()).max().orElseThrow();
    }

    /** The writes since the main line's base that the merge contains. */
    List<String> contained() {
      Set<String> ids = new TreeSet<>();
      for (AdDocument sibling : siblings) {
        WriteStamp write = sibling.write();
        ids.add(write.id());
        ids.addAll(write.basedOn());
        if (write.baseNumber() > main.write().baseNumber()) {
          ids.add(write.base());
        }
      }
      return List.copyOf(ids);
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
    List<AdDocument> distinct = distinct(siblings);
    if (distinct.size() == 1) {
      return new Merged(distinct.get(0), Map.of(), distinct);
    }
    WriteStamp newest = distinct.get(0).write();
    for (AdDocument sibling : distinct) {
      WriteStamp write = sibling.write();
      if (write.baseNumber() == newest.baseNumber()
          && !Objects.equals(write.base(), newest.base())) {
        return new NoMainLine(
            "writes " + newest + " and " + write + " have different bases with one number");
      }
      newest = write.baseNumber() > newest.baseNumber() ? write : newest;
    }
    return new Merger(newest, distinct, views).merge();
  }

  /**
   * Without what is there twice, in an order that is the same for every reader: oldest base first.
   */
  private static List<AdDocument> distinct(List<AdDocument> siblings) {
    Map<String, AdDocument> byWrite = new LinkedHashMap<>();
    siblings.forEach(s -> byWrite.put(s.write().id(), s));
    List<AdDocument> distinct = new ArrayList<>(byWrite.values());
    distinct.sort(
        Comparator.comparingLong((AdDocument s) -> s.write().baseNumber())
            .thenComparing(s -> s.write().id()));
    return distinct;
  }

  /** One merge under way. */
  final class Merger {
    private final WriteStamp newest;
    private final AdDocument main;
    private final List<AdDocument> siblings;
    private final Function<String, CounterView> views;
    private final Map<String, AddedIds> addedByOthers = new HashMap<>();
    private final Set<String> missingViews = new HashSet<>();

    private Merger(
        WriteStamp newest, List<AdDocument> siblings, Function<String, CounterView> views) {
      this.newest = newest;
      this.siblings = siblings;
      this.views = views;
      this.main = siblings.stream().filter(this::containsNewestBase).findFirst().orElseThrow();
    }

    private boolean containsNewestBase(AdDocument sibling) {
      return sibling.write().baseNumber() == newest.baseNumber()
          || sibling.write().basedOn().contains(newest.base());
    }

    private SiblingMerge merge() {
      for (AdDocument other : siblings) {
        if (other != main) {
          boolean exact = containsNewestBase(other);
          other.unsettled().forEach((counterId, ids) -> addMissing(counterId, ids.added(), exact));
        }
      }
      return missingViews.isEmpty()
          ? new Merged(main, addedByOthers, siblings)
          : new NeedsViews(missingViews);
    }

    private void addMissing(String counterId, AddedIds added, boolean exact) {
      for (int i = 0; i < added.size(); i++) {
        long sequence = added.sequence(i);
        if (!main.isUnsettled(counterId, sequence) && (exact || !isSettled(counterId, sequence))) {
          addedByOthers
              .computeIfAbsent(counterId, c -> new AddedIds())
              .add(sequence, added.contribution(i));
        }
      }
    }

    private boolean isSettled(String counterId, long sequence) {
      CounterView view = views.apply(counterId);
      if (view == null) {
        missingViews.add(counterId);
        return true;
      }
      return view.seen(sequence);
    }
  }
}
