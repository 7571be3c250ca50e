package clickcounter.tools.table;

import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads what is new in files with several threads, one thread per file at a time, in batches of
 * about so many rows.
 */
final class BatchReader {
  private final KnownFiles known;
  private final int threads;
  private final int batchRows;
  private final Deque<FileReading> waiting = new ConcurrentLinkedDeque<>();
  private final AtomicLong rowsLeft = new AtomicLong();
  private ScanProgress progress;

  BatchReader(KnownFiles known, int threads, int batchRows) {
    this.known = known;
    this.threads = threads;
    this.batchRows = batchRows;
  }

  /** Takes a file to be read. Returns whether there is anything to read. */
  boolean addIfChanged(Path file) {
    FileReading reading = FileReading.ifChanged(file, known);
    if (reading != null) {
      waiting.add(reading);
    }
    return reading != null;
  }

  /**
   * Reads all files.
   *
   * @param stage called after each batch; its rows are in the tables {@code event_0}, {@code bad_0}
   *     and so on of the database, and what was read of each file is known
   */
  void readAll(Database database, ScanProgress shown, Table.Action stage) throws IOException {
    progress = shown;
    try {
      while (!waiting.isEmpty()) {
        for (int thread = 0; thread < threads; thread++) {
          database.run("CREATE OR REPLACE TABLE event_" + thread + "(" + Rows.EVENT_COLUMNS + ")");
          database.run("CREATE OR REPLACE TABLE bad_" + thread + "(" + Rows.BAD_COLUMNS + ")");
        }
        readBatch(database);
        stage.run();
      }
    } finally {
      waiting.forEach(FileReading::close);
    }
  }

  private void readBatch(Database database) throws IOException {
    rowsLeft.set(batchRows);
    List<Callable<List<FileReading>>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      tasks.add(() -> readSome(database, thread));
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (Future<List<FileReading>> read : pool.invokeAll(tasks)) {
        read.get().forEach(reading -> known.put(reading.state()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading archives", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private List<FileReading> readSome(Database database, int thread) throws IOException {
    List<FileReading> read = new ArrayList<>();
    try (Rows rows = new Rows(database.again(), thread)) {
      while (rowsLeft.get() > 0) {
        FileReading reading = waiting.poll();
        if (reading == null) {
          break;
        }
        read.add(reading);
        readSome(reading, rows);
      }
    } catch (SQLException e) {
      throw Database.failed(e);
    }
    return read;
  }

  private void readSome(FileReading reading, Rows rows) throws SQLException {
    while (rowsLeft.get() > 0) {
      long takenBefore = rows.taken();
      long eventsBefore = rows.takenEvents();
      boolean isMore = reading.readSome(rows, progress::bytes);
      rowsLeft.addAndGet(takenBefore - rows.taken());
      progress.lines(rows.takenEvents() - eventsBefore);
      if (!isMore) {
        reading.close();
        progress.file();
        return;
      }
    }
    waiting.addFirst(reading);
  }
}
