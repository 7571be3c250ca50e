package clickcounter.tools.archive;

import clickcounter.tools.archive.Troubles.Trouble;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads files with several threads, one thread per file. The lines of a file come in order. */
public final class ArchiveScan {
  private static final int LINES_AT_ONCE = 2_000;

  private final Troubles troubles;
  private final ScanProgress progress;
  private final Queue<Path> files;
  private final int threads;
  private volatile boolean stopped;

  public ArchiveScan(List<Path> files, int threads, Troubles troubles, ScanProgress progress) {
    this.files = new ConcurrentLinkedQueue<>(files);
    this.threads = threads;
    this.troubles = troubles;
    this.progress = progress;
  }

  /**
   * Reads all files and returns the sinks, one per thread.
   *
   * @throws RuntimeException that a sink threw, or because this thread was interrupted; the scan
   *     ends early then
   */
  public <S extends ArchivedLineSink> List<S> run(Supplier<S> sinks) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<S> used = Stream.generate(sinks).limit(threads).toList();
      CompletionService<Void> running = new ExecutorCompletionService<>(pool);
      used.forEach(sink -> running.submit(() -> work(sink), null));
      for (int i = 0; i < threads; i++) {
        running.take().get();
      }
      return used;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading archives", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      stopped = true;
      pool.shutdownNow();
    }
  }

  private void work(ArchivedLineSink sink) {
    EventLine event = new EventLine();
    for (Path file = files.poll(); file != null && !stopped; file = files.poll()) {
      try (LineReader line = new LineReader(file, progress::bytes)) {
        boolean isMore = true;
        while (isMore && !stopped) {
          isMore = readSome(file, line, event, sink);
        }
        if (line.broken() != null) {
          troubles.add(line.broken());
        }
      }
      progress.file();
    }
  }

  /** Returns whether there may be more lines. */
  private boolean readSome(Path file, LineReader line, EventLine event, ArchivedLineSink sink) {
    long events = 0;
    boolean isMore = true;
    for (int i = 0; i < LINES_AT_ONCE && isMore; i++) {
      isMore = line.next();
      if (isMore && line.isTooLong()) {
        report(file, line, "a line of more than " + LineReader.LONGEST_LINE_BYTES + " bytes", "");
      } else if (isMore && event.read(line.bytes(), line.from(), line.to())) {
        sink.line(event, line.bytes(), line.from(), line.to(), file, line.number());
        events++;
      } else if (isMore && event.rejected() != null) {
        String why = event.rejected().reason().label() + ": " + event.rejected().detail();
        report(file, line, why, event.wholeEvents());
      }
    }
    progress.lines(events);
    return isMore;
  }

  private void report(Path file, LineReader line, String why, String wholeEvents) {
    Trouble.Kind kind = line.isWhole() ? Trouble.Kind.BAD_LINE : Trouble.Kind.HALF_LINE;
    String detail =
        line.isWhole()
            ? why
            : "the file ends in the middle of it; if it is still being written, read it again later"
                + wholeEvents;
    troubles.add(new Trouble(file, line.number(), kind, detail));
  }

  /** Receives the event lines of a scan. Each sink is used by one thread only. */
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

  /** Receives the progress of a scan, from several threads. */
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
