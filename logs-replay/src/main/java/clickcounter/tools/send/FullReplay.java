package clickcounter.tools.send;

import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.EventQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Sends all events of files to the queue, unchanged and in the order of the files. Safe at any
 * time: an event that is counted already is a duplicate.
 */
public final class FullReplay {
  private final Filters filters;
  private final SendRate rate;

  public FullReplay(Filters filters, SendRate rate) {
    this.filters = filters;
    this.rate = rate;
  }

  /**
   * The result of a replay.
   *
   * @param passedOver events that the filters excluded
   */
  public record Result(long sent, long passedOver) {}

  /**
   * Sends the events of these files.
   *
   * @param queue null: nothing is sent, events are only counted
   */
  public Result run(List<Path> files, EventQueue queue, Troubles troubles, ScanProgress progress)
      throws IOException {
    LineSender sender = queue == null ? null : new LineSender(queue, rate);
    ReplaySink sink = new ReplaySink(sender);
    try {
      // One thread, so that lines are sent in their order. The sender is a second thread.
      new ArchiveScan(files, 1, troubles, progress).run(() -> sink);
      if (sender != null) {
        sender.close();
      }
      return new Result(sink.sent, sink.passedOver);
    } catch (UncheckedIOException e) {
      throw interrupted(e.getCause());
    } catch (IOException e) {
      throw interrupted(e);
    } finally {
      if (sender != null) {
        sender.abandon();
      }
    }
  }

  private static IOException interrupted(IOException e) {
    return new IOException(
        IoErrors.message(e)
            + " (the events sent so far are on the queue; --only-missing sends the rest)",
        e);
  }

  private final class ReplaySink implements ArchivedLineSink {
    private final LineSender sender;
    private long sent;
    private long passedOver;

    ReplaySink(LineSender sender) {
      this.sender = sender;
    }

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path path, long number) {
      if (!filters.accept(event)) {
        passedOver++;
        return;
      }
      sent++;
      if (sender != null) {
        send(new String(bytes, from, to - from, StandardCharsets.UTF_8));
      }
    }

    private void send(String line) {
      try {
        sender.add(line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
