package clickcounter.benchmark;

import clickcounter.document.AdTotals;
import clickcounter.event.AdEvent;
import clickcounter.event.Event;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import clickcounter.ids.GapList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Parses and counts in memory on one thread, without I/O, queue or store: the upper bound of any
 * pipeline, to which the others are compared.
 */
final class Ceiling {
  private static final int ROUNDS = 3;

  private double eventsPerSecond; // 0 if it was not measured

  void measure(DayMessages messages, Figures figures) throws IOException {
    List<String> texts = new ArrayList<>();
    messages.forEach(texts::add);
    for (int round = 0; round < ROUNDS; round++) {
      Counting counting = new Counting();
      EventParser parser = new EventParser();
      long start = System.nanoTime();
      texts.forEach(text -> parser.parse(text, counting));
      double seconds = (System.nanoTime() - start) / 1e9;
      eventsPerSecond = Math.max(eventsPerSecond, messages.events() / seconds);
    }
    figures.say(
        "ceiling: parse and count in memory, one thread, no I/O: %,.0f events/s (%,d events)",
        eventsPerSecond, messages.events());
  }

  /** A rate as a share of the ceiling. */
  String compared(double rate) {
    return eventsPerSecond == 0
        ? "the ceiling was not measured"
        : String.format(Locale.ROOT, "%.3f of the ceiling", rate / eventsPerSecond);
  }

  private static final class Counting implements EventSink {
    private final Map<String, AdTotals> ads = new HashMap<>();
    private final Map<String, GapList> counters = new HashMap<>();

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
}
