package clickcounter.document;

import clickcounter.ids.LongRanges;

/**
 * What a reader knows of a counter's document: which ids are recorded, and which of these are
 * confirmed.
 */
public interface CounterView {
  /** The view of a counter that has no document. */
  CounterView EMPTY =
      new CounterView() {
        @Override
        public long next() {
          return 0;
        }

        @Override
        public boolean seen(long sequence) {
          return false;
        }

        @Override
        public boolean confirmed(long sequence) {
          return false;
        }

        @Override
        public boolean wouldAddGap(long sequence) {
          return sequence > 0;
        }
      };

  /** One more than the highest sequence recorded or written off. */
  long next();

  /** Whether the id is recorded, hence durably counted. */
  boolean seen(long sequence);

  /**
   * Whether the id is recorded and a later write has confirmed the record, so that every quorum has
   * it.
   */
  boolean confirmed(long sequence);

  /**
   * Removes the ids that are {@link #confirmed}.
   *
   * @return how many were removed
   */
  default long removeConfirmed(LongRanges ids) {
    LongRanges confirmed = new LongRanges();
    ids.forEachId(
        id -> {
          if (confirmed(id)) {
            confirmed.add(id);
          }
        });
    ids.removeAll(confirmed);
    return confirmed.size();
  }

  /**
   * The number of ranges of missing ids, including those written off; 0 for a view that does not
   * know.
   */
  default int gapCount() {
    return 0;
  }

  /** Whether recording this id would create one more range of missing ids. */
  default boolean wouldAddGap(long sequence) {
    return false;
  }
}
