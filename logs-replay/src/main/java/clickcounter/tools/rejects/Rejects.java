package clickcounter.tools.rejects;

import clickcounter.event.RejectReason;
import clickcounter.jms.BrokerSettings;
import clickcounter.tools.send.EventQueue;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** What can be done with the queue of rejects. Nothing is lost when it is interrupted. */
public final class Rejects {
  private static final int BATCH_LINES = 500;

  /** Their text describes a message, and is no event line. */
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
   * How many lines were read, how many of them were meant, and how many of these were left because
   * they are no event lines.
   */
  public record Done(long read, long matched, long left) {}

  /** Gives the lines that the filter accepts to the sink. They stay on the queue. */
  public Done read(RejectsFilter filter, Consumer<RejectedLine> sink) throws IOException {
    long read = 0;
    long matched = 0;
    try (RejectsReader reader = RejectsReader.open(broker)) {
      for (var next = reader.next(); next != null; next = reader.next()) {
        progress.accept(++read);
        if (filter.accepts(next.line())) {
          matched++;
          sink.accept(next.line());
        }
      }
    }
    return new Done(read, matched, 0);
  }

  /**
   * Sends the lines to the queue of events, and removes each from the queue of rejects after the
   * broker has confirmed that. A line that is sent twice because of an interruption is counted
   * once, like every event.
   *
   * @param filter must exclude lines that are rejected from now on: those that are rejected again
   *     would be sent again for ever
   */
  public Done requeue(RejectsFilter filter, EventQueue events) throws IOException {
    return take(
        filter,
        batch -> {
          events.send(batch.stream().map(RejectedLine::text).toList());
          events.flush();
        },
        NO_EVENTS);
  }

  /** Writes the lines to the end of the file, and removes each after it is on disk. */
  public Done purge(RejectsFilter filter, Path file) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file.toFile(), true);
        BufferedWriter writer =
            new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8))) {
      return take(
          filter,
          batch -> {
            for (RejectedLine line : batch) {
              writer.write(line.text());
              writer.write('\n');
            }
            writer.flush();
            out.getFD().sync();
          },
          Set.of());
    }
  }

  private interface BatchSink {
    void accept(List<RejectedLine> batch) throws IOException;
  }

  private Done take(RejectsFilter filter, BatchSink sink, Set<String> leftReasons)
      throws IOException {
    long read = 0;
    long matched = 0;
    long left = 0;
    try (RejectsReader reader = RejectsReader.open(broker)) {
      List<RejectsReader.Received> batch = new ArrayList<>();
      for (var next = reader.next(); next != null; next = reader.next()) {
        progress.accept(++read);
        if (filter.accepts(next.line())) {
          matched++;
          if (leftReasons.contains(next.line().reason())) {
            left++;
          } else {
            batch.add(next);
          }
        }
        if (batch.size() == BATCH_LINES) {
          settle(reader, batch, sink);
        }
      }
      settle(reader, batch, sink);
    }
    return new Done(read, matched, left);
  }

  private static void settle(
      RejectsReader reader, List<RejectsReader.Received> batch, BatchSink sink)
      throws IOException {
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
