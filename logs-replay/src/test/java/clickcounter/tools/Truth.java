package clickcounter.tools;

import clickcounter.event.AdEvent;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the documents must say in the end, by the lines of a generated day: sums of each ad, in
 * which clicks and costs are those that are charged, and the sequences of each counter that never
 * arrived.
 */
public final class Truth {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectNode ads = JSON.createObjectNode();
  private final ObjectNode counters = JSON.createObjectNode();
  private final Set<String> arrived = new HashSet<>();

  private Truth() {}

  /**
   * Reads a day.
   *
   * @return {@code ads} and {@code counters}, each by id
   */
  public static JsonNode of(Path day) throws IOException {
    Truth truth = new Truth();
    parse(
        EventFiles.read(day.resolve("queue.ndjson")), event -> truth.arrived.add(event.eventId()));
    try (Stream<Path> files = Files.walk(day.resolve("archive"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        parse(EventFiles.read(file), truth::add);
      }
    }
    ObjectNode all = JSON.createObjectNode();
    all.set("ads", truth.ads);
    all.set("counters", truth.counters);
    return JSON.readTree(all.toString()); // with the types of numbers that are read
  }

  private interface Events {
    void add(Event event);
  }

  private static void parse(List<String> lines, Events events) {
    EventSink sink =
        new EventSink() {
          @Override
          public void event(Event event) {
            events.add(event);
          }

          @Override
          public void rejected(Rejected rejected) {
            throw new AssertionError(rejected);
          }
        };
    lines.forEach(line -> new EventParser().parse(line, sink));
  }

  private void add(Event event) {
    ObjectNode counter = counters.withObjectProperty(event.counterId());
    more(counter, "events", 1);
    if (!arrived.contains(event.eventId())) {
      counter.withArrayProperty("neverArrived").add(event.sequence());
    }
    if (event instanceof AdEvent adEvent) {
      add(ads.withObjectProperty(adEvent.adId()), adEvent);
    }
  }

  private static void add(ObjectNode ad, AdEvent event) {
    for (String sum : List.of("impressions", "budgetMicros", "clicks", "costMicros")) {
      more(ad, sum, 0);
    }
    switch (event.kind()) {
      case IMPRESSION -> more(ad, "impressions", 1);
      case BUDGET -> more(ad, "budgetMicros", event.amountMicros());
      case CLICK, REINSTATEMENT -> charge(ad, 1, event);
      case INVALIDATION -> charge(ad, -1, event);
      default -> more(ad.withObjectProperty("filtered"), event.kind().filterClass(), 1);
    }
    boolean isFirst = event.kind() == EventKind.CLICK || event.kind().isFiltered();
    more(ad, "grossClicks", isFirst ? 1 : 0);
    long spentMicros = Math.min(ad.get("costMicros").asLong(), ad.get("budgetMicros").asLong());
    ad.put("spentMicros", Math.max(0, spentMicros));
  }

  private static void charge(ObjectNode ad, int more, AdEvent event) {
    more(ad, "clicks", more);
    more(ad, "costMicros", more * event.amountMicros());
    if (event.kind() != EventKind.CLICK) {
      more(ad, "invalidated", -more);
      more(ad, "invalidatedMicros", -more * event.amountMicros());
    }
  }

  private static void more(ObjectNode node, String field, long more) {
    node.put(field, node.path(field).asLong() + more);
  }
}
