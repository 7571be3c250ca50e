package clickcounter.spouts;

import clickcounter.event.AdEvent;
import clickcounter.event.CanonicalLine;
import clickcounter.event.ClockLimit;
import clickcounter.event.CounterEvent;
import clickcounter.event.Event;
import clickcounter.event.EventBatchBuilder;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Splits the lines of messages into tuples: one for each ads task, one for each close or write-off,
 * and one for all rejected lines. Messages of one line each cost little more than one message with
 * all lines, because they share their tuples.
 *
 * <p>Not thread-safe.
 */
public final class MessageSplitter {
  private final EventParser parser = new EventParser();
  private final EventBatchBuilder[] batches;
  private List<OutgoingTuple> tuples = new ArrayList<>();
  private List<Rejected> rejected = new ArrayList<>();
  private int lines;

  /** For a topology with this many ads tasks. */
  public MessageSplitter(int adsTasks) {
    batches =
        Stream.generate(EventBatchBuilder::new).limit(adsTasks).toArray(EventBatchBuilder[]::new);
  }

  /**
   * Makes the tuples of one message.
   *
   * @param unreadable lines that were rejected before
   * @param clock an event too far ahead of it is rejected
   */
  public SplitMessage split(String text, List<Rejected> unreadable, ClockLimit clock) {
    add(text, unreadable, clock);
    return take();
  }

  /** Adds the lines of one message, to be taken together with those of others. */
  public void add(String text, List<Rejected> unreadable, ClockLimit clock) {
    lines += unreadable.size();
    rejected.addAll(unreadable);
    parser.parse(text, clock, new Collector());
  }

  /** How many lines were added since the last {@link #take}. */
  public int lines() {
    return lines;
  }

  /** The tuples of all lines that were added. */
  public SplitMessage take() {
    for (int task = 0; task < batches.length; task++) {
      if (!batches[task].isEmpty()) {
        tuples.add(OutgoingTuple.events(task, batches[task].build()));
      }
    }
    if (!rejected.isEmpty()) {
      tuples.add(OutgoingTuple.rejected(new RejectedBatch(rejected)));
    }
    SplitMessage taken = new SplitMessage(lines, tuples, rejected);
    lines = 0;
    tuples = new ArrayList<>();
    rejected = new ArrayList<>();
    return taken;
  }

  /**
   * The tuples of a message, or of several.
   *
   * @param lines event lines, rejected ones included
   */
  public record SplitMessage(int lines, List<OutgoingTuple> tuples, List<Rejected> rejected) {}

  private final class Collector implements EventSink {
    @Override
    public void event(Event event) {
      lines++;
      if (event instanceof AdEvent e) {
        batches[Streams.adsTask(e.adId(), batches.length)].add(e);
      } else if (event instanceof WriteOffRequest w) {
        tuples.add(OutgoingTuple.counterEventThenMark(w));
      } else {
        tuples.add(OutgoingTuple.counterEvent((CounterEvent) event));
      }
    }

    @Override
    public void adEvent(CanonicalLine line, String counterId) {
      lines++;
      int task = Streams.adsTask(line.bytes(), line.adFrom(), line.adTo(), batches.length);
      batches[task].add(line, counterId);
    }

    @Override
    public void rejected(Rejected line) {
      lines++;
      rejected.add(line);
    }
  }
}
