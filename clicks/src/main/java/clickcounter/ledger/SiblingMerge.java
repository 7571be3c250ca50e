package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.CounterView;
import clickcounter.document.WriteStamp;
import clickcounter.hours.RecentHours;
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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Merges the siblings of an ad document (rule 6): none is simply picked.
 *
 * <p>Each write names its base (the newest write that its writer knew to be stored by a quorum),
 * the writes since the base that it contains, and every event counted since the base. Bases are
 * ordered: each was stored by a quorum as the single value, so each contains the one before.
 *
 * <ul>
 *   <li>The siblings that contain the newest base are merged exactly. The one with the oldest base
 *       is the main line. An event that another sibling added is counted as well, unless the main
 *       line lists it as unsettled. Had the main line counted it, it would still list it, because
 *       no event that was added since its base can have left the list.
 *   <li>The other siblings lack the newest base. An event that one of them added is counted unless
 *       the main line lists it as unsettled, or a view of its counter, read after the siblings, has
 *       seen it. What was marked before was stored by a quorum, so the newest base contains it.
 * </ul>
 */
public sealed interface SiblingMerge {
  /**
   * Does what the case of this merge demands, with one function for each case: a caller that
   * overlooks a case does not compile.
   */
  default void handle(
      Consumer<? super Merged> merged,
      Consumer<? super NeedsViews> needsViews,
      Consumer<? super NoMainLine> noMainLine) {
    if (this instanceof Merged it) {
      merged.accept(it);
    } else if (this instanceof NeedsViews it) {
      needsViews.accept(it);
    } else {
      noMainLine.accept((NoMainLine) this);
    }
  }

  /**
   * @param main the main line
   * @param addedByOthers events of the other siblings that the main line lacks, by counter id
   * @param siblings all siblings, including the main line
   */
  record Merged(AdDocument main, Map<String, AddedIds> addedByOthers, List<AdDocument> siblings)
      implements SiblingMerge {
    /** The highest number among the siblings. */
    public long number() {
      return highest(WriteStamp::number);
    }

    /** The number of the newest base among the siblings: the merge contains that write. */
    public long storedNumber() {
      return highest(WriteStamp::storedNumber);
    }

    private long highest(ToLongFunction<WriteStamp> number) {
      return siblings.stream().map(AdDocument::write).mapToLong(number).max().orElse(0);
    }

    /** Passes the events that the main line lacks. */
    private void forEachAdded(Consumer<Contribution> consumer) {
      for (AddedIds added : addedByOthers.values()) {
        for (int i = 0; i < added.size(); i++) {
          consumer.accept(added.contribution(i));
        }
      }
    }

    /** What the siblings count together. */
    public AdTotals totals() {
      AdTotals totals = main.totals().copy();
      forEachAdded(totals::add);
      siblings.forEach(sibling -> totals.includeTimes(sibling.totals()));
      return totals;
    }

    /** The newest hours of what the siblings count together. */
    public RecentHours hours() {
      RecentHours hours = main.hours().copy();
      forEachAdded(event -> hours.add(event.kind(), event.amountMicros(), event.hour()));
      return hours;
    }

    /** The ids of the writes since the main line's base that the merge contains. */
    List<String> contained() {
      Set<String> ids = new TreeSet<>();
      for (AdDocument sibling : siblings) {
        WriteStamp write = sibling.write();
        ids.add(write.id());
        ids.addAll(write.basedOn());
        if (write.storedNumber() > main.write().storedNumber()) {
          ids.add(write.base());
        }
      }
      return List.copyOf(ids);
    }
  }

  /** The merge needs views of these counters. Read them, then merge again. */
  record NeedsViews(Set<String> counterIds) implements SiblingMerge {}

  /**
   * The siblings do not say what was counted. An operator has to recount the ad from the archive.
   */
  record NoMainLine(String reason) implements SiblingMerge {}

  /**
   * Merges siblings.
   *
   * @param siblings at least one
   * @param views by counter id: a view that was read after the siblings were, or null when none was
   * @return {@link Merged}, {@link NeedsViews} or {@link NoMainLine}
   */
  static SiblingMerge merge(List<AdDocument> siblings, Function<String, CounterView> views) {
    List<AdDocument> distinct = distinct(siblings);
    if (distinct.size() == 1) {
      return new Merged(distinct.get(0), Map.of(), distinct);
    }
    WriteStamp newest = distinct.get(0).write();
    for (AdDocument sibling : distinct) {
      WriteStamp write = sibling.write();
      if (write.storedNumber() == newest.storedNumber()
          && !Objects.equals(write.base(), newest.base())) {
        return new NoMainLine(
            "writes " + newest + " and " + write + " have different bases with one number");
      }
      newest = write.storedNumber() > newest.storedNumber() ? write : newest;
    }
    return new Merger(newest, distinct, views).merge();
  }

  /** Removes duplicates. The order is the same for every reader: oldest base first. */
  private static List<AdDocument> distinct(List<AdDocument> siblings) {
    Map<String, AdDocument> byWrite = new LinkedHashMap<>();
    siblings.forEach(s -> byWrite.put(s.write().id(), s));
    List<AdDocument> distinct = new ArrayList<>(byWrite.values());
    distinct.sort(
        Comparator.comparingLong((AdDocument s) -> s.write().storedNumber())
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
      return sibling.write().storedNumber() == newest.storedNumber()
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
