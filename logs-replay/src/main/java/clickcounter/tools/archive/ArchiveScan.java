package clickcounter.tools.archive;

import clickcounter.cli.ScanProgress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads files on several threads at once. Each thread in turn takes a chunk of whole lines out of a
 * file, which only one can do at a time, and then goes through the chunk's lines: so one file alone
 * keeps several threads busy too. Lines of one chunk come in order, chunks in any.
 */
public final class ArchiveScan {
  private final Troubles troubles;
  private final ScanProgress progress;
  private final Deque<FilePart> unopened;
  private final Consumer<FilePart> ended;
  private final Deque<ChunkReader> idle = new ArrayDeque<>();
  private final int threads;
  private int inUse;
  private boolean failed;

  public ArchiveScan(List<Path> files, int threads, Troubles troubles, ScanProgress progress) {
    this(files.stream().map(FilePart::whole).toList(), threads, troubles, progress, next -> {});
  }

  /**
   * @param ended is told of each file that was read to its end where more of it would begin
   */
  ArchiveScan(
      List<FilePart> parts,
      int threads,
      Troubles troubles,
      ScanProgress progress,
      Consumer<FilePart> ended) {
    this.unopened = new ArrayDeque<>(parts);
    this.ended = ended;
    this.threads = threads;
    this.troubles = troubles;
    this.progress = progress;
  }

  /**
   * Reads all, and returns the sinks, one for each thread.
   *
   * @throws RuntimeException what a sink threw; the scan ends early then
   */
  public <S extends LineSink> List<S> run(Supplier<S> sinks) {
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

  private void work(LineSink sink) {
    byte[] buffer = new byte[ChunkReader.CHUNK_BYTES];
    ChunkLines lines = new ChunkLines(troubles);
    boolean done = false;
    try {
      for (ChunkReader reader = acquire(null); reader != null; reader = acquire(reader)) {
        Chunk chunk = readAndRelease(reader, buffer);
        if (chunk != null) {
          progress.lines(lines.feed(chunk, sink));
        }
      }
      done = true;
    } finally {
      if (!done) {
        stop();
      }
    }
  }

  private Chunk readAndRelease(ChunkReader reader, byte[] buffer) {
    Chunk chunk = null;
    try {
      chunk = reader.next(buffer);
      return chunk;
    } finally {
      release(reader, chunk == null);
    }
  }

  /**
   * A reader for this thread alone, the last one if it can be: threads that keep to files of their
   * own seldom meet at one counter. Null when everything is read.
   */
  private synchronized ChunkReader acquire(ChunkReader last) {
    while (!failed) {
      ChunkReader reader = next(last);
      if (reader != null) {
        inUse++;
        return reader;
      }
      if (inUse == 0) {
        return null;
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
    return null;
  }

  private ChunkReader next(ChunkReader last) {
    if (last != null && idle.remove(last)) {
      return last;
    }
    if (!unopened.isEmpty() && idle.size() + inUse < threads) {
      return new ChunkReader(unopened.poll(), troubles, progress::bytes, ended);
    }
    return idle.poll();
  }

  private synchronized void release(ChunkReader reader, boolean ended) {
    inUse--;
    if (ended) {
      reader.close();
      progress.file();
    } else {
      idle.add(reader);
    }
    notifyAll();
  }

  private synchronized void stop() {
    failed = true;
    idle.forEach(ChunkReader::close);
    notifyAll();
  }
}
