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
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts all events of files on the queue, in the order of the files, as they stand. Harmless at any
 * time: what is counted already is a duplicate.
 */
public final class FullReplay {
  private static final int EVENTS_A_CHECKPOINT = 50_000;

  private final Filters filters;
  private final int batchLines;
  private final Pace pace;
  private final Path checkpointFile;
  private final String task;

  /**
   * @param outletTask what is asked for, in words that are the same when it is asked for again
   * @param checkpointFile null: nothing is remembered
   */
  public FullReplay(
      Filters filters, int batchLines, Pace pace, Path checkpointFile, String outletTask) {
    this.filters = filters;
    this.batchLines = batchLines;
    this.pace = pace;
    this.checkpointFile = checkpointFile;
    this.task = outletTask;
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
    private final Set<String> doneFiles;
    private Path file;
    private String name = "";
    private long firstLine = 1;
    private long lastLine;
    private long sent;
    private long passedOver;
    private long sentAtCheckpoint;

    Sink(Checkpoint start, LineSender sender) {
      this.start = start;
      this.sender = sender;
      doneFiles = new TreeSet<>(start.doneFiles());
    }

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path path, long number) {
      if (path != file) {
        open(path);
      }
      lastLine = number;
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
        doneFiles.add(name);
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
      if (sender == null
          || checkpointFile == null
          || sent - sentAtCheckpoint < EVENTS_A_CHECKPOINT) {
        return;
      }
      sentAtCheckpoint = sent;
      Checkpoint reached =
          new Checkpoint(
              task, doneFiles, name, Math.max(lastLine, firstLine - 1), start.events() + sent);
      try {
        sender.confirm(() -> write(reached));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
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
