package clickcounter.cli;

/** Is told how far a scan is, by several threads. */
public interface ScanProgress {
  ScanProgress NONE =
      new ScanProgress() {
        @Override
        public void bytes(long count) {}

        @Override
        public void lines(long count) {}

        @Override
        public void file() {}
      };

  /** So many bytes more were read, compressed as they are. */
  void bytes(long count);

  /** So many event lines more were seen. */
  void lines(long count);

  /** One file more is done. */
  void file();
}
