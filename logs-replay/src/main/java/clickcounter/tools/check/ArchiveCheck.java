package clickcounter.tools.check;

import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.LineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads archives and says whether each counter numbers its events one by one: no holes, no number
 * twice, nothing above the closing event.
 *
 * <p>Reads the files once, and once more if numbers are repeated: a copied file repeats events,
 * which is harmless; two events with one number are not, since only one of them is counted. Memory
 * grows with the ranges of numbers, and with the repeated events, of which {@value #MOST_COMPARED}
 * are compared.
 */
public final class ArchiveCheck {
  /** Repeated numbers whose lines are compared. */
  public static final int MOST_COMPARED = 1_000_000;

  private final List<Path> files;
  private final int threads;
  private final Troubles troubles;
  private final long latestMs;
  private final ConcurrentHashMap<String, CheckedCounter> counters = new ConcurrentHashMap<>();

  /**
   * @param latestMs events after this time would be rejected as too far ahead
   */
  public ArchiveCheck(List<Path> files, int threads, Troubles troubles, long latestMs) {
    this.files = files;
    this.threads = threads;
    this.troubles = troubles;
    this.latestMs = latestMs;
  }

  /** A line's place. */
  public record Place(Path file, long line) {
    static final Comparator<Place> ORDER =
        Comparator.comparing(Place::file).thenComparingLong(Place::line);

    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  /**
   * Several events with one number.
   *
   * @param places of each text that has the number, in the order of files and lines: the first text
   *     keeps it
   */
  public record Clash(String counterId, long sequence, Map<String, Place> places) {}

  /**
   * What was found.
   *
   * @param copies lines that repeat an event
   * @param clashes ordered by counter and number
   * @param compared whether all repeated numbers were compared
   */
  public record Findings(
      List<CheckedCounter> counters, long copies, List<Clash> clashes, boolean compared) {}

  /** Reads the files. */
  public Findings run(ScanProgress progress) {
    new ArchiveScan(files, threads, troubles, progress).run(Numbers::new);
    List<CheckedCounter> all = new ArrayList<>(counters.values());
    all.sort(Comparator.comparing(CheckedCounter::counterId));
    long repeated = all.stream().mapToLong(c -> c.repeated().size()).sum();
    Repeated lines = new Repeated(all);
    if (repeated > 0) {
      new ArchiveScan(files, threads, new Troubles(), ScanProgress.NONE).run(lines::sink);
    }
    return new Findings(all, lines.copies, lines.clashes(), repeated <= MOST_COMPARED);
  }

  /** Collects the numbers of one thread. */
  private final class Numbers implements LineSink {
    private final ByteNames names = new ByteNames();
    private CheckedCounter[] known = new CheckedCounter[16];

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      int index = event.counter(names);
      if (index >= known.length) {
        known = Arrays.copyOf(known, index * 2);
      }
      if (known[index] == null) {
        known[index] = counters.computeIfAbsent(names.name(index), CheckedCounter::new);
      }
      known[index].add(
          event.sequence(), event.timestampMs(), event.isClose(), event.timestampMs() > latestMs);
    }
  }

  /** The lines whose numbers are repeated. */
  private static final class Repeated {
    private final Map<String, LongRanges> ids = new HashMap<>();
    private final Map<String, TreeMap<Long, Map<String, List<Place>>>> lines = new TreeMap<>();
    private int compared;
    private long copies;

    Repeated(List<CheckedCounter> counters) {
      counters.forEach(counter -> ids.put(counter.counterId(), counter.repeated()));
    }

    LineSink sink() {
      return (event, bytes, from, to, file, number) -> {
        LongRanges repeated = ids.get(event.counterId());
        if (repeated.contains(event.sequence())) {
          String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
          add(event.counterId(), event.sequence(), text, new Place(file, number));
        }
      };
    }

    private synchronized void add(String counterId, long sequence, String text, Place place) {
      TreeMap<Long, Map<String, List<Place>>> ofCounter =
          lines.computeIfAbsent(counterId, id -> new TreeMap<>());
      Map<String, List<Place>> texts = ofCounter.get(sequence);
      if (texts == null) {
        if (compared == MOST_COMPARED) {
          return;
        }
        compared++;
        texts = new HashMap<>();
        ofCounter.put(sequence, texts);
      }
      List<Place> places = texts.computeIfAbsent(text, t -> new ArrayList<>(1));
      copies += places.isEmpty() ? 0 : 1;
      places.add(place);
    }

    List<Clash> clashes() {
      List<Clash> clashes = new ArrayList<>();
      lines.forEach(
          (counterId, ofCounter) ->
              ofCounter.forEach(
                  (sequence, texts) -> {
                    if (texts.size() > 1) {
                      clashes.add(new Clash(counterId, sequence, ordered(texts)));
                    }
                  }));
      return clashes;
    }

    /** By the first place of each text. */
    private static Map<String, Place> ordered(Map<String, List<Place>> texts) {
      Map<String, Place> first = new HashMap<>();
      texts.forEach((text, places) -> first.put(text, places.stream().min(Place.ORDER).get()));
      Set<Map.Entry<String, Place>> sorted = new LinkedHashSet<>();
      first.entrySet().stream()
          .sorted(Map.Entry.comparingByValue(Place.ORDER))
          .forEach(sorted::add);
      Map<String, Place> ordered = new java.util.LinkedHashMap<>();
      sorted.forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
      return ordered;
    }
  }
}
