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
 * Splits a message's lines into tuples: one for each ads task, one for each close or write-off, and
 * one for all rejected lines.
 */
public final class MessageSplitter {
  private final EventParser parser = new EventParser();
  private final EventBatchBuilder[] batches;

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
    Collector found = new Collector(unreadable);
    parser.parse(text, clock, found);
    return found.toMessage();
  }

  /**
   * A message's tuples.
   *
   * @param lines event lines, rejected ones included
   */
  public record SplitMessage(int lines, List<OutgoingTuple> tuples, List<Rejected> rejected) {}

  private final class Collector implements EventSink {
    private final List<OutgoingTuple> tuples = new ArrayList<>();
    private final List<Rejected> rejected;
    private int lines;

    Collector(List<Rejected> unreadable) {
      rejected = new ArrayList<>(unreadable);
      lines = unreadable.size();
    }

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

    SplitMessage toMessage() {
      for (int task = 0; task < batches.length; task++) {
        if (!batches[task].isEmpty()) {
          tuples.add(OutgoingTuple.events(task, batches[task].build()));
        }
      }
      if (!rejected.isEmpty()) {
        tuples.add(OutgoingTuple.rejected(new RejectedBatch(rejected)));
      }
      return new SplitMessage(lines, tuples, rejected);
    }
  }
}
