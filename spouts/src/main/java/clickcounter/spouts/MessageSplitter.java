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
import clickcounter.ids.LongRanges;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Splits the lines of messages into tuples: one for each ads task, one for each close or write-off,
 * and one for all rejected lines of a message. Messages of one line each cost little more than one
 * message with all lines, because they share the tuples of ad events.
 *
 * <p>Not thread-safe.
 */
public final class MessageSplitter {
  private final EventParser parser = new EventParser();
  private final EventBatchBuilder[] batches;
  private final int countersTasks;
  private int sharedLines;

  /** For a topology with so many ads tasks and counters tasks. */
  public MessageSplitter(int adsTasks, int countersTasks) {
    this.countersTasks = countersTasks;
    batches =
        Stream.generate(EventBatchBuilder::new).limit(adsTasks).toArray(EventBatchBuilder[]::new);
  }

  /**
   * Adds the lines of one message to the tuples that it shares with others: its ad events.
   *
   * @param unreadable lines that were rejected before
   * @param clock an event whose time it does not allow is rejected
   * @return the message's own tuples. Rejects and counters may have to wait when others need not,
   *     and then only this message is not acknowledged.
   */
  public SplitMessage add(String text, List<Rejected> unreadable, ClockLimit clock) {
    Collector found = new Collector(unreadable);
    parser.parse(text, clock, found);
    sharedLines += found.adEvents;
    return found.toMessage();
  }

  /** How many events were added to the shared tuples since they were taken last. */
  public int sharedLines() {
    return sharedLines;
  }

  /** The tuples that the messages share which were added since the last call. */
  public List<OutgoingTuple> takeShared() {
    List<OutgoingTuple> shared = new ArrayList<>();
    for (int task = 0; task < batches.length; task++) {
      if (!batches[task].isEmpty()) {
        shared.add(OutgoingTuple.events(task, batches[task].build()));
      }
    }
    sharedLines = 0;
    return shared;
  }

  /**
   * A message's own tuples.
   *
   * @param lines all its lines, rejected ones and those in shared tuples included
   * @param sharedLines its lines in shared tuples
   */
  public record SplitMessage(
      int lines, int sharedLines, List<OutgoingTuple> tuples, List<Rejected> rejected) {}

  private OutgoingTuple counterEvent(CounterEvent event) {
    return OutgoingTuple.counterEvent(
        Streams.countersTask(event.targetCounterId(), countersTasks),
        event,
        event instanceof WriteOffRequest w ? markOf(w) : null);
  }

  /** The mark of a write-off's own id: emitted after its ack, so that one not applied gets none. */
  private OutgoingTuple markOf(WriteOffRequest event) {
    Marks mark = new Marks(event.counterId(), LongRanges.of(event.sequence()), event.timestampMs());
    return OutgoingTuple.marks(
        Streams.countersTask(mark.counterId(), countersTasks), new MarksBatch(List.of(mark)));
  }

  private final class Collector implements EventSink {
    private final List<OutgoingTuple> own = new ArrayList<>(0);
    private final List<Rejected> rejected;
    private int adEvents;
    private int counterEvents;

    Collector(List<Rejected> unreadable) {
      rejected = new ArrayList<>(unreadable);
    }

    @Override
    public void event(Event event) {
      if (event instanceof AdEvent e) {
        adEvents++;
        batches[Streams.adsTask(e.adId(), batches.length)].add(e);
        return;
      }
      counterEvents++;
      own.add(counterEvent((CounterEvent) event));
    }

    @Override
    public void adEvent(CanonicalLine line, String counterId) {
      adEvents++;
      int task = Streams.adsTask(line.bytes(), line.adFrom(), line.adTo(), batches.length);
      batches[task].add(line, counterId);
    }

    @Override
    public void rejected(Rejected line) {
      rejected.add(line);
    }

    SplitMessage toMessage() {
      if (!rejected.isEmpty()) {
        own.add(OutgoingTuple.rejected(new RejectedBatch(rejected)));
      }
      int lines = adEvents + counterEvents + rejected.size();
      return new SplitMessage(lines, adEvents, own, rejected);
    }
  }
}
