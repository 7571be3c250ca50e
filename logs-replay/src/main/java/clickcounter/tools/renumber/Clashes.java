package clickcounter.tools.renumber;

import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.LineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds events that have one number and are not the same. A copied file repeats events, which is
 * harmless; of two different events with one number only one is counted.
 *
 * <p>Reads the files twice: for the numbers that are repeated, and for their lines. Memory grows
 * with the ranges of numbers, and with the repeated numbers, of which there may be {@value #MOST}.
 */
public final class Clashes {
  /** More repeated numbers are refused. */
  public static final int MOST = 1_000_000;

  private final List<Path> files;
  private final Map<String, LongRanges> seen = new HashMap<>();
  private final Map<String, LongRanges> repeated = new HashMap<>();

  public Clashes(List<Path> files) {
    this.files = files;
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
   * @param places of each event's lines, by what is counted of it, in the order of files and lines:
   *     the first event keeps its number
   */
  public record Clash(String counterId, long sequence, Map<String, List<Place>> places) {}

  /**
   * Reads the files.
   *
   * @return ordered by counter and number
   * @throws IllegalStateException when more than {@value #MOST} numbers are repeated
   */
  public List<Clash> find(Troubles troubles, ScanProgress progress) {
    // One thread, so that lines come in the order of the files.
    new ArchiveScan(files, 1, troubles, progress).run(() -> this::number);
    long numbers = repeated.values().stream().mapToLong(LongRanges::size).sum();
    if (numbers > MOST) {
      throw new IllegalStateException(numbers + " numbers are repeated, expected at most " + MOST);
    }
    if (numbers == 0) {
      return List.of();
    }
    LinesOfRepeated second = new LinesOfRepeated();
    new ArchiveScan(files, 1, new Troubles(), ScanProgress.NONE).run(() -> second);
    return second.clashes();
  }

  private void number(EventLine event, byte[] bytes, int from, int to, Path file, long lineNumber) {
    String counterId = event.counterId();
    if (!seen.computeIfAbsent(counterId, id -> new LongRanges()).add(event.sequence())) {
      repeated.computeIfAbsent(counterId, id -> new LongRanges()).add(event.sequence());
    }
  }

  private final class LinesOfRepeated implements LineSink {
    private final TreeMap<String, TreeMap<Long, Map<String, List<Place>>>> byNumber =
        new TreeMap<>();

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      LongRanges numbers = repeated.get(event.counterId());
      if (numbers != null && numbers.contains(event.sequence())) {
        byNumber
            .computeIfAbsent(event.counterId(), id -> new TreeMap<>())
            .computeIfAbsent(event.sequence(), s -> new LinkedHashMap<>())
            .computeIfAbsent(content(event, bytes, from, to), c -> new ArrayList<>(1))
            .add(new Place(file, number));
      }
    }

    /** What is counted of an event: its line may be written in several ways. */
    private static String content(EventLine event, byte[] bytes, int from, int to) {
      return event.kind() == null
          ? new String(bytes, from, to - from, StandardCharsets.UTF_8)
          : "%s %s %d %d"
              .formatted(event.kind(), event.adId(), event.timestampMs(), event.amountMicros());
    }

    List<Clash> clashes() {
      List<Clash> clashes = new ArrayList<>();
      byNumber.forEach(
          (counterId, numbers) ->
              numbers.forEach(
                  (sequence, places) -> {
                    if (places.size() > 1) {
                      clashes.add(new Clash(counterId, sequence, places));
                    }
                  }));
      return clashes;
    }
  }
}
