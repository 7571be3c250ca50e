package clickcounter.tools.rejects;

import clickcounter.cli.IoErrors;
import clickcounter.cli.Progress;
import clickcounter.event.RejectReason;
import clickcounter.jms.BrokerSettings;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.RejectedLine;
import clickcounter.tools.rejects.RejectsReader.Received;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes lines off the queue of rejects, each after it is where it goes. Nothing is lost when it is
 * interrupted: a line that is sent twice is counted once, like every event.
 */
final class Requeue {
  private static final int BATCH_LINES = 500;

  /** Their text is no event line: it describes a message, or shows bytes. */
  private static final Set<String> NO_EVENTS =
      Set.of(RejectReason.MESSAGE_TOO_LARGE.label(), RejectReason.NOT_TEXT.label());

  private final Predicate<RejectedLine> filter;
  private final Path file;
  private final boolean dryRun;

  /** A line that comes back must not be sent for ever. */
  private final Set<String> sent = new HashSet<>();

  private long read;
  private long done;
  private long left;
  private long repeated;
  private long cameBack;

  /**
   * @param file to which the lines are moved; null if they are sent
   * @param dryRun whether to count only
   */
  Requeue(Predicate<RejectedLine> filter, Path file, boolean dryRun) {
    this.filter = filter;
    this.file = file;
    this.dryRun = dryRun;
  }

  /** Where the lines go: they are there when it returns. */
  interface Target {
    void accept(List<RejectedLine> batch) throws IOException;
  }

  /**
   * What was done. Programs depend on these names: {@code --json} prints them.
   *
   * @param read lines that were read
   * @param done lines that were sent or moved, or would be
   * @param left lines that stay on the queue, because they are no event lines
   * @param repeated lines whose text is there more than once, or that were rejected again while the
   *     queue was read; they stay on the queue
   * @param cameBack how many of those that were sent are rejected again, and on the queue
   * @param cutShort whether the queue may have more lines than are read at a time
   */
  record Done(
      long read,
      long done,
      long left,
      long repeated,
      long cameBack,
      boolean cutShort,
      boolean dryRun,
      Path file) {
    /** Whether nothing that was meant is left on the queue. */
    boolean leavesNothing() {
      return left == 0 && repeated == 0 && cameBack == 0 && !cutShort;
    }
  }

  /** Sends lines to the queue of events; the broker has confirmed them when it returns. */
  static Target to(EventQueue events) {
    return batch -> {
      try {
        events.send(batch.stream().map(RejectedLine::text).toList());
        events.flush();
      } catch (IOException e) {
        throw new IOException(
            IoErrors.message(e)
                + ". Every line that the broker has not confirmed stays on the queue of rejects: run"
                + " this again",
            e);
      }
    };
  }

  /**
   * @param waitMs how long to watch, after the last line was sent, whether lines come back
   */
  Done run(BrokerSettings broker, Progress progress, Target target, long waitMs)
      throws IOException {
    try (RejectsReader reader = RejectsReader.open(broker)) {
      List<Received> batch = new ArrayList<>();
      for (Received next = reader.next(); next != null; next = reader.next()) {
        read++;
        progress.step(1);
        if (filter.test(next.line()) && isWanted(next.line())) {
          batch.add(next);
        }
        if (batch.size() == BATCH_LINES) {
          settle(reader, batch, target);
        }
      }
      settle(reader, batch, target);
      boolean cutShort = reader.isAtMost();
      if (!dryRun && !sent.isEmpty()) {
        watch(reader, waitMs);
      }
      return new Done(read, done, left, repeated, cameBack, cutShort, dryRun, file);
    }
  }

  private boolean isWanted(RejectedLine line) {
    if (file == null && NO_EVENTS.contains(line.reason())) {
      left++;
      return false;
    }
    // One line may be there twice, from two messages: the second is left for the next run.
    if (file == null && !sent.add(line.text())) {
      repeated++;
      return false;
    }
    done++;
    return true;
  }

  private void settle(RejectsReader reader, List<Received> batch, Target target)
      throws IOException {
    if (!dryRun && !batch.isEmpty()) {
      target.accept(batch.stream().map(Received::line).toList());
      for (Received each : batch) {
        reader.remove(each);
      }
    }
    batch.clear();
  }

  /** Counts the lines that were sent and are rejected again. They stay on the queue. */
  private void watch(RejectsReader reader, long waitMs) throws IOException {
    long endNs = System.nanoTime() + waitMs * 1_000_000;
    while (System.nanoTime() - endNs < 0 && !reader.isAtMost()) {
      Received next = reader.next();
      if (next != null && sent.contains(next.line().text())) {
        cameBack++;
      }
    }
  }
}
