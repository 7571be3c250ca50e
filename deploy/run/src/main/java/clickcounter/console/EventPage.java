package clickcounter.console;

import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where one comes from an event: to its counter, its ad, and the events before and after it. */
final class EventPage {
  private static final Pattern EVENT = Pattern.compile("([\\w.-]+):(\\d{1,16})");

  private EventPage() {}

  /**
   * @param said what the command has said of the event; the event's line in it names the ad
   */
  static String links(String id, String said) {
    Matcher event = EVENT.matcher(id);
    if (!event.matches()) {
      return "";
    }
    String counterId = event.group(1);
    long sequence = Long.parseLong(event.group(2));
    StringJoiner links = new StringJoiner(" · ", "<p>", "</p>");
    links.add("Counter " + Links.counter(counterId));
    String ad = Links.adIn(said);
    if (ad != null) {
      links.add("ad " + Links.ad(ad));
    }
    if (sequence > 0) {
      links.add("before it " + Links.event(counterId, sequence - 1));
    }
    return links.add("after it " + Links.event(counterId, sequence + 1)).toString();
  }
}
