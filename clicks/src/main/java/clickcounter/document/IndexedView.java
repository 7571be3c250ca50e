package clickcounter.document;

import clickcounter.ids.LongRanges;
import java.util.BitSet;

/**
 * A view of a counter's document that answers for the latest {@value #WINDOW} ids from bit sets.
 * Events and unsettled ids are recent: each event asks whether its id was seen, and each put of an
 * ad for every unsettled id of the ad. A binary search in the gaps would answer each, which took a
 * seventh of an ads task's time. The answers are those of the document.
 *
 * <p>Not compressed bitmaps: the sets take 16 KB at most, and a worker holds two for each live
 * counter.
 *
 * <p>Immutable, so threads may share it.
 */
public final class IndexedView implements CounterView {
  static final int WINDOW = 1 << 16;

  private final CounterDocument document;
  private final long start;
  private final BitSet seen = new BitSet();
  private final BitSet confirmed;

  public IndexedView(CounterDocument document) {
    this.document = document;
    start = Math.max(0, document.next() - WINDOW);
    document
        .gaps()
        .forEachSeenRange(
            start,
            Long.MAX_VALUE,
            (from, to) -> seen.set((int) (from - start), (int) (to + 1 - start)));
    confirmed = (BitSet) seen.clone();
    document.unconfirmed().forEachRange(this::clear);
  }

  private void clear(long from, long to) {
    if (to >= start) {
      confirmed.clear((int) (Math.max(from, start) - start), (int) (to + 1 - start));
    }
  }

  @Override
  public long next() {
    return document.next();
  }

  @Override
  public boolean seen(long sequence) {
    if (sequence < start) {
      return document.seen(sequence);
    }
    return sequence < document.next() && seen.get((int) (sequence - start));
  }

  @Override
  public int gapCount() {
    return document.gapCount();
  }

  @Override
  public boolean wouldAddGap(long sequence) {
    return document.wouldAddGap(sequence);
  }

  @Override
  public boolean confirmed(long sequence) {
    if (sequence < start) {
      return document.confirmed(sequence);
    }
    return sequence < document.next() && confirmed.get((int) (sequence - start));
  }

  /** O(runs of confirmed and unconfirmed ids), not O(ids). */
  @Override
  public long removeConfirmed(LongRanges ids) {
    long sizeBefore = ids.size();
    // From the end: a range that is split does not move the ranges before it.
    for (int i = ids.rangeCount() - 1; i >= 0 && ids.to(i) >= start; i--) {
      removeLatest(ids, Math.max(ids.from(i), start), Math.min(ids.to(i), next() - 1));
    }
    if (!ids.isEmpty() && ids.first() < start) {
      removeOlder(ids);
    }
    return sizeBefore - ids.size();
  }

  /** One by one: an ad has few ids that are so old, and the document may have many ranges. */
  private void removeOlder(LongRanges ids) {
    // From the end, as above; a range of later ids has none to look at.
    for (int i = ids.rangeCount() - 1; i >= 0; i--) {
      long from = ids.from(i);
      for (long id = Math.min(ids.to(i), start - 1); id >= from; id--) {
        if (document.confirmed(id)) {
          ids.removeRange(id, id);
        }
      }
    }
  }

  private void removeLatest(LongRanges ids, long from, long to) {
    int lowest = (int) Math.min(from - start, WINDOW);
    int last = to < from ? -1 : confirmed.previousSetBit((int) (to - start));
    while (last >= lowest) {
      int first = Math.max(lowest, confirmed.previousClearBit(last) + 1);
      ids.removeRange(start + first, start + last);
      last = confirmed.previousSetBit(first - 1);
    }
  }
}
