package clickcounter.tools.archive;

import clickcounter.tools.archive.Troubles.Trouble;
import java.nio.file.Path;
import java.util.List;

/** Reads files one after the other, and the lines of each in their order. */
public final class ArchiveScan {
  private static final int LINES_AT_ONCE = 2_000;

  private final List<Path> files;
  private final Troubles troubles;
  private final ScanProgress progress;
  private final EventLine event = new EventLine();

  public ArchiveScan(List<Path> files, Troubles troubles, ScanProgress progress) {
    this.files = List.copyOf(files);
    this.troubles = troubles;
    this.progress = progress;
  }

  /**
   * Reads all files.
   *
   * @throws RuntimeException that the sink threw, or because this thread was interrupted; the scan
   *     ends there
   */
  public void run(ArchivedLineSink sink) {
    for (Path file : files) {
      try (LineReader line = new LineReader(file, Prefix.EMPTY, progress::bytes)) {
        boolean isMore = true;
        while (isMore) {
          isMore = readSome(file, line, sink);
        }
        if (line.broken() != null) {
          troubles.add(line.broken());
        }
      }
      progress.file();
    }
  }

  /** Returns whether there may be more lines. */
  private boolean readSome(Path file, LineReader line, ArchivedLineSink sink) {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while reading archives");
    }
    long events = 0;
    boolean isMore = true;
    for (int i = 0; i < LINES_AT_ONCE && isMore; i++) {
      isMore = line.next();
      if (isMore && event.read(line.bytes(), line.from(), line.to())) {
        sink.line(event, line.bytes(), line.from(), line.to(), file, line.number());
        events++;
      } else if (isMore && event.fault(line) != null) {
        boolean isWhole = line.isWhole();
        Trouble.Kind kind = isWhole ? Trouble.Kind.BAD_LINE : Trouble.Kind.HALF_LINE;
        String detail = isWhole ? event.fault(line) : event.half();
        troubles.add(new Trouble(file, line.number(), kind, detail));
      }
    }
    progress.lines(events);
    return isMore;
  }

  /** Receives the event lines of a scan. */
  public interface ArchivedLineSink {
    /**
     * Receives an event line. The event and the bytes are valid during the call only.
     *
     * @param from where the line begins in {@code bytes}
     * @param to where it ends, its newline not included
     * @param number the line's number in its file, 1 for the first
     */
    void line(EventLine event, byte[] bytes, int from, int to, Path file, long number);
  }

  /** Receives the progress of reading files, perhaps from several threads. */
  public interface ScanProgress {
    ScanProgress NONE = new ScanProgress() {};

    /** This many more bytes were read, as they are on disk. */
    default void bytes(long count) {}

    /** This many more event lines were seen. */
    default void lines(long count) {}

    /** One more file is done. */
    default void file() {}
  }
}
