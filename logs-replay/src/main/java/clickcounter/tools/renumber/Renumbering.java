package clickcounter.tools.renumber;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventWriter;
import clickcounter.tools.archive.Compression;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.renumber.Clashes.Clash;
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
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes corrected copies of the files in which events have numbers that were taken: of several
 * events with one number the first keeps it, and the others get numbers of a new counter, which is
 * closed behind the last one. The files themselves are not changed.
 */
public final class Renumbering {
  private final String newCounterId;
  private final long nowMs;
  private final Set<String> counterIds = new TreeSet<>();

  /** Lines that leave their file; true for the one of several copies that gets the new number. */
  private final Map<Path, Map<Long, Boolean>> moved = new TreeMap<>();

  private final List<String> renumbered = new ArrayList<>();
  private int leftOut;

  /**
   * @param newCounterId that no service uses
   */
  public Renumbering(List<Clash> clashes, String newCounterId, long nowMs) {
    this.newCounterId = newCounterId;
    this.nowMs = nowMs;
    clashes.forEach(this::move);
  }

  private void move(Clash clash) {
    counterIds.add(clash.counterId());
    Iterator<List<Place>> events = clash.events().iterator();
    events.next(); // keeps its number
    while (events.hasNext()) {
      List<Place> copies = events.next();
      for (Place place : copies) {
        moved
            .computeIfAbsent(place.file(), file -> new HashMap<>())
            .put(place.line(), place.equals(copies.get(0)));
      }
    }
  }

  /** The files that have lines which get new numbers. */
  Set<Path> replaced() {
    return moved.keySet();
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
      int events, int leftOut, List<Path> files, Set<Path> replaced, Set<String> counterIds) {}

  /**
   * Writes the corrected files and the one of the new counter.
   *
   * @param directory that is empty or not there
   */
  public Written write(Path directory) throws IOException {
    Files.createDirectories(directory);
    List<Path> files = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    for (Map.Entry<Path, Map<Long, Boolean>> file : moved.entrySet()) {
      String name = file.getKey().getFileName().toString().replaceFirst("\\.(gz|zst)$", "");
      int same = names.merge(name, 1, Integer::sum);
      Path copy = directory.resolve(same == 1 ? name : same + "-" + name);
      copy(file.getKey(), file.getValue(), copy);
      files.add(copy);
    }
    int events = renumbered.size();
    renumbered.add(EventWriter.toLine(new Close(newCounterId, events, nowMs)));
    Path own = directory.resolve(newCounterId + ".ndjson");
    Files.write(own, renumbered, StandardCharsets.UTF_8);
    files.add(own);
    counterIds.add(newCounterId);
    return new Written(events, leftOut, files, moved.keySet(), counterIds);
  }

  /** Copies all bytes but those of the lines that leave the file, whatever the others are. */
  private void copy(Path file, Map<Long, Boolean> lines, Path copy) throws IOException {
    try (InputStream in = unpacked(file);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(copy))) {
      EventLine event = new EventLine();
      ByteArrayOutputStream moving = new ByteArrayOutputStream();
      long number = 1;
      Boolean first = lines.get(number);
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (first == null) {
          out.write(b);
        } else if (b != '\n') {
          moving.write(b);
        }
        if (b == '\n') {
          renumberIfFirst(first, moving, event);
          first = lines.get(++number);
        }
      }
      renumberIfFirst(first, moving, event);
    }
  }

  private static InputStream unpacked(Path file) throws IOException {
    return new BufferedInputStream(Compression.unpacked(Files.newInputStream(file)));
  }

  /**
   * @param first null for a line that stays, false for a copy of one that moves
   */
  private void renumberIfFirst(Boolean first, ByteArrayOutputStream moving, EventLine event) {
    if (first != null && first && event.read(moving.toByteArray(), 0, moving.size())) {
      renumber(event);
    }
    moving.reset();
  }

  private void renumber(EventLine event) {
    if (event.kind() == null) {
      leftOut++;
      return;
    }
    renumbered.add(
        EventWriter.toLine(
            new AdEvent(
                newCounterId,
                renumbered.size(),
                event.kind(),
                event.adId(),
                event.timestampMs(),
                event.amountMicros(),
                event.judgement()),
            event.visitor()));
  }
}
