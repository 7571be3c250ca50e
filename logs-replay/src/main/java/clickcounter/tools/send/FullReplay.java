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

  /** Sends the events of these files. */
  public Result run(List<Path> files, EventQueue queue, Troubles troubles, ScanProgress progress)
      throws IOException {
    LineSender sender = new LineSender(queue, LineSender.LINES_A_MESSAGE, rate);
    ReplaySink sink = new ReplaySink(sender);
    try {
      // One thread, so that lines are sent in their order.
      new ArchiveScan(files, 1, troubles, progress).run(() -> sink);
      sender.confirm();
      return new Result(sink.sent, sink.passedOver);
    } catch (UncheckedIOException e) {
      throw interrupted(e.getCause());
    } catch (IOException e) {
      throw interrupted(e);
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
      sender.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }
  }
}
