package clickcounter.ids;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one counter has counted: all ids below {@link #next()} except those in the {@link #gaps()}.
 * Marking, unmarking and testing an id are O(log gaps), whatever the number of ids: a jump of a
 * billion is one gap, a range of millions one operation. The id expected next costs an addition.
 *
 * <pre>
 *   0        16 17   19 20                 next
 *   |  seen    |  gap  |       seen         |  nothing known
 * </pre>
 *
 * <p>An id's state only rises: nothing known, then missing (since the earliest time known, with the
 * latest write-off), then seen. {@link #merge} takes the higher of two states for each id, hence is
 * commutative, associative and idempotent: a join-semilattice, as in Shapiro et al., "Conflict-free
 * Replicated Data Types" (2011). {@link #unmark} alone goes the other way, and a merge with a list
 * that has seen the id undoes it.
 *
 * <p>Neighbouring gaps that tell the same are one gap, so that equal knowledge means equal lists.
 *
 * <p>Mutable and not thread-safe. Sequences end at {@link Long#MAX_VALUE} - 1, so that there is
 * always a next one.
 */
public final class GapList {
  private long next;
  private TreeMap<Long, Gap> gaps = new TreeMap<>();

  public GapList() {}

  /**
   * What was stored before.
   *
   * @throws IllegalArgumentException if the gaps are not sorted, disjoint and below {@code next}
   */
  public static GapList of(long next, Iterable<Gap> gaps) {
    if (next < 0) {
      throw new IllegalArgumentException("expected next >= 0, actual " + next);
    }
    GapList list = new GapList();
    list.next = next;
    long free = 0;
    for (Gap gap : gaps) {
      if (gap.from() < free) {
        throw new IllegalArgumentException("expected a gap from " + free + " on, actual " + gap);
      }
      if (gap.to() >= next) {
        throw new IllegalArgumentException("expected a gap below next=" + next + ", actual " + gap);
      }
      list.insert(gap);
      free = gap.to() + 1;
    }
    return list;
  }

  public GapList copy() {
    GapList copy = new GapList();
    copy.next = next;
    copy.gaps = new TreeMap<>(gaps);
    return copy;
  }

  /** True if the id was not counted before. What it jumps over becomes a gap known since now. */
  public boolean mark(long sequence, long nowMs) {
    if (sequence < next) {
      requireSequences(sequence, sequence);
      return cut(sequence, sequence);
    }
    markRange(sequence, sequence, nowMs);
    return true;
  }

  public void markRange(long from, long to, long nowMs) {
    requireSequences(from, to);
    if (from < next) {
      cut(from, to);
    }
    if (to >= next) {
      openUpTo(from, nowMs);
      next = to + 1;
    }
  }

  public void markAll(LongRanges ids, long nowMs) {
    if (ids.isEmpty()) {
      return;
    }
    // Checked before the first change: all or nothing.
    requireSequences(ids.first(), ids.last());
    ids.forEachRange((from, to) -> markRange(from, to, nowMs));
  }

  /** True if the id was counted before: it is a gap again, known since now. */
  public boolean unmark(long sequence, long nowMs) {
    if (!seen(sequence)) {
      return false;
    }
    insert(new Gap(sequence, sequence, nowMs, null));
    return true;
  }

  public boolean seen(long sequence) {
    return sequence >= 0 && sequence < next && lastOverlap(sequence, sequence) == null;
  }

  /** One more than the highest id that was counted or written off. */
  public long next() {
    return next;
  }

  public int gapCount() {
    return gaps.size();
  }

  /** The number of ids that are still awaited; O(gaps). */
  public long missing() {
    return gaps.values().stream().filter(gap -> !gap.isWrittenOff()).mapToLong(Gap::size).sum();
  }

  /** The number of ids that nobody waits for any more; O(gaps). */
  public long writtenOff() {
    return gaps.values().stream().filter(Gap::isWrittenOff).mapToLong(Gap::size).sum();
  }

  /** A view in ascending order, good until the next change. */
  public Collection<Gap> gaps() {
    return Collections.unmodifiableCollection(gaps.values());
  }

  /** The ids that are still awaited. */
  public LongRanges openGaps() {
    LongRanges open = new LongRanges();
    for (Gap gap : gaps.values()) {
      if (!gap.isWrittenOff()) {
        open.addRange(gap.from(), gap.to());
      }
    }
    return open;
  }

  public LongRanges seenBetween(long from, long to) {
    LongRanges seen = new LongRanges();
    forEachSeenRange(from, to, seen::addRange);
    return seen;
  }

  /** Calls with the largest ranges of counted ids in [from, to], ascending. */
  public void forEachSeenRange(long from, long to, RangeConsumer consumer) {
    LongRanges.requireRange(from, to);
    long start = from;
    for (Gap gap : overlaps(from, to)) {
      if (start < gap.from()) {
        consumer.accept(start, gap.from() - 1);
      }
      start = gap.to() + 1;
    }
    long end = Math.min(to, next - 1);
    if (start <= end) {
      consumer.accept(start, end);
    }
  }

  /**
   * Applies a decision to the ids in [from, to] that are not counted; the last writer wins. A
   * write-off reaches beyond {@link #next()}: it extends the list, and ids that it jumps over
   * become an open gap, known since the decision. A reopening does not: there is nothing to reopen,
   * and it is not remembered there, so that only for ids below {@code next} the order of decisions
   * does not matter.
   */
  public void writeOff(long from, long to, WriteOff decision) {
    requireSequences(from, to);
    for (Gap gap : overlaps(from, to)) {
      decide(gap.part(from, to), decision);
    }
    if (to >= next && !decision.reopened()) {
      openUpTo(from, decision.atMs());
      insert(new Gap(Math.max(from, next), to, decision.atMs(), decision));
      next = to + 1;
    }
  }

  /** Whether this list has seen all that the other has; O(gaps of both), without allocating. */
  public boolean covers(GapList other) {
    if (next < other.next) {
      return false;
    }
    Iterator<Gap> theirs = other.gaps.values().iterator();
    Gap their = nextOrNull(theirs);
    for (Gap our : gaps.values()) {
      if (our.from() >= other.next) {
        return true;
      }
      long uncovered = our.from();
      long last = Math.min(our.to(), other.next - 1);
      while (uncovered <= last) {
        while (their != null && their.to() < uncovered) {
          their = nextOrNull(theirs);
        }
        if (their == null || their.from() > uncovered) {
          return false;
        }
        uncovered = their.to() + 1;
      }
    }
    return true;
  }

  /**
   * Takes in all that the other list knows: seen is what either has seen; a gap of the result is
   * uncounted in both, known since the earlier time, with the later write-off. O(gaps of both).
   */
  public void merge(GapList other) {
    long mergedNext = Math.max(next, other.next);
    GapList merged = new GapList();
    Iterator<Gap> ours = unseenUpTo(mergedNext).iterator();
    Iterator<Gap> theirs = other.unseenUpTo(mergedNext).iterator();
    Gap our = nextOrNull(ours);
    Gap their = nextOrNull(theirs);
    while (our != null && their != null) {
      if (our.from() <= their.to() && their.from() <= our.to()) {
        merged.insert(our.meet(their));
      }
      if (our.to() < their.to()) {
        our = nextOrNull(ours);
      } else {
        their = nextOrNull(theirs);
      }
    }
    next = mergedNext;
    gaps = merged.gaps;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GapList that && next == that.next && gaps.equals(that.gaps);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(next) + gaps.hashCode();
  }

  @Override
  public String toString() {
    return "GapList[next=" + next + ", gaps=" + gaps.values() + "]";
  }

  /** The gaps and, as one that tells nothing, what lies between our next and theirs. */
  private List<Gap> unseenUpTo(long theirNext) {
    List<Gap> unseen = new ArrayList<>(gaps.values());
    if (next < theirNext) {
      unseen.add(new Gap(next, theirNext - 1, Long.MAX_VALUE, null));
    }
    return unseen;
  }

  private void decide(Gap gap, WriteOff decision) {
    Gap decided = gap.with(WriteOff.winner(gap.writeOff(), decision));
    if (!decided.equals(gap)) {
      cut(gap.from(), gap.to());
      insert(decided);
    }
  }

  private void openUpTo(long end, long sinceMs) {
    if (end > next) {
      insert(new Gap(next, end - 1, sinceMs, null));
      next = end;
    }
  }

  /** True if some id of [from, to] was in a gap; none is afterwards. */
  private boolean cut(long from, long to) {
    boolean found = false;
    for (Gap gap = lastOverlap(from, to); gap != null; gap = lastOverlap(from, to)) {
      gaps.remove(gap.from());
      if (gap.from() < from) {
        put(gap.part(gap.from(), from - 1));
      }
      if (gap.to() > to) {
        put(gap.part(to + 1, gap.to()));
      }
      found = true;
    }
    return found;
  }

  /** Adds a gap where there is none, joined with the neighbours that tell the same. */
  private void insert(Gap gap) {
    Gap before = value(gaps.lowerEntry(gap.from()));
    Gap after = value(gaps.higherEntry(gap.from()));
    long from = gap.from();
    long to = gap.to();
    if (before != null && before.continuesIn(gap)) {
      from = before.from();
    }
    if (after != null && gap.continuesIn(after)) {
      gaps.remove(after.from());
      to = after.to();
    }
    put(new Gap(from, to, gap.sinceMs(), gap.writeOff()));
  }

  private void put(Gap gap) {
    gaps.put(gap.from(), gap);
  }

  private List<Gap> overlaps(long from, long to) {
    Long first = gaps.floorKey(from);
    List<Gap> overlaps = new ArrayList<>();
    for (Gap gap : gaps.subMap(first == null ? from : first, true, to, true).values()) {
      if (gap.to() >= from) {
        overlaps.add(gap);
      }
    }
    return overlaps;
  }

  private Gap lastOverlap(long from, long to) {
    Gap gap = gaps.isEmpty() ? null : value(gaps.floorEntry(to));
    return gap != null && gap.to() >= from ? gap : null;
  }

  private static Gap value(Map.Entry<Long, Gap> entry) {
    return entry == null ? null : entry.getValue();
  }

  private static Gap nextOrNull(Iterator<Gap> gaps) {
    return gaps.hasNext() ? gaps.next() : null;
  }

  private static void requireSequences(long from, long to) {
    LongRanges.requireRange(from, to);
    if (to == Long.MAX_VALUE) {
      throw new IllegalArgumentException("expected a sequence below " + Long.MAX_VALUE);
    }
  }
}
