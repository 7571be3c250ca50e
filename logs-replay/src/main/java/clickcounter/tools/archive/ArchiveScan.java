package clickcounter.tools.archive;

import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.archive.Troubles.Trouble.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** Reads files one after the other, and the lines of each in their order. */
public final class ArchiveScan {
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
   * @param sink receives each event line; the event and the line are valid during the call only
   * @throws RuntimeException that the sink threw, or because this thread was interrupted; the scan
   *     ends there
   */
  public void run(BiConsumer<EventLine, LineReader> sink) {
    for (Path file : files) {
      try (LineReader line = new LineReader(file, Prefix.EMPTY, progress::bytes)) {
        while (line.next()) {
          read(file, line, sink);
        }
        if (line.broken() != null) {
          troubles.add(line.broken());
        }
      }
      progress.file();
    }
  }

  private void read(Path file, LineReader line, BiConsumer<EventLine, LineReader> sink) {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while reading archives");
    }
    if (event.read(line.bytes(), line.from(), line.to())) {
      sink.accept(event, line);
      progress.lines(1);
    } else if (event.fault(line) != null) {
      Kind kind = line.isWhole() ? Kind.BAD_LINE : Kind.HALF_LINE;
      String detail = line.isWhole() ? event.fault(line) : event.half();
      troubles.add(new Trouble(file, line.number(), kind, detail));
    }
  }

  /** Receives the progress of reading files, perhaps from several threads. */
  public interface ScanProgress {
    ScanProgress NONE = new ScanProgress() {};

    /** This many more bytes were read, as they are on disk. */
    default void bytes(long count) {}

    /** This many more event lines were seen. */
    default void lines(long count) {}

    default void file() {}
  }
}
