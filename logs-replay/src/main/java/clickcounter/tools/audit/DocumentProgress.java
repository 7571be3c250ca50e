package clickcounter.tools.audit;

/** Is told how far the comparison with documents is. */
public interface DocumentProgress extends AutoCloseable {
  DocumentProgress NONE =
      new DocumentProgress() {
        @Override
        public void start(long documents) {}

        @Override
        public void read() {}

        @Override
        public void close() {}
      };

  /** So many documents are to be read now. */
  void start(long documents);

  /** One more was read. */
  void read();

  /** All were read. */
  @Override
  void close();
}
