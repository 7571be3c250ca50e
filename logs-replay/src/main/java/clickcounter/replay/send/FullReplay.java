package clickcounter.replay.send;

import clickcounter.replay.archive.ArchiveScan;
import clickcounter.replay.archive.EventLine;
import clickcounter.replay.archive.LineSink;
import clickcounter.replay.archive.ScanProgress;
import clickcounter.replay.archive.Troubles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Puts all events of files on the queue, in the order of the files, as they stand. Harmless at any
 * time: what is counted already is a duplicate.
 */
public final class FullReplay {
  /** Whichever comes first: little is sent again then, and a fast replay seldom waits for it. */
  private static final int EVENTS_A_CHECKPOINT = 50_000;

  private static final long NS_A_CHECKPOINT = 1_000_000_000;

  private final Filters filters;
  private final int batchLines;
  private final Pace pace;
  private final Path checkpointFile;
  private final String task;
  private final LongSupplier clockNs;

  /**
   * @param outletTask what is asked for, in words that are the same when it is asked for again
   * @param checkpointFile null: nothing is remembered
   */
  public FullReplay(
      Filters filters,
      int batchLines,
      Pace pace,
      Path checkpointFile,
      String outletTask,
      LongSupplier clockNs) {
    this.filters = filters;
    this.batchLines = batchLines;
    this.pace = pace;
    this.checkpointFile = checkpointFile;
    this.task = outletTask;
    this.clockNs = clockNs;
  }

  /**
   * What was done.
   *
   * @param passedOver events that the filters left out, or that an earlier run had sent
   */
  public record Result(long sent, long passedOver, boolean resumed) {}

  /**
   * Sends them.
   *
   * @param outlet null: nothing is sent, all is counted
   * @param resume whether to go on from the checkpoint, if there is one
   */
  public Result run(
      List<Path> files, Outlet outlet, boolean resume, Troubles troubles, ScanProgress progress)
      throws IOException {
    Checkpoint start = resume ? readCheckpoint() : Checkpoint.start(task);
    boolean resumed = !start.equals(Checkpoint.start(task));
    if (outlet == null) {
      Sink sink = new Sink(start, null);
      scan(files, sink, troubles, progress);
      return new Result(sink.sent, sink.passedOver, resumed);
    }
    LineSender sender = new LineSender(outlet, batchLines, pace);
    try {
      Sink sink = new Sink(start, sender);
      scan(files, sink, troubles, progress);
      sender.close();
      if (checkpointFile != null) {
        Files.deleteIfExists(checkpointFile);
      }
      return new Result(sink.sent, sink.passedOver, resumed);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      sender.abandon();
    }
  }

  private static void scan(List<Path> files, Sink sink, Troubles troubles, ScanProgress progress) {
    // One thread, so that a place in a file tells what was sent; the sender is another.
    new ArchiveScan(files, 1, troubles, progress).run(() -> sink);
  }

  private Checkpoint readCheckpoint() throws IOException {
    try {
      Checkpoint checkpoint = Checkpoint.read(checkpointFile);
      if (!checkpoint.task().equals(task)) {
        throw new IOException(
            "the checkpoint "
                + checkpointFile
                + " is of another replay ("
                + checkpoint.task()
                + "), this one is ("
                + task
                + "); leave --resume away to begin anew, or name another --checkpoint");
      }
      return checkpoint;
    } catch (NoSuchFileException e) {
      return Checkpoint.start(task);
    }
  }

  private final class Sink implements LineSink {
    private final LineSender sender;
    private final Checkpoint start;
    private final Map<String, Long> doneFiles;
    private Path file;
    private String name = "";
    private long firstLine = 1;
    private long lastLine;
    private long sent;
    private long passedOver;
    private long sentAtCheckpoint;
    private long checkpointNs = clockNs.getAsLong();

    Sink(Checkpoint start, LineSender sender) {
      this.start = start;
      this.sender = sender;
      doneFiles = new TreeMap<>(start.doneFiles());
    }

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path path, long number) {
      if (path != file) {
        open(path);
      }
      lastLine = Math.max(number, firstLine - 1);
      if (number < firstLine || !filters.accept(event)) {
        passedOver++;
        return;
      }
      sent++;
      if (sender != null) {
        send(new String(bytes, from, to - from, StandardCharsets.UTF_8));
      }
    }

    private void open(Path path) {
      if (file != null) {
        doneFiles.put(name, lastLine);
      }
      file = path;
      name = path.toString();
      firstLine = start.firstLine(name);
    }

    private void send(String line) {
      try {
        sender.add(line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void endOfChunk() {
      if (sender == null || checkpointFile == null || !isDue()) {
        return;
      }
      sentAtCheckpoint = sent;
      checkpointNs = clockNs.getAsLong();
      Checkpoint reached = new Checkpoint(task, doneFiles, name, lastLine, start.events() + sent);
      try {
        sender.confirm(() -> write(reached));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private boolean isDue() {
      long sentSince = sent - sentAtCheckpoint;
      return sentSince >= EVENTS_A_CHECKPOINT
          || sentSince > 0 && clockNs.getAsLong() - checkpointNs >= NS_A_CHECKPOINT;
    }

    private void write(Checkpoint reached) {
      try {
        reached.write(checkpointFile);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write the checkpoint " + checkpointFile, e);
      }
    }
  }
}
