package clickcounter.tools;

import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.LineSink;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the lines of one event. */
final class EventFinder {
  private final String counterId;
  private final long sequence;
  private final List<Place> places = new ArrayList<>();

  EventFinder(String counterId, long sequence) {
    this.counterId = counterId;
    this.sequence = sequence;
  }

  /** Where the event stands. */
  record Place(Path file, long number, String line, String adId) {}

  /** A sink for one thread. */
  LineSink sink() {
    return this::look;
  }

  private void look(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    if (event.sequence() == sequence && event.counterId().equals(counterId)) {
      String line = new String(bytes, from, to - from, StandardCharsets.UTF_8);
      synchronized (places) {
        places.add(new Place(file, number, line, event.adId()));
      }
    }
  }

  List<Place> places() {
    List<Place> sorted = new ArrayList<>(places);
    sorted.sort(Comparator.comparing(Place::file).thenComparingLong(Place::number));
    return sorted;
  }
}
