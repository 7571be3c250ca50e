package clickcounter.counting;

/**
 * What is told of reads of documents: each is started once, and fails at most once. Those of views
 * come from any thread.
 */
interface ReadMetrics {
  /** For who does not count. */
  ReadMetrics NONE =
      new ReadMetrics() {
        @Override
        public void readStarted() {}

        @Override
        public void readFailed() {}
      };

  /** A read was started. */
  void readStarted();

  /** A read failed: the store did not say what it has, or what it said could not be used. */
  void readFailed();
}
