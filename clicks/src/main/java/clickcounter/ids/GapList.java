package clickcounter.ids;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * The ids that one counter has counted: all below {@code next} except those in the gaps. Marking
 * and testing an id are O(log gaps), whatever the number of ids: a jump of a billion is one gap, a
 * range of millions one operation. Marking the id expected next is O(1).
 *
 * <p>Written by hand although RoaringBitmap and Guava's RangeSet exist: each gap carries a time and
 * a decision, which they cannot hold.
 *
 * <pre>
 *   0        16 17   19 20                 next
 *   |  seen    |  gap  |       seen         |  nothing known
 * </pre>
 *
 * <p>An id's state only rises: unknown, then missing (since the earliest time known, with the
 * latest write-off), then seen. {@link #merge} chooses the higher of two states for each id, and
 * the later of two decisions about all ids from one on. So it is commutative, associative and
 * idempotent: a join-semilattice, as in Shapiro et al., "Conflict-free Replicated Data Types"
 * (2011).
 *
 * <p>Adjacent gaps with the same time and decision are one gap, so lists with the same content are
 * equal.
 *
 * <p>Mutable and not thread-safe. Sequences end at {@link Long#MAX_VALUE} - 1, so that there is
 * always a next one.
 */
public final class GapList {
  private static final RangeConsumer NOBODY = (from, to) -> {};

  private long next;
  private SortedGaps gaps = new SortedGaps();

  /** The last decision about all ids from one on, which is {@link #next} or less; null for none. */
  private Ending ending;

  public GapList() {}

  /**
   * The list that a document describes.
   *
   * @param ending null for none
   * @throws IllegalArgumentException if the gaps are not sorted, disjoint and below {@code next},
   *     or the ending begins above it
   */
  public static GapList of(long next, Iterable<Gap> gaps, Ending ending) {
    if (next < 0) {
      throw new IllegalArgumentException("expected next >= 0, found " + next);
    }
    if (ending != null && ending.from() > next) {
      throw new IllegalArgumentException(
          "expected an ending from at most next=" + next + " on, found " + ending);
    }
    GapList list = new GapList();
    list.next = next;
    list.ending = ending;
    long free = 0;
    for (Gap gap : gaps) {
      if (gap.from() < free) {
        throw new IllegalArgumentException("expected a gap from " + free + " on, found " + gap);
      }
      if (gap.to() >= next) {
        throw new IllegalArgumentException("expected a gap below next=" + next + ", found " + gap);
      }
      list.insert(gap);
      free = gap.to() + 1;
    }
    return list;
  }

  public GapList copy() {
    GapList copy = new GapList();
    copy.next = next;
    copy.gaps = gaps.copy();
    copy.ending = ending;
    return copy;
  }

  /**
   * Marks an id as counted. Ids that it jumps over become a gap known since now.
   *
   * @return whether the id was not counted before
   */
  public boolean mark(long sequence, long nowMs) {
    if (sequence < next) {
      requireSequences(sequence, sequence);
      return cut(sequence, sequence, NOBODY);
    }
    markRange(sequence, sequence, nowMs);
    return true;
  }

  public void markRange(long from, long to, long nowMs) {
    markRange(from, to, nowMs, NOBODY);
  }

  /** Marks a range. Returns whether some id of it was not counted before. */
  private boolean markRange(long from, long to, long nowMs, RangeConsumer newly) {
    requireSequences(from, to);
    boolean any = from < next && cut(from, to, newly);
    if (to >= next) {
      newly.accept(Math.max(from, next), to);
      openUpTo(from, nowMs);
      next = to + 1;
      any = true;
    }
    return any;
  }

  public void markAll(LongRanges ids, long nowMs) {
    markAll(ids, nowMs, NOBODY);
  }

  /**
   * Marks all these ids, or none when one is out of range.
   *
   * @param newly receives each range of them that was not counted before, in no particular order;
   *     it must not use this list
   * @return whether there was one
   */
  public boolean markAll(LongRanges ids, long nowMs, RangeConsumer newly) {
    if (ids.isEmpty()) {
      return false;
    }
    // Checked before the first change, so that all ids are marked or none.
    requireSequences(ids.first(), ids.last());
    boolean any = false;
    for (int i = 0; i < ids.rangeCount(); i++) {
      any |= markRange(ids.from(i), ids.to(i), nowMs, newly);
    }
    return any;
  }

  public boolean seen(long sequence) {
    return sequence >= 0 && sequence < next && lastOverlap(sequence, sequence) == SortedGaps.NONE;
  }

  /** One more than the highest id that was counted or decided about. */
  public long next() {
    return next;
  }

  /** The last decision of an operator about all ids from one on; null for none. */
  public Ending ending() {
    return ending;
  }

  /**
   * Whether an operator has closed the counter, and nothing above has become known. An id above
   * refutes the close for ever: the counter is open again.
   */
  public boolean isEnded() {
    return ending != null && WriteOff.holds(ending.decision()) && next == ending.from();
  }

  public int gapCount() {
    return gaps.size();
  }

  /** Whether marking this id would create one more gap: it jumps over ids, or splits a gap. */
  public boolean wouldAddGap(long sequence) {
    if (sequence >= next) {
      return sequence > next;
    }
    long at = lastOverlap(sequence, sequence);
    return at != SortedGaps.NONE && gaps.from(at) < sequence && sequence < gaps.to(at);
  }

  /** The number of missing ids that are not written off; O(gaps). */
  public long missing() {
    return size(false);
  }

  /** The number of missing ids that are written off; O(gaps). */
  public long writtenOff() {
    return size(true);
  }

  private long size(boolean writtenOff) {
    long size = 0;
    for (long at = gaps.first(); at != SortedGaps.NONE; at = gaps.after(at)) {
      if (writtenOff == WriteOff.holds(gaps.writeOff(at))) {
        size += gaps.to(at) - gaps.from(at) + 1;
      }
    }
    return size;
  }

  /** The gaps in ascending order. A view: valid until the next change. */
  public Collection<Gap> gaps() {
    return Collections.unmodifiableCollection(gaps);
  }

  /** The missing ids that are not written off. */
  public LongRanges openGaps() {
    LongRanges open = new LongRanges();
    for (Gap gap : gaps) {
      if (!gap.isWrittenOff()) {
        open.addRange(gap.from(), gap.to());
      }
    }
    return open;
  }

  /** All counted ids; O(gaps). */
  public LongRanges seenIds() {
    return seenBetween(0, Long.MAX_VALUE);
  }

  public LongRanges seenBetween(long from, long to) {
    LongRanges seen = new LongRanges();
    forEachSeenRange(from, to, seen::addRange);
    return seen;
  }

  /**
   * Passes the largest ranges of counted ids within [from, to], in ascending order. The consumer
   * must not change this list.
   */
  public void forEachSeenRange(long from, long to, RangeConsumer consumer) {
    LongRanges.requireRange(from, to);
    long start = from;
    for (long at = firstOverlap(from);
        at != SortedGaps.NONE && gaps.from(at) <= to;
        at = gaps.after(at)) {
      if (start < gaps.from(at)) {
        consumer.accept(start, gaps.from(at) - 1);
      }
      start = gaps.to(at) + 1;
    }
    long end = Math.min(to, next - 1);
    if (start <= end) {
      consumer.accept(start, end);
    }
  }

  /**
   * Applies a decision to the ids in [from, to] that are not counted; the latest decision holds. A
   * range beyond {@link #next()} extends the list, and ids that it jumps over become an open gap,
   * known since the decision. This also applies to a reopening, which may arrive before the
   * write-off that it reverses: the result does not depend on the order of arrival.
   *
   * @param to {@link Ending#NO_END} closes the counter: see {@link #isEnded}. No id becomes a gap
   *     or written off by that, but those that the close jumps over
   * @return whether it changed anything
   */
  public boolean writeOff(long from, long to, WriteOff decision) {
    requireSequences(from, to);
    if (to == Ending.NO_END) {
      return end(new Ending(from, decision));
    }
    boolean changed = false;
    for (Gap gap : overlaps(from, to)) {
      changed |= decide(gap.part(from, to), decision);
    }
    if (to >= next) {
      openUpTo(from, decision.atMs());
      insert(new Gap(Math.max(from, next), to, decision.atMs(), decision));
      next = to + 1;
      changed = true;
    }
    return changed;
  }

  private boolean end(Ending decided) {
    boolean changed = decided.from() > next;
    openUpTo(decided.from(), decided.decision().atMs());
    Ending holds = Ending.winner(ending, decided);
    changed |= !holds.equals(ending);
    ending = holds;
    return changed;
  }

  /** A later decision that contradicts this one for some of the ids; null if there is none. */
  public WriteOff overruling(long from, long to, WriteOff decision) {
    requireSequences(from, to);
    if (to == Ending.NO_END) {
      WriteOff holds = WriteOff.winner(ending == null ? null : ending.decision(), decision);
      return holds.reopened() == decision.reopened() ? null : holds;
    }
    for (Gap gap : overlaps(from, to)) {
      WriteOff holds = WriteOff.winner(gap.writeOff(), decision);
      if (holds.reopened() != decision.reopened()) {
        return holds;
      }
    }
    return null;
  }

  /**
   * Whether this list has seen every id that the other has seen; O(gaps of both), without
   * allocating.
   */
  public boolean containsAll(GapList other) {
    if (next < other.next) {
      return false;
    }
    long their = other.gaps.first();
    for (long our = gaps.first();
        our != SortedGaps.NONE && gaps.from(our) < other.next;
        our = gaps.after(our)) {
      long uncovered = gaps.from(our);
      long last = Math.min(gaps.to(our), other.next - 1);
      while (uncovered <= last) {
        while (their != SortedGaps.NONE && other.gaps.to(their) < uncovered) {
          their = other.gaps.after(their);
        }
        if (their == SortedGaps.NONE || other.gaps.from(their) > uncovered) {
          return false;
        }
        uncovered = other.gaps.to(their) + 1;
      }
    }
    return true;
  }

  /**
   * Adds everything that the other list knows. An id is seen if either list has seen it. A gap of
   * the result is missing in both, known since the earlier time, with the later decision. O(gaps of
   * both).
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
    ending = Ending.winner(ending, other.ending);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GapList that
        && next == that.next
        && Objects.equals(ending, that.ending)
        && List.copyOf(gaps).equals(List.copyOf(that.gaps));
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(next) + List.copyOf(gaps).hashCode();
  }

  @Override
  public String toString() {
    return "GapList[next=" + next + ", gaps=" + gaps + (ending == null ? "" : ", " + ending) + "]";
  }

  /** The gaps, and the range between our next and theirs as a gap without a decision. */
  private List<Gap> unseenUpTo(long theirNext) {
    List<Gap> unseen = new ArrayList<>(gaps);
    if (next < theirNext) {
      unseen.add(new Gap(next, theirNext - 1, Long.MAX_VALUE, null));
    }
    return unseen;
  }

  private boolean decide(Gap gap, WriteOff decision) {
    Gap decided = gap.with(WriteOff.winner(gap.writeOff(), decision));
    if (decided.equals(gap)) {
      return false;
    }
    cut(gap.from(), gap.to(), NOBODY);
    insert(decided);
    return true;
  }

  private void openUpTo(long end, long sinceMs) {
    if (end > next) {
      insert(new Gap(next, end - 1, sinceMs, null));
      next = end;
    }
  }

  /**
   * Removes [from, to] from all gaps and passes the removed ranges to the consumer. Returns whether
   * there were any.
   */
  private boolean cut(long from, long to, RangeConsumer found) {
    long at = lastOverlap(from, to);
    boolean any = at != SortedGaps.NONE;
    while (at != SortedGaps.NONE) {
      long gapFrom = gaps.from(at);
      found.accept(Math.max(gapFrom, from), Math.min(gaps.to(at), to));
      cut(at, from, to);
      at = gapFrom <= from ? SortedGaps.NONE : lastOverlap(from, to);
    }
    return any;
  }

  /** Removes [from, to] from the gap at this position, which overlaps it. */
  private void cut(long at, long from, long to) {
    long gapFrom = gaps.from(at);
    long gapTo = gaps.to(at);
    if (gapFrom < from) {
      gaps.setBounds(at, gapFrom, from - 1);
      if (gapTo > to) {
        gaps.insertAfter(at, new Gap(to + 1, gapTo, gaps.sinceMs(at), gaps.writeOff(at)));
      }
    } else if (gapTo > to) {
      gaps.setBounds(at, to + 1, gapTo);
    } else {
      gaps.remove(at);
    }
  }

  /**
   * Adds a gap where there is none, joined with adjacent gaps that have the same time and decision.
   */
  private void insert(Gap gap) {
    long before = gap.from() == 0 ? SortedGaps.NONE : gaps.floor(gap.from() - 1);
    long after = gaps.after(before);
    boolean joinsBefore = before != SortedGaps.NONE && continues(before, gap);
    boolean joinsAfter = after != SortedGaps.NONE && isContinuedBy(gap, after);
    if (joinsBefore && joinsAfter) {
      gaps.setBounds(before, gaps.from(before), gaps.to(after));
      gaps.remove(after);
    } else if (joinsBefore) {
      gaps.setBounds(before, gaps.from(before), gap.to());
    } else if (joinsAfter) {
      gaps.setBounds(after, gap.from(), gaps.to(after));
    } else {
      gaps.insertAfter(before, gap);
    }
  }

  private boolean continues(long before, Gap gap) {
    return gaps.to(before) + 1 == gap.from() && hasSameDetails(before, gap);
  }

  private boolean isContinuedBy(Gap gap, long after) {
    return gap.to() + 1 == gaps.from(after) && hasSameDetails(after, gap);
  }

  private boolean hasSameDetails(long at, Gap gap) {
    return gaps.sinceMs(at) == gap.sinceMs() && Objects.equals(gaps.writeOff(at), gap.writeOff());
  }

  private List<Gap> overlaps(long from, long to) {
    List<Gap> overlaps = new ArrayList<>();
    for (long at = firstOverlap(from);
        at != SortedGaps.NONE && gaps.from(at) <= to;
        at = gaps.after(at)) {
      overlaps.add(gaps.gap(at));
    }
    return overlaps;
  }

  /** The position of the first gap that ends at or above this sequence. */
  private long firstOverlap(long from) {
    long floor = gaps.floor(from);
    return floor != SortedGaps.NONE && gaps.to(floor) >= from ? floor : gaps.after(floor);
  }

  /** The position of the last gap that overlaps [from, to]. */
  private long lastOverlap(long from, long to) {
    long at = gaps.floor(to);
    return at != SortedGaps.NONE && gaps.to(at) >= from ? at : SortedGaps.NONE;
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
