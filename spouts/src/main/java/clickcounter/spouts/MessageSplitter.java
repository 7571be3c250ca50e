package clickcounter.spouts;

import clickcounter.event.AdEvent;
import clickcounter.event.ClockLimit;
import clickcounter.event.CounterEvent;
import clickcounter.event.Event;
import clickcounter.event.EventBatch;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a message's lines into tuples: one for each ads task, one for each close or write-off, and
 * one for all rejected lines.
 */
public final class MessageSplitter {
  private final EventParser parser = new EventParser();
  private final int adsTasks;

  /** For a topology with this many ads tasks. */
  public MessageSplitter(int adsTasks) {
    this.adsTasks = adsTasks;
  }

  /**
   * Makes the tuples of one message.
   *
   * @param unreadable lines that were rejected before
   * @param clock an event too far ahead of it is rejected
   */
  public SplitMessage split(String text, List<Rejected> unreadable, ClockLimit clock) {
    Collector found = new Collector(adsTasks, unreadable);
    parser.parse(text, clock, found);
    return found.toMessage();
  }

  /**
   * A message's tuples.
   *
   * @param lines event lines, rejected ones included
   */
  public record SplitMessage(int lines, List<OutgoingTuple> tuples, List<Rejected> rejected) {}

  private static final class Collector implements EventSink {
    private final List<List<AdEvent>> byTask = new ArrayList<>();
    private final List<OutgoingTuple> tuples = new ArrayList<>();
    private final List<Rejected> rejected;
    private int lines;

    Collector(int adsTasks, List<Rejected> unreadable) {
      for (int i = 0; i < adsTasks; i++) {
        byTask.add(null);
      }
      rejected = new ArrayList<>(unreadable);
      lines = unreadable.size();
    }

    @Override
    public void event(Event event) {
      lines++;
      if (event instanceof AdEvent e) {
        add(e);
      } else if (event instanceof WriteOffRequest w) {
        tuples.add(OutgoingTuple.counterEventThenMark(w));
      } else {
        tuples.add(OutgoingTuple.counterEvent((CounterEvent) event));
      }
    }

    private void add(AdEvent event) {
      int task = Streams.adsTask(event.adId(), byTask.size());
      List<AdEvent> events = byTask.get(task);
      if (events == null) {
        events = new ArrayList<>();
        byTask.set(task, events);
      }
      events.add(event);
    }

    @Override
    public void rejected(Rejected line) {
      lines++;
      rejected.add(line);
    }

    SplitMessage toMessage() {
      for (int task = 0; task < byTask.size(); task++) {
        if (byTask.get(task) != null) {
          tuples.add(OutgoingTuple.events(task, EventBatch.of(byTask.get(task))));
        }
      }
      if (!rejected.isEmpty()) {
        tuples.add(OutgoingTuple.rejected(new RejectedBatch(rejected)));
      }
      return new SplitMessage(lines, tuples, rejected);
    }
  }
}
