package clickcounter.tools.archive;

import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ChunkReader.LineChunk;
import clickcounter.tools.archive.Troubles.Trouble;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Reads files with several threads. A thread reads a chunk of whole lines from a file, one thread
 * per file at a time, and then parses the chunk's lines; so several threads are busy even with a
 * single file. Lines of a chunk are delivered in order, chunks in any order.
 */
public final class ArchiveScan {
  private final Troubles troubles;
  private final ScanProgress progress;
  private final Deque<Path> unopened;
  private final Deque<ChunkReader> open = new ArrayDeque<>();
  private final int threads;
  private volatile boolean stopped;

  public ArchiveScan(List<Path> files, int threads, Troubles troubles, ScanProgress progress) {
    this.unopened = new ArrayDeque<>(files);
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
      List<S> used = new ArrayList<>();
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        S sink = sinks.get();
        used.add(sink);
        running.add(pool.submit(() -> work(sink)));
      }
      for (Future<?> thread : running) {
        await(thread);
      }
      return used;
    } finally {
      stopped = true;
      pool.shutdownNow();
    }
  }

  private static void await(Future<?> thread) {
    try {
      thread.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading archives", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void work(ArchivedLineSink sink) {
    byte[] buffer = new byte[ChunkReader.CHUNK_BYTES];
    ChunkLines lines = new ChunkLines(troubles);
    boolean done = false;
    try {
      for (ChunkReader reader = reader(null); reader != null; reader = reader(reader)) {
        LineChunk chunk;
        synchronized (reader) {
          chunk = reader.next(buffer);
        }
        if (chunk == null) {
          end(reader);
        } else {
          progress.lines(lines.feed(chunk, sink));
        }
      }
      done = true;
    } finally {
      stopped = stopped || !done;
      if (stopped) {
        closeAll();
      }
    }
  }

  /**
   * A reader for this thread, preferably its last one: threads that stay with their own file rarely
   * contend for the same counter. Null when everything is read.
   */
  private synchronized ChunkReader reader(ChunkReader last) {
    if (stopped) {
      return null;
    }
    if (open.contains(last)) {
      return last;
    }
    if (!unopened.isEmpty()) {
      ChunkReader next = new ChunkReader(unopened.poll(), troubles, progress::bytes);
      open.add(next);
      return next;
    }
    ChunkReader shared = open.poll();
    if (shared != null) {
      open.add(shared); // the next thread without a file helps with another one
    }
    return shared;
  }

  /** The file has no more lines. Several threads may find that out. */
  private synchronized void end(ChunkReader reader) {
    if (open.remove(reader)) {
      reader.close();
      progress.file();
    }
  }

  private synchronized void closeAll() {
    for (ChunkReader reader : open) {
      synchronized (reader) {
        reader.close();
      }
    }
    open.clear();
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
