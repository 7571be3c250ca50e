package clickcounter.tools.documents;

import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import java.util.List;

/**
 * What Riak says of a counter, siblings merged as the union of what was seen.
 *
 * @param gaps what was counted, and what was missed; not to be changed
 * @param unconfirmed recorded by the last write, which no later one has confirmed yet
 * @param siblings how many values were stored; 0 when there is no document
 * @param blocked why the document cannot be read, or null
 */
public record CounterReading(
    String counterId,
    GapList gaps,
    boolean closed,
    long lastEventAtMs,
    LongRanges unconfirmed,
    int siblings,
    int bytes,
    String blocked) {

  static CounterReading absent(String counterId) {
    return new CounterReading(counterId, new GapList(), false, 0, new LongRanges(), 0, 0, null);
  }

  static CounterReading blocked(String counterId, int siblings, String reason) {
    return new CounterReading(
        counterId, new GapList(), false, 0, new LongRanges(), siblings, 0, reason);
  }

  public boolean exists() {
    return siblings > 0;
  }

  public boolean seen(long sequence) {
    return gaps.seen(sequence);
  }

  /** One above the highest sequence that was counted or written off. */
  public long next() {
    return gaps.next();
  }

  /** The gaps that somebody still waits for. */
  public List<Gap> openGaps() {
    return gaps.gaps().stream().filter(gap -> !gap.isWrittenOff()).toList();
  }

  /** The ids that were counted. */
  public LongRanges counted() {
    return gaps.seenIds();
  }

  /**
   * Tells whether ids are in a set, fastest when they are asked for about in order, as an archive
   * has them: the range of the last answer mostly holds the next id too.
   *
   * <p>Not thread-safe; the set must not change.
   */
  public static final class IdCursor {
    private final LongRanges ids;
    private long from = 0;
    private long to = -1;

    public IdCursor(LongRanges ids) {
      this.ids = ids;
    }

    public boolean contains(long id) {
      return id >= from && id <= to || find(id);
    }

    private boolean find(long id) {
      int low = 0;
      int high = ids.rangeCount() - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (ids.to(middle) < id) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (high < 0 || ids.from(low) > id || ids.to(low) < id) {
        return false;
      }
      from = ids.from(low);
      to = ids.to(low);
      return true;
    }
  }
}
