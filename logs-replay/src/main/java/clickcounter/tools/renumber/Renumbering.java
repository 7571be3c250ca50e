package clickcounter.tools.renumber;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.archive.Compression;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.renumber.Clashes.Clash;
import clickcounter.tools.renumber.Clashes.ClashingEvent;
import clickcounter.tools.renumber.Clashes.Place;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes corrected copies of the files in which events have numbers that were taken: of several
 * events with one number the first keeps it, and the others get numbers of a new counter, in the
 * order of their times, which is closed behind the last one. Verdicts on clicks that get new
 * numbers name these, and keep their own, unless that was taken too. The files themselves are not
 * changed.
 */
public final class Renumbering {
  private final String newCounterId;
  private final long nowMs;
  private final Set<String> counterIds = new TreeSet<>();
  private final Map<Path, Map<Long, Change>> changes = new TreeMap<>();
  private final SortedMap<String, Integer> clicks = new TreeMap<>();
  private final SortedMap<String, Integer> unfitVerdicts = new TreeMap<>();
  private int verdicts;
  private int leftOut;
  private final EventLine parsed = new EventLine();

  /** The lines of the new counter, by their numbers. */
  private final String[] renumbered;

  /** What becomes of a line. */
  private static final class Change {
    private static final int NONE = -1;

    /** Whether it leaves its file. */
    boolean leaves;

    /** Its new number, if it leaves and is not a copy of one that gets it. */
    int sequence = NONE;

    /** The new number of the click that it judges. */
    int clickSequence = NONE;
  }

  /**
   * @param newCounterId that no service uses
   */
  public Renumbering(List<Clash> clashes, String newCounterId, long nowMs) {
    this.newCounterId = newCounterId;
    this.nowMs = nowMs;
    List<ClashingEvent> moved = new ArrayList<>();
    clashes.forEach(clash -> takeFrom(clash, moved));
    // As a service numbers its events: finished days are found by it.
    moved.sort(Comparator.comparingLong(ClashingEvent::timestampMs));
    for (int sequence = 0; sequence < moved.size(); sequence++) {
      move(moved.get(sequence), sequence);
    }
    renumbered = new String[moved.size()];
  }

  private void takeFrom(Clash clash, List<ClashingEvent> moved) {
    String counterId = clash.counterId();
    counterIds.add(counterId);
    if (clash.unfitVerdicts() > 0) {
      unfitVerdicts.merge(counterId, clash.unfitVerdicts(), Integer::sum);
    }
    for (ClashingEvent event : clash.events().subList(1, clash.events().size())) {
      event.lines().forEach(place -> change(place).leaves = true);
      if (event.kind() == null) {
        leftOut++;
      } else {
        moved.add(event);
      }
      if (event.kind() == EventKind.CLICK) {
        clicks.merge(counterId, 1, Integer::sum);
      }
    }
  }

  private void move(ClashingEvent event, int sequence) {
    change(event.lines().get(0)).sequence = sequence;
    event.verdicts().forEach(place -> change(place).clickSequence = sequence);
    verdicts += event.verdicts().size();
  }

  private Change change(Place place) {
    return changes
        .computeIfAbsent(place.file(), file -> new HashMap<>())
        .computeIfAbsent(place.line(), line -> new Change());
  }

  /** The files that have lines which change. */
  Set<Path> replaced() {
    return changes.keySet();
  }

  /**
   * What was written.
   *
   * @param events that got a new number
   * @param leftOut closing events and decisions of operators, which concern no ad
   * @param replaced the files that the written ones replace
   * @param counterIds of the counters whose documents, and ads, are not those of the files any more
   */
  public record Written(
      int events,
      JudgedClicks judged,
      int leftOut,
      List<Path> files,
      Set<Path> replaced,
      Set<String> counterIds) {
    static final Written NOTHING =
        new Written(
            0,
            new JudgedClicks(Collections.emptySortedMap(), 0, Collections.emptySortedMap()),
            0,
            List.of(),
            Set.of(),
            Set.of());
  }

  /**
   * What became of verdicts.
   *
   * @param clicks that got a new number, whether they are judged or not; by the counter whose
   *     numbers they had
   * @param verdicts lines that name new numbers now
   * @param unfitVerdicts lines with verdicts on a number that was taken which fit no event that has
   *     it, by its counter; they stay as they are
   */
  public record JudgedClicks(
      SortedMap<String, Integer> clicks, int verdicts, SortedMap<String, Integer> unfitVerdicts) {}

  /**
   * Writes the corrected files and the one of the new counter.
   *
   * @param directory that is empty or not there
   */
  public Written write(Path directory) throws IOException {
    Files.createDirectories(directory);
    List<Path> files = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    for (Map.Entry<Path, Map<Long, Change>> file : changes.entrySet()) {
      String name = file.getKey().getFileName().toString().replaceFirst("\\.(gz|zst)$", "");
      int same = names.merge(name, 1, Integer::sum);
      Path copy = directory.resolve(same == 1 ? name : same + "-" + name);
      copy(file.getKey(), file.getValue(), copy);
      files.add(copy);
    }
    List<String> lines = new ArrayList<>(Arrays.asList(renumbered));
    lines.add(EventWriter.toLine(new Close(newCounterId, renumbered.length, nowMs)));
    Path own = directory.resolve(newCounterId + ".ndjson");
    Files.write(own, lines, StandardCharsets.UTF_8);
    files.add(own);
    counterIds.add(newCounterId);
    JudgedClicks judged = new JudgedClicks(clicks, verdicts, unfitVerdicts);
    return new Written(renumbered.length, judged, leftOut, files, changes.keySet(), counterIds);
  }

  /** Copies all bytes but those of the lines that change, whatever the others are. */
  private void copy(Path file, Map<Long, Change> lines, Path copy) throws IOException {
    try (InputStream in = unpacked(file);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(copy))) {
      ByteArrayOutputStream changing = new ByteArrayOutputStream();
      long number = 1;
      int changed = 0;
      Change change = lines.get(number);
      int b;
      do {
        b = in.read();
        boolean inLine = b >= 0 && b != '\n';
        if (change != null && inLine) {
          changing.write(b);
        } else if (change != null) {
          out.write(changed(changing.toByteArray(), change, b == '\n', new Place(file, number)));
          changing.reset();
          changed++;
        } else if (b >= 0) {
          out.write(b);
        }
        if (b == '\n') {
          change = lines.get(++number);
        }
      } while (b >= 0);
      requireAsRead(changed == lines.size(), new Place(file, number));
    }
  }

  private static InputStream unpacked(Path file) throws IOException {
    return new BufferedInputStream(Compression.unpacked(file, Files.newInputStream(file)));
  }

  /**
   * What stays of a line in its file.
   *
   * @param hasNewline false for a file's last line that has none
   */
  private byte[] changed(byte[] line, Change change, boolean hasNewline, Place place)
      throws IOException {
    if (change.leaves && change.sequence == Change.NONE) {
      return new byte[0];
    }
    requireAsRead(parsed.read(line, 0, line.length) && parsed.kind() != null, place);
    Judgement judgement = parsed.judgement();
    if (change.clickSequence != Change.NONE) {
      requireAsRead(parsed.isVerdict(), place);
      judgement = new Judgement(judgement.reason(), newCounterId + ":" + change.clickSequence);
    }
    if (change.leaves) {
      renumbered[change.sequence] = toLine(newCounterId, change.sequence, judgement);
      return new byte[0];
    }
    String staying = toLine(parsed.counterId(), parsed.sequence(), judgement);
    return (staying + (hasNewline ? "\n" : "")).getBytes(StandardCharsets.UTF_8);
  }

  private String toLine(String counterId, long sequence, Judgement judgement) {
    return EventWriter.toLine(
        new AdEvent(
            counterId,
            sequence,
            parsed.kind(),
            parsed.adId(),
            parsed.timestampMs(),
            parsed.amountMicros(),
            judgement),
        parsed.visitor());
  }

  private static void requireAsRead(boolean same, Place place) throws IOException {
    if (!same) {
      throw new IOException(
          place
              + " is not the event that was read there before: the file was changed meanwhile. The"
              + " files that were written are not complete. Delete them, and run this again when"
              + " nothing writes to the archives");
    }
  }
}
