package clickcounter.testing;

import clickcounter.event.Event;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import java.util.ArrayList;
import java.util.List;

/** The results of a parser, in order. */
public final class Lines implements EventSink {
  private final List<Object> all = new ArrayList<>();

  public static Lines of(String text) {
    return of(new EventParser(), text);
  }

  public static Lines of(EventParser parser, String text) {
    Lines lines = new Lines();
    parser.parse(text, lines);
    return lines;
  }

  @Override
  public void event(Event event) {
    all.add(event);
  }

  @Override
  public void rejected(Rejected rejected) {
    all.add(rejected);
  }

  /** All events and rejections. */
  public List<Object> all() {
    return all;
  }

  public List<Event> events() {
    return all.stream().filter(Event.class::isInstance).map(Event.class::cast).toList();
  }

  public List<Rejected> rejected() {
    return all.stream().filter(Rejected.class::isInstance).map(Rejected.class::cast).toList();
  }
}
