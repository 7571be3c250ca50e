package clickcounter.drill;

import clickcounter.event.AdEvent;
import clickcounter.event.Event;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The event numbers in archives.
 *
 * @param adEvents lines that are events of ads
 * @param holes missing numbers below the highest of their counter, and unreadable lines
 */
record ArchiveNumbers(long adEvents, long holes) {
  static ArchiveNumbers of(Path archive) throws IOException {
    Reading reading = new Reading();
    EventParser parser = new EventParser();
    try (Stream<Path> paths = Files.walk(archive)) {
      List<Path> files = paths.filter(Files::isRegularFile).toList();
      for (Path file : files) {
        parser.parse(Files.readString(file), reading);
      }
    }
    long holes = reading.unreadable;
    for (BitSet numbers : reading.numbers.values()) {
      holes += numbers.length() - numbers.cardinality();
    }
    return new ArchiveNumbers(reading.adEvents, holes);
  }

  /**
   * Requires that the archive has each event that was logged, and each number that was given out.
   *
   * @param logged calls that logs have accepted
   * @throws Breach if it has fewer or more
   */
  void requireAll(long logged) throws Breach {
    if (adEvents != logged || holes > 0) {
      throw new Breach(
          "the logs have accepted %,d events, the archive has %,d with %,d numbers left out"
              .formatted(logged, adEvents, holes));
    }
  }

  private static final class Reading implements EventSink {
    private final Map<String, BitSet> numbers = new HashMap<>();
    private long adEvents;
    private long unreadable;

    @Override
    public void event(Event event) {
      numbers
          .computeIfAbsent(event.counterId(), id -> new BitSet())
          .set(Math.toIntExact(event.sequence()));
      adEvents += event instanceof AdEvent ? 1 : 0;
    }

    @Override
    public void rejected(Rejected rejected) {
      unreadable++;
    }
  }
}
