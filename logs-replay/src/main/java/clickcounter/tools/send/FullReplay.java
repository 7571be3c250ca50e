package clickcounter.tools.send;

import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.send.Checkpoint.FilePosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Sends all events of files to the queue, unchanged and in the order of the files. Safe at any
 * time: an event that is counted already is a duplicate.
 */
public final class FullReplay {
  /**
   * A checkpoint is due after this many events or this much time, whichever comes first: few events
   * are sent twice, and a fast replay rarely waits for a checkpoint.
   */
  private static final int EVENTS_A_CHECKPOINT = 50_000;

  private static final long NS_A_CHECKPOINT = 1_000_000_000;

  private final Filters filters;
  private final int batchLines;
  private final SendRate rate;
  private final Path checkpointFile;
  private final String task;
  private final LongSupplier clockNs;

  /**
   * @param task describes the replay, including the queue; equal for a second run of the same
   *     replay
   * @param checkpointFile null: no checkpoints are written
   */
  public FullReplay(
      Filters filters,
      int batchLines,
      SendRate rate,
      Path checkpointFile,
      String task,
      LongSupplier clockNs) {
    this.filters = filters;
    this.batchLines = batchLines;
    this.rate = rate;
    this.checkpointFile = checkpointFile;
    this.task = task;
    this.clockNs = clockNs;
  }

  /** The file of the current user that remembers how far the replay of this task is. */
  public static Path defaultCheckpoint(String task) {
    return Checkpoint.defaultFile("replay", task);
  }

  /** A file of the current user for what a tool remembers of this task. */
  public static Path defaultPosition(String tool, String task) {
    return Checkpoint.defaultFile(tool, task);
  }

  /**
   * The result of a replay.
   *
   * @param passedOver events that the filters excluded or that an earlier run sent
   * @param resumed whether it continued from a checkpoint
   * @param restarted files that were replaced since the checkpoint, and so were sent from their
   *     first line
   */
  public record Result(long sent, long passedOver, boolean resumed, List<Path> restarted) {
    public Result {
      restarted = List.copyOf(restarted);
    }
  }

  /** Where to start in each file. */
  private record Start(
      Checkpoint checkpoint,
      boolean resumed,
      Map<String, FilePosition> starts,
      List<Path> restarted) {
    long firstLine(String name) {
      FilePosition position = checkpoint.files().get(name);
      return position == null ? 1 : position.line() + 1;
    }
  }

  /**
   * Sends the events of these files.
   *
   * @param queue null: nothing is sent, events are only counted
   * @param resume whether to continue from the checkpoint, if there is one
   */
  public Result run(
      List<Path> files, EventQueue queue, boolean resume, Troubles troubles, ScanProgress progress)
      throws IOException {
    Start start = start(files, resume);
    if (queue == null) {
      ReplaySink sink = new ReplaySink(start, null);
      scan(files, sink, troubles, progress);
      return sink.result();
    }
    return send(files, queue, start, troubles, progress);
  }

  private Result send(
      List<Path> files, EventQueue queue, Start start, Troubles troubles, ScanProgress progress)
      throws IOException {
    LineSender sender = new LineSender(queue, batchLines, rate);
    try {
      ReplaySink sink = new ReplaySink(start, sender);
      scan(files, sink, troubles, progress);
      sender.close();
      if (checkpointFile != null) {
        Files.deleteIfExists(checkpointFile);
      }
      return sink.result();
    } catch (UncheckedIOException e) {
      throw interrupted(e.getCause());
    } catch (IOException e) {
      throw interrupted(e);
    } finally {
      sender.abandon();
    }
  }

  private static IOException interrupted(IOException e) {
    return new IOException(
        IoErrors.message(e) + " (the events sent so far are on the queue; --resume continues)", e);
  }

  private static void scan(
      List<Path> files, ReplaySink sink, Troubles troubles, ScanProgress progress) {
    // One thread, so that a line number tells what was sent. The sender is a second thread.
    new ArchiveScan(files, 1, troubles, progress).run(() -> sink);
  }

  /**
   * Called before anything is read, so that a file that is replaced later is not mistaken for the
   * one whose lines were sent.
   */
  private Start start(List<Path> files, boolean resume) throws IOException {
    Checkpoint checkpoint = resume ? readCheckpoint() : null;
    Map<String, FilePosition> known = new TreeMap<>();
    Map<String, FilePosition> starts = new TreeMap<>();
    List<Path> restarted = new ArrayList<>();
    for (Path file : files) {
      String name = name(file);
      FilePosition position = checkpoint == null ? null : checkpoint.files().get(name);
      try {
        starts.put(name, FilePosition.startOf(file));
        if (position != null && position.isIn(file)) {
          known.put(name, position);
        } else if (position != null) {
          restarted.add(file);
        }
      } catch (IOException e) {
        // Reading the file will report the error.
        continue;
      }
    }
    long events = checkpoint == null ? 0 : checkpoint.events();
    return new Start(new Checkpoint(task, events, known), checkpoint != null, starts, restarted);
  }

  private static String name(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  /** Null if there is none. */
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
                + "). Nothing was sent. Omit --resume to start over, or name another "
                + "--checkpoint");
      }
      return checkpoint;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private final class ReplaySink implements ArchivedLineSink {
    private final LineSender sender;
    private final Start start;
    private final Map<String, FilePosition> positions;
    private Path file;
    private String name = "";
    private long firstLine = 1;
    private long lastLine;
    private long sent;
    private long passedOver;
    private long sentAtCheckpoint;
    private long checkpointNs = clockNs.getAsLong();

    ReplaySink(Start start, LineSender sender) {
      this.start = start;
      this.sender = sender;
      positions = new TreeMap<>(start.checkpoint().files());
    }

    Result result() {
      return new Result(sent, passedOver, start.resumed(), start.restarted());
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
      remember();
      file = path;
      name = name(path);
      firstLine = start.firstLine(name);
    }

    private void remember() {
      FilePosition first = start.starts().get(name);
      if (first != null) {
        positions.put(name, first.at(lastLine));
      }
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
      remember();
      Checkpoint reached = new Checkpoint(task, start.checkpoint().events() + sent, positions);
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
        throw new UncheckedIOException(e);
      }
    }
  }
}
