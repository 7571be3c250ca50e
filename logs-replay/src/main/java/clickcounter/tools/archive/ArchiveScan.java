package clickcounter.tools.archive;

import clickcounter.tools.archive.ChunkReader.FilePart;
import clickcounter.tools.archive.ChunkReader.LineChunk;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads files with several threads, one thread per file. The lines of a file come in order. */
public final class ArchiveScan {
  private final Troubles troubles;
  private final ScanProgress progress;
  private final Queue<FilePart> parts;
  private final Consumer<FilePart> ended;
  private final int threads;
  private volatile boolean stopped;

  public ArchiveScan(List<Path> files, int threads, Troubles troubles, ScanProgress progress) {
    this(files.stream().map(FilePart::whole).toList(), threads, troubles, progress, next -> {});
  }

  /**
   * @param ended receives, for each file that was read to its end, where its next lines would begin
   */
  ArchiveScan(
      List<FilePart> parts,
      int threads,
      Troubles troubles,
      ScanProgress progress,
      Consumer<FilePart> ended) {
    this.parts = new ConcurrentLinkedQueue<>(parts);
    this.ended = ended;
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
    byte[] buffer = new byte[ChunkReader.CHUNK_BYTES];
    ChunkLines lines = new ChunkLines(troubles);
    for (FilePart part = parts.poll(); part != null && !stopped; part = parts.poll()) {
      try (ChunkReader reader = new ChunkReader(part, troubles, progress::bytes)) {
        LineChunk chunk = reader.next(buffer);
        while (chunk != null && !stopped) {
          progress.lines(lines.feed(chunk, sink));
          chunk = reader.next(buffer);
        }
        ended.accept(reader.rest());
      }
      progress.file();
    }
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

    /** A chunk of adjacent lines has ended. */
    default void endOfChunk() {}
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

  /** Passes the lines of a chunk to a sink, and reports those that are not events. */
  private static final class ChunkLines {
    private final EventLine line = new EventLine();
    private final Troubles troubles;

    ChunkLines(Troubles troubles) {
      this.troubles = troubles;
    }

    /** Returns the number of event lines in the chunk. */
    long feed(LineChunk chunk, ArchivedLineSink sink) {
      byte[] bytes = chunk.bytes();
      long number = chunk.firstLine();
      long events = 0;
      int from = 0;
      while (from < chunk.length()) {
        int to = from;
        while (to < chunk.length() && bytes[to] != '\n') {
          to++;
        }
        if (line.read(bytes, from, to)) {
          sink.line(line, bytes, line.from(), to, chunk.file(), number);
          events++;
        } else if (line.rejected() != null) {
          boolean unfinished = to == chunk.length() && chunk.endsUnfinished();
          report(chunk, number, unfinished);
        }
        from = to + 1;
        number++;
      }
      sink.endOfChunk();
      return events;
    }

    private void report(LineChunk chunk, long number, boolean unfinished) {
      String detail =
          unfinished
              ? "the file ends in the middle of it; if it is still being written, read it again later"
                  + line.wholeEvents()
              : line.rejected().reason().label() + ": " + line.rejected().detail();
      troubles.add(
          new Trouble(
              chunk.file(),
              number,
              unfinished ? Trouble.Kind.HALF_LINE : Trouble.Kind.BAD_LINE,
              detail));
    }
  }
}
