package clickcounter.ids;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.function.LongConsumer;

/**
 * A set of non-negative longs, stored as sorted, disjoint, non-adjacent ranges. Its memory depends
 * on the number of ranges, not of ids. It suits sets with few ranges that mostly grow at the end:
 * an empty set has no array, adding at the end is O(1) amortised, a look-up is O(log ranges), and a
 * change in the middle also moves the ranges behind. Sets with the same ids are equal and have the
 * same text.
 *
 * <p>Written by hand although RoaringBitmap and Guava's RangeSet exist: each ad holds several small
 * sets in memory, so an empty one must cost almost nothing, and the text form is part of the stored
 * documents.
 *
 * <p>Mutable and not thread-safe. For many ranges that change in the middle use {@link GapList}.
 *
 * <p>In the text form, commas separate the ranges. The first number is absolute, each further one
 * is the distance from the end of the range before; {@code +n} means that n more ids follow:
 *
 * <pre>
 *   {}             ""
 *   {7}            "7"
 *   {15..20, 23}   "15+5,3"
 * </pre>
 */
public final class LongRanges {
  private static final long[] NONE = {};
  private static final int SMALL_ARRAY = 64;
  private static final int FROM = 0;
  private static final int TO = 1;

  /* from, to, from, to, …: both ends of a range are adjacent in memory, and one copy moves both. */
  private long[] bounds = NONE;
  private int count;

  public static LongRanges of(long... ids) {
    LongRanges ranges = new LongRanges();
    for (long id : ids) {
      ranges.add(id);
    }
    return ranges;
  }

  public static LongRanges ofRange(long from, long to) {
    LongRanges ranges = new LongRanges();
    ranges.addRange(from, to);
    return ranges;
  }

  /**
   * Reads exactly what {@link #toString()} writes: each set has one text.
   *
   * @throws IllegalArgumentException naming the text, the position and what was expected there
   */
  public static LongRanges parse(String text) {
    LongRanges ranges = new LongRanges();
    if (text.isEmpty()) {
      return ranges;
    }
    TextReader reader = new TextReader("ids", text);
    long from = reader.numberAbove(0, 0);
    while (true) {
      long to = reader.match('+') ? reader.numberAbove(from, 1) : from;
      ranges.addRange(from, to);
      if (reader.isAtEnd()) {
        return ranges;
      }
      reader.expect(',');
      from = reader.numberAbove(to, 2); // ranges at a smaller distance would be one
    }
  }

  public LongRanges copy() {
    LongRanges copy = new LongRanges();
    copy.bounds = count == 0 ? NONE : Arrays.copyOf(bounds, 2 * count);
    copy.count = count;
    return copy;
  }

  /** Adds an id. Returns whether it was absent. */
  public boolean add(long id) {
    int at = rangesEndingBefore(id);
    if (at < count && from(at) <= id) {
      return false;
    }
    requireRange(id, id);
    boolean continued = at > 0 && bounds[2 * at - 1] == id - 1;
    boolean continues = at < count && bounds[2 * at] == id + 1;
    if (continued && continues) {
      long to = bounds[2 * at + 1];
      replace(at - 1, at + 1, 1);
      bounds[2 * at - 1] = to;
    } else if (continued) {
      bounds[2 * at - 1] = id;
    } else if (continues) {
      bounds[2 * at] = id;
    } else {
      replace(at, at, 1);
      set(at, id, id);
    }
    return true;
  }

  public void addRange(long from, long to) {
    requireRange(from, to);
    if (count > 0 && from == bounds[2 * count - 1] + 1) {
      bounds[2 * count - 1] = to;
      return;
    }
    int low = rangesEndingBefore(from - 1);
    int high = rangesStartingUpTo(to == Long.MAX_VALUE ? to : to + 1);
    long joinedFrom = low < high ? Math.min(from, from(low)) : from;
    long joinedTo = low < high ? Math.max(to, to(high - 1)) : to;
    replace(low, high, 1);
    set(low, joinedFrom, joinedTo);
  }

  public void removeRange(long from, long to) {
    requireRange(from, to);
    int low = rangesEndingBefore(from);
    int high = rangesStartingUpTo(to);
    if (low >= high) {
      return;
    }
    long headFrom = from(low);
    long tailTo = to(high - 1);
    int heads = headFrom < from ? 1 : 0;
    int tails = tailTo > to ? 1 : 0;
    replace(low, high, heads + tails);
    if (heads == 1) {
      set(low, headFrom, from - 1);
    }
    if (tails == 1) {
      set(low + heads, to + 1, tailTo);
    }
  }

  public boolean contains(long id) {
    int i = rangesEndingBefore(id);
    return i < count && from(i) <= id;
  }

  public void addAll(LongRanges other) {
    for (int i = 0; i < other.count; i++) {
      addRange(other.from(i), other.to(i));
    }
  }

  public void removeAll(LongRanges other) {
    // From the end: ranges that were removed need not be moved again, and a set can remove itself.
    for (int i = other.count - 1; i >= 0 && count > 0; i--) {
      removeRange(other.from(i), other.to(i));
    }
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The number of ids, at most {@link Long#MAX_VALUE}; O(ranges). */
  public long size() {
    long size = 0;
    for (int i = 0; i < count; i++) {
      size += to(i) - from(i) + 1;
    }
    // Only the set of all 2^63 ids overflows, and only by one.
    return size < 0 ? Long.MAX_VALUE : size;
  }

  public int rangeCount() {
    return count;
  }

  public long from(int range) {
    return bounds[2 * checkIndex(range)];
  }

  public long to(int range) {
    return bounds[2 * checkIndex(range) + 1];
  }

  public long first() {
    requireNotEmpty();
    return from(0);
  }

  public long last() {
    requireNotEmpty();
    return to(count - 1);
  }

  public void forEachRange(RangeConsumer consumer) {
    for (int i = 0; i < count; i++) {
      consumer.accept(from(i), to(i));
    }
  }

  public void forEachId(LongConsumer consumer) {
    for (int i = 0; i < count; i++) {
      long to = to(i);
      // Compared before the increment, because Long.MAX_VALUE has no successor.
      for (long id = from(i); ; id++) {
        consumer.accept(id);
        if (id == to) {
          break;
        }
      }
    }
  }

  /** Appends the ranges to a text that is empty or ends before the first id. */
  public void appendTo(RangeText text) {
    for (int i = 0; i < count; i++) {
      text.range(from(i), to(i));
    }
  }

  @Override
  public String toString() {
    RangeText text = new RangeText();
    appendTo(text);
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LongRanges that
        && Arrays.equals(bounds, 0, 2 * count, that.bounds, 0, 2 * that.count);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < 2 * count; i++) {
      hash = 31 * hash + Long.hashCode(bounds[i]);
    }
    return hash;
  }

  private int rangesEndingBefore(long id) {
    return boundsBelow(id, TO);
  }

  private int rangesStartingUpTo(long id) {
    return id == Long.MAX_VALUE ? count : boundsBelow(id + 1, FROM);
  }

  private int boundsBelow(long id, int end) {
    // Most look-ups are for an id after the last one.
    if (count == 0 || bounds[2 * (count - 1) + end] < id) {
      return count;
    }
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bounds[2 * middle + end] < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Replaces the ranges {@code low} to {@code high - 1} by room for {@code slots} ranges. */
  private void replace(int low, int high, int slots) {
    int newCount = count - (high - low) + slots;
    if (newCount == 0) {
      bounds = NONE;
    } else {
      ensureCapacity(2 * newCount);
      System.arraycopy(bounds, 2 * high, bounds, 2 * (low + slots), 2 * (count - high));
    }
    count = newCount;
  }

  private void ensureCapacity(int longs) {
    if (longs > bounds.length) {
      // Small sets are many and mostly stay small, so the array of a single range has no spare
      // room.
      int grown = bounds.length < SMALL_ARRAY ? bounds.length * 3 / 2 : bounds.length * 2;
      bounds = Arrays.copyOf(bounds, Math.max(longs, grown + grown % 2));
    }
  }

  private void set(int range, long from, long to) {
    bounds[2 * range] = from;
    bounds[2 * range + 1] = to;
  }

  private int checkIndex(int range) {
    if (range < 0 || range >= count) {
      throw new IndexOutOfBoundsException("range " + range + " of " + count);
    }
    return range;
  }

  private void requireNotEmpty() {
    if (count == 0) {
      throw new NoSuchElementException("the set is empty");
    }
  }

  static void requireRange(long from, long to) {
    if (from < 0 || from > to) {
      throw new IllegalArgumentException("expected 0 <= from <= to, found " + from + ".." + to);
    }
  }
}
