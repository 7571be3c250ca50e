package clickcounter.document;

import java.util.BitSet;

/**
 * A counter's document as a view that answers for the latest {@value #WINDOW} ids with one look:
 * what is unsettled came lately, and each such id is asked for at each put of its ad, where a
 * search through thousands of gaps costs ten times as much. It answers as the document does.
 *
 * <p>Never changed once made, so threads may share it; 8 KB at most: a worker has one of each live
 * counter.
 */
public final class LatestIds implements CounterView {
  static final int WINDOW = 1 << 16;

  private final CounterDocument document;
  private final long start;
  private final BitSet confirmed = new BitSet();

  public LatestIds(CounterDocument document) {
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
}
