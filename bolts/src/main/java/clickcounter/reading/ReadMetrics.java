package clickcounter.reading;

/**
 * Receives the start and, at most once, the failure of each read of a document. Reads of views are
 * reported on any thread.
 */
public interface ReadMetrics {
  ReadMetrics NONE =
      new ReadMetrics() {
        @Override
        public void readStarted() {}

        @Override
        public void readFailed() {}
      };

  void readStarted();

  /** A read failed: the store gave no answer, or one that could not be used. */
  void readFailed();
}
