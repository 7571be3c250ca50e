package clickcounter.tools.renumber;

import clickcounter.cli.NoVerdict;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
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
import java.util.Comparator;
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

  /** By counter: its last closing event. */
  private final Map<String, Long> closedAt = new HashMap<>();

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
   * @param events in the order of the files: the first one keeps its number. A closing event gives
   *     way to others if the counter is closed behind it, too
   * @param unfitVerdicts lines with verdicts on this number that fit none of the events
   */
  public record Clash(
      String counterId, long sequence, List<ClashingEvent> events, int unfitVerdicts) {}

  /**
   * One of several events with one number.
   *
   * @param kind null for an event without an ad
   * @param lines the places of its copies, in the order of files and lines
   * @param verdicts the places of the verdicts on it: they name its number, and say its ad, time
   *     and cost, which tell it from the others
   */
  public record ClashingEvent(
      EventKind kind, long timestampMs, List<Place> lines, List<Place> verdicts) {}

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
          lines.addClashesTo(clashes, closedAt);
          if (clashes.size() > most) {
            throw new NoVerdict(
                "more than "
                    + Texts.number(most)
                    + " numbers are taken twice, too many for one run. Nothing was written. Name fewer"
                    + " files at a time: those of one process, some of the other one, and those of all"
                    + " verdicts. Put the copies in their place before the next run");
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
      closedAt.merge(counterId, event.sequence(), Math::max);
    } else {
      // An event behind a closing one is of another process, which may still run.
      openInFile.add(counterId);
    }
    if (!seen.computeIfAbsent(counterId, id -> new ArchivedIds()).add(event)) {
      repeated.add(counterId, event.sequence());
      firstRepeatedMs = Math.min(firstRepeatedMs, event.timestampMs());
    }
  }

  /** The lines of a window's numbers, and the verdicts on these. */
  private record LinesOf(Window window, TreeMap<String, TreeMap<Long, OfNumber>> byNumber)
      implements ArchivedLineSink {
    LinesOf(Window window) {
      this(window, new TreeMap<>());
    }

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      if (event.isVerdict()) {
        Judgement judgement = event.judgement();
        String counterId = judgement.clickCounterId();
        if (window.has(counterId, judgement.clickSequence())) {
          of(counterId, judgement.clickSequence())
              .judge(RepeatedNumbers.clickContent(event), new Place(file, number));
        }
      }
      if (window.has(event)) {
        of(event.counterId(), event.sequence())
            .add(RepeatedNumbers.content(event, bytes, from, to), event, new Place(file, number));
      }
    }

    private OfNumber of(String counterId, long sequence) {
      return byNumber
          .computeIfAbsent(counterId, id -> new TreeMap<>())
          .computeIfAbsent(sequence, s -> new OfNumber());
    }

    void addClashesTo(List<Clash> clashes, Map<String, Long> closedAt) {
      byNumber.forEach(
          (counterId, numbers) ->
              numbers.forEach(
                  (sequence, all) -> {
                    if (all.events.size() > 1) {
                      boolean closesLater = closedAt.getOrDefault(counterId, -1L) > sequence;
                      clashes.add(all.clash(counterId, sequence, closesLater));
                    }
                  }));
    }
  }

  /** The events of one number by what they say, and the verdicts by the click that they fit. */
  private static final class OfNumber {
    private final Map<Long, ClashingEvent> events = new LinkedHashMap<>(2);

    /** Most numbers have none. A verdict may be read before its click. */
    private Map<Long, List<Place>> verdicts = Map.of();

    void add(long content, EventLine event, Place place) {
      events
          .computeIfAbsent(
              content,
              c ->
                  new ClashingEvent(
                      event.kind(), event.timestampMs(), new ArrayList<>(1), List.of()))
          .lines()
          .add(place);
    }

    void judge(long clickContent, Place place) {
      if (verdicts.isEmpty()) {
        verdicts = new HashMap<>(2);
      }
      verdicts.computeIfAbsent(clickContent, c -> new ArrayList<>(1)).add(place);
    }

    Clash clash(String counterId, long sequence, boolean closesLater) {
      List<ClashingEvent> judged = new ArrayList<>(events.size());
      events.forEach(
          (content, event) ->
              judged.add(
                  new ClashingEvent(
                      event.kind(),
                      event.timestampMs(),
                      event.lines(),
                      verdicts.getOrDefault(content, List.of()))));
      if (closesLater) {
        judged.sort(Comparator.comparing(event -> event.kind() == null));
      }
      int all = verdicts.values().stream().mapToInt(List::size).sum();
      int fit = judged.stream().mapToInt(event -> event.verdicts().size()).sum();
      return new Clash(counterId, sequence, List.copyOf(judged), all - fit);
    }
  }
}
