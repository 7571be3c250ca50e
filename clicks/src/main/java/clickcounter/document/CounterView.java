package clickcounter.document;

/**
 * What a reader knows of a counter's document: which ids are recorded, and which of these for good.
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

  /** One above the highest sequence recorded or written off. */
  long next();

  /** Whether the id is recorded: it was counted, durably. */
  boolean seen(long sequence);

  /**
   * Whether the id is recorded by a write that a later one has confirmed: no reader will miss it
   * again.
   */
  boolean confirmed(long sequence);

  /** Ranges of missed ids, those that were written off among them; 0 for who does not know. */
  default int gapCount() {
    return 0;
  }

  /** Whether there would be one range of missed ids more if this id were recorded. */
  default boolean wouldAddGap(long sequence) {
    return false;
  }
}
