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
}
