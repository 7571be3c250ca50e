package clickcounter.benchmark;

import clickcounter.document.AdTotals;
import clickcounter.event.AdEvent;
import clickcounter.event.Event;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import clickcounter.ids.GapList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses and counts in memory on one thread, without I/O, queue or store: the upper bound of any
 * pipeline.
 */
final class Ceiling implements EventSink {
  private final Map<String, AdTotals> ads = new HashMap<>();
  private final Map<String, GapList> counters = new HashMap<>();

  /** Events a second. */
  static double eventsPerSecond(List<String> messages, long events) {
    double best = 0;
    for (int round = 0; round < 3; round++) {
      Ceiling counting = new Ceiling();
      EventParser parser = new EventParser();
      long start = System.nanoTime();
      for (String text : messages) {
        parser.parse(text, counting);
      }
      best = Math.max(best, events / ((System.nanoTime() - start) / 1e9));
    }
    return best;
  }

  @Override
  public void event(Event event) {
    GapList counter = counters.computeIfAbsent(event.counterId(), id -> new GapList());
    if (counter.mark(event.sequence(), 0) && event instanceof AdEvent e) {
      ads.computeIfAbsent(e.adId(), id -> new AdTotals()).add(e);
    }
  }

  @Override
  public void rejected(Rejected rejected) {
    throw new IllegalStateException("a generated line was rejected: " + rejected);
  }
}
