package clickcounter.fuzz;

import clickcounter.event.Event;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import java.util.ArrayList;
import java.util.List;

/** What the parser found in a text: events and rejections, in order. */
final class Parsed implements EventSink {
  private final List<Object> all = new ArrayList<>();

  static List<Object> of(EventParser parser, String text) {
    Parsed parsed = new Parsed();
    parser.parse(text, parsed);
    return parsed.all;
  }

  static boolean isBlank(String line) {
    return line.chars().allMatch(c -> " \t\r\n\0\ufeff".indexOf(c) >= 0);
  }

  /** Without what is no part of a line at its beginning. */
  static String withoutHole(String line) {
    return line.replaceFirst("^[\0\ufeff]+", "");
  }

  @Override
  public void event(Event event) {
    all.add(event);
  }

  @Override
  public void rejected(Rejected rejected) {
    all.add(rejected);
  }
}
