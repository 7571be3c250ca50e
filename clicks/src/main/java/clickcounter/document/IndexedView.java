package clickcounter.document;

import clickcounter.ids.LongRanges;
import java.util.BitSet;

/**
 * A view of a counter's document that answers for the latest {@value #WINDOW} ids from a bit set.
 * Unsettled ids are recent, and each put of an ad asks for every unsettled id of the ad. A binary
 * search in the gaps would answer each. The answers are those of the document.
 *
 * <p>Not a compressed bitmap: the set takes 8 KB at most, and a worker holds one for each live
 * counter.
 *
 * <p>Immutable, so threads may share it.
 */
public final class IndexedView implements CounterView {
  static final int WINDOW = 1 << 16;

  private final CounterDocument document;
  private final long start;
  private final BitSet confirmed = new BitSet();

  public IndexedView(CounterDocument document) {
    this.document = document;
    start = Math.max(0, document.next() - WINDOW);
    document
        .gaps()
        .forEachSeenRange(
            start,
            Long.MAX_VALUE,
            (from, to) -> confirmed.set((int) (from - start), (int) (to + 1 - start)));
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
    return document.seen(sequence);
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
    LongRanges settled = new LongRanges();
    for (int i = 0; i < ids.rangeCount() && ids.from(i) < start; i++) {
      for (long id = ids.from(i); id <= Math.min(ids.to(i), start - 1); id++) {
        if (document.confirmed(id)) {
          settled.add(id);
        }
      }
    }
    ids.removeAll(settled);
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
