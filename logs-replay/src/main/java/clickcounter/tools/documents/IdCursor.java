package clickcounter.tools.documents;

import clickcounter.ids.LongRanges;

/**
 * Tells whether ids are in a set, fastest when they are asked for about in order, as an archive has
 * them: the range of the last answer mostly holds the next id too.
 *
 * <p>Not thread-safe; the set must not change.
 */
public final class IdCursor {
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
