package clickcounter.tools.rejects;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.event.RejectReason;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.QueueDepth;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.RejectedLine;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/** What can be done with the queue of rejects. Nothing is lost when it is interrupted. */
public final class Rejects {
  private static final int BATCH_LINES = 500;
  private static final Set<OpenOption> APPENDED =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
  private static final JsonMapper JSON = new JsonMapper();

  /** Their text is no event line: it describes a message, or shows bytes. */
  private static final Set<String> NO_EVENTS =
      Set.of(RejectReason.MESSAGE_TOO_LARGE.label(), RejectReason.NOT_TEXT.label());

  private final BrokerSettings broker;
  private final LongConsumer progress;

  /**
   * @param progress gets the number of lines read so far
   */
  public Rejects(BrokerSettings broker, LongConsumer progress) {
    this.broker = broker;
    this.progress = progress;
  }

  /**
   * What was done.
   *
   * @param read lines that were read
   * @param matched how many of them were meant
   * @param left how many of these stay on the queue, because they are no event lines
   * @param repeated lines whose text is there more than once, or that were rejected again while the
   *     queue was read; they stay on the queue
   * @param cameBack how many of those that were sent are rejected again, and on the queue
   */
  public record Done(long read, long matched, long left, long repeated, long cameBack) {
    /** Lines that were sent or removed, or would be. */
    public long done() {
      return matched - left - repeated;
    }

    /** Whether nothing that was meant is left on the queue. */
    public boolean isWhole() {
      return left == 0 && repeated == 0 && cameBack == 0 && !isCutShort();
    }

    /** Whether the queue may have more lines than are read at a time. */
    public boolean isCutShort() {
      return read == RejectsReader.MOST_LINES;
    }
  }

  /** Gives the lines at the head of the queue to the sink. Other readers get them, too. */
  public static void browse(BrokerSettings broker, Consumer<RejectedLine> sink) throws IOException {
    QueueDepth.of(
        broker,
        broker.rejectedQueue(),
        message -> {
          sink.accept(RejectsReader.line(message));
          return true;
        });
  }

  /** Gives the lines that the filter accepts to the sink. They stay on the queue. */
  public Done read(Predicate<RejectedLine> filter, Consumer<RejectedLine> sink) throws IOException {
    long read = 0;
    long matched = 0;
    try (RejectsReader reader = RejectsReader.open(broker)) {
      for (var next = reader.next(); next != null; next = reader.next()) {
        progress.accept(++read);
        if (filter.test(next.line())) {
          matched++;
          sink.accept(next.line());
        }
      }
    }
    return new Done(read, matched, 0, 0, 0);
  }

  /**
   * Sends the lines to the queue of events, and removes each from the queue of rejects after the
   * broker has confirmed that. A line that is sent twice because of an interruption is counted
   * once, like every event.
   *
   * @param waitMs how long to watch, after the last line was sent, whether lines come back
   */
  Done requeue(Predicate<RejectedLine> filter, EventQueue events, long waitMs) throws IOException {
    return take(filter, batch -> send(batch, events), new Tally(NO_EVENTS, true), waitMs);
  }

  private static void send(List<RejectedLine> batch, EventQueue events) throws IOException {
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
  }

  /** What {@link #requeue} would do. */
  Done previewRequeue(Predicate<RejectedLine> filter) throws IOException {
    return preview(filter, new Tally(NO_EVENTS, true));
  }

  /** What {@link #moveTo} would do. */
  Done previewMove(Predicate<RejectedLine> filter) throws IOException {
    return preview(filter, new Tally(Set.of(), false));
  }

  private Done preview(Predicate<RejectedLine> filter, Tally tally) throws IOException {
    try (RejectsReader reader = RejectsReader.open(broker)) {
      for (var next = reader.next(); next != null; next = reader.next()) {
        progress.accept(++tally.read);
        if (filter.test(next.line())) {
          tally.isWanted(next.line());
        }
      }
    }
    return tally.done();
  }

  /**
   * Writes the lines to the end of the file, a JSON object each, and removes each after it is on
   * disk.
   */
  Done moveTo(Path file, Predicate<RejectedLine> filter) throws IOException {
    try (FileChannel out = open(file)) {
      return take(filter, batch -> append(batch, out, file), new Tally(Set.of(), false), 0);
    }
  }

  private static FileChannel open(Path file) throws IOException {
    try {
      return FileChannel.open(file, APPENDED, AtomicFile.ownerOnly(file));
    } catch (IOException e) {
      throw IoErrors.notWritten(file, e, "No line was removed. Name another --file");
    }
  }

  private static void append(List<RejectedLine> batch, FileChannel out, Path file)
      throws IOException {
    StringBuilder text = new StringBuilder();
    for (RejectedLine line : batch) {
      text.append(JSON.writeValueAsString(line)).append('\n');
    }
    ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
    long before = out.size();
    try {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
      AtomicFile.forceNames(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      cut(out, before);
      throw IoErrors.notWritten(
          file,
          e,
          "The lines that were removed from the queue are in it, all others stay on the queue."
              + " Free space there, or name another --file, and run this again");
    }
  }

  /** Its last line is whole, and more lines may follow it. */
  private static void cut(FileChannel out, long bytes) {
    try {
      out.truncate(bytes);
    } catch (IOException e) {
      return; // it is no regular file, or its disk is broken
    }
  }

  private interface BatchSink {
    void accept(List<RejectedLine> batch) throws IOException;
  }

  private Done take(Predicate<RejectedLine> filter, BatchSink sink, Tally tally, long waitMs)
      throws IOException {
    try (RejectsReader reader = RejectsReader.open(broker)) {
      List<RejectsReader.Received> batch = new ArrayList<>();
      for (var next = reader.next(); next != null; next = reader.next()) {
        progress.accept(++tally.read);
        if (filter.test(next.line()) && tally.isWanted(next.line())) {
          batch.add(next);
        }
        if (batch.size() == BATCH_LINES) {
          settle(reader, batch, sink);
        }
      }
      settle(reader, batch, sink);
      if (!tally.taken.isEmpty()) {
        watch(reader, tally, waitMs);
      }
    }
    return tally.done();
  }

  /** Counts the lines that were sent and are rejected again. They stay on the queue. */
  private static void watch(RejectsReader reader, Tally tally, long waitMs) throws IOException {
    long endNs = System.nanoTime() + waitMs * 1_000_000;
    while (System.nanoTime() - endNs < 0) {
      var next = reader.next();
      if (next != null && tally.taken.contains(next.line().text())) {
        tally.cameBack++;
      } else if (reader.isAtMost()) {
        return;
      }
    }
  }

  /** Counts, and knows what was sent: a line that comes back must not be sent for ever. */
  private static final class Tally {
    private final Set<String> leftReasons;
    private final boolean onceEach;
    private final Set<String> taken = new HashSet<>();
    private long read;
    private long matched;
    private long left;
    private long repeated;
    private long cameBack;

    Tally(Set<String> leftReasons, boolean onceEach) {
      this.leftReasons = leftReasons;
      this.onceEach = onceEach;
    }

    Done done() {
      return new Done(read, matched, left, repeated, cameBack);
    }

    boolean isWanted(RejectedLine line) {
      matched++;
      if (leftReasons.contains(line.reason())) {
        left++;
        return false;
      }
      // One line may be there twice, from two messages: the second is left for the next run.
      if (onceEach && !taken.add(line.text())) {
        repeated++;
        return false;
      }
      return true;
    }
  }

  private static void settle(
      RejectsReader reader, List<RejectsReader.Received> batch, BatchSink sink) throws IOException {
    if (batch.isEmpty()) {
      return;
    }
    sink.accept(batch.stream().map(RejectsReader.Received::line).toList());
    for (RejectsReader.Received each : batch) {
      reader.remove(each);
    }
    batch.clear();
  }
}
