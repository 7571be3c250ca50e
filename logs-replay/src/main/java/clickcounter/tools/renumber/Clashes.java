package clickcounter.tools.renumber;

import clickcounter.cli.NoVerdict;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.ArchivedIds;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.RepeatedNumbers;
import clickcounter.tools.archive.RepeatedNumbers.Window;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.Texts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds events that have one number and are not the same. A copied file repeats events, which is
 * harmless; of two different events with one number only one is counted.
 *
 * <p>Reads the files once for the numbers that are repeated, and once more for each {@value
 * #COMPARED_AT_ONCE} of these for their lines. Memory grows with the ranges of numbers, and with
 * the clashes.
 */
public final class Clashes {
  private static final int COMPARED_AT_ONCE = 1_000_000;

  /** More would fill the memory: each is remembered with the places of its lines. */
  private static final int MOST_CLASHES = 1_000_000;

  private final List<Path> files;
  private final int most;
  private final Map<String, ArchivedIds> seen = new HashMap<>();
  private final RepeatedNumbers repeated = new RepeatedNumbers();

  /** By file: its counters that it does not close. */
  private final Map<Path, Set<String>> open = new HashMap<>();

  private long firstRepeatedMs = Long.MAX_VALUE;

  public Clashes(List<Path> files) {
    this(files, MOST_CLASHES);
  }

  Clashes(List<Path> files, int most) {
    this.files = files;
    this.most = most;
  }

  /** A line's place. */
  public record Place(Path file, long line) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  /**
   * Different events with one number.
   *
   * @param events the places of each event's lines, in the order of files and lines: the first
   *     event keeps its number
   */
  public record Clash(String counterId, long sequence, List<List<Place>> events) {}

  /**
   * Reads the files.
   *
   * @return ordered by counter and number
   * @throws NoVerdict if there are more than fit into memory
   */
  public List<Clash> find(Troubles troubles, ScanProgress progress) {
    // One thread, so that lines come in the order of the files.
    new ArchiveScan(files, 1, troubles, progress).run(() -> this::number);
    List<Clash> clashes = new ArrayList<>();
    repeated.forEachWindow(
        COMPARED_AT_ONCE,
        window -> {
          LinesOf lines = new LinesOf(window);
          new ArchiveScan(files, 1, new Troubles(), ScanProgress.NONE).run(() -> lines);
          lines.addClashesTo(clashes);
          if (clashes.size() > most) {
            throw new NoVerdict(
                "more than "
                    + Texts.number(most)
                    + " numbers are taken twice, too many for one run. Nothing was written. Name fewer"
                    + " files at a time: those of one process, and some of the other one");
          }
        });
    return clashes;
  }

  /** No event whose number is taken is earlier. */
  long firstRepeatedMs() {
    return firstRepeatedMs;
  }

  boolean hasEvents() {
    return !seen.isEmpty();
  }

  /** Whether a process may go on writing to the file: it does not close each of its counters. */
  boolean isOpen(Path file) {
    return !open.getOrDefault(file, Set.of()).isEmpty();
  }

  private void number(EventLine event, byte[] bytes, int from, int to, Path file, long lineNumber) {
    String counterId = event.counterId();
    Set<String> openInFile = open.computeIfAbsent(file, f -> new HashSet<>());
    if (event.isClose()) {
      openInFile.remove(counterId);
    } else {
      // An event behind a closing one is of another process, which may still run.
      openInFile.add(counterId);
    }
    if (!seen.computeIfAbsent(counterId, id -> new ArchivedIds()).add(event)) {
      repeated.add(counterId, event.sequence());
      firstRepeatedMs = Math.min(firstRepeatedMs, event.timestampMs());
    }
  }

  /** The lines of a window's numbers, by what they say. */
  private record LinesOf(
      Window window, TreeMap<String, TreeMap<Long, Map<Long, List<Place>>>> byNumber)
      implements ArchivedLineSink {
    LinesOf(Window window) {
      this(window, new TreeMap<>());
    }

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      if (window.has(event)) {
        byNumber
            .computeIfAbsent(event.counterId(), id -> new TreeMap<>())
            .computeIfAbsent(event.sequence(), s -> new LinkedHashMap<>())
            .computeIfAbsent(
                RepeatedNumbers.content(event, bytes, from, to), c -> new ArrayList<>(1))
            .add(new Place(file, number));
      }
    }

    void addClashesTo(List<Clash> clashes) {
      byNumber.forEach(
          (counterId, numbers) ->
              numbers.forEach(
                  (sequence, events) -> {
                    if (events.size() > 1) {
                      clashes.add(new Clash(counterId, sequence, List.copyOf(events.values())));
                    }
                  }));
    }
  }
}
