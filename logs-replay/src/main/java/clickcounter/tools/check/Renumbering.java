package clickcounter.tools.check;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.EventWriter;
import clickcounter.event.Rejected;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.check.ArchiveCheck.Clash;
import clickcounter.tools.check.ArchiveCheck.Place;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes corrected copies of the files in which events have numbers that were taken: of several
 * events with one number the first keeps it, and the others get numbers of a new counter, which is
 * closed behind the last one. The files themselves are not changed.
 */
public final class Renumbering {
  private final String newCounterId;
  private final long nowMs;

  /** Which lines of which files lose their place. */
  private final Map<Path, Set<Long>> moved = new LinkedHashMap<>();

  private final List<String> renumbered = new ArrayList<>();
  private final Set<String> counterIds = new TreeSet<>();
  private int leftOut;

  /**
   * @param clashes that {@link ArchiveCheck} found
   * @param newCounterId that no service uses
   */
  public Renumbering(List<Clash> clashes, String newCounterId, long nowMs) {
    this.newCounterId = newCounterId;
    this.nowMs = nowMs;
    clashes.forEach(this::move);
    clashes.forEach(clash -> counterIds.add(clash.counterId()));
    if (!renumbered.isEmpty()) {
      counterIds.add(newCounterId);
      renumbered.add(EventWriter.toLine(new Close(newCounterId, renumbered.size(), nowMs)));
    }
  }

  private void move(Clash clash) {
    Iterator<Map.Entry<String, Place>> texts = clash.places().entrySet().iterator();
    texts.next(); // keeps its number
    while (texts.hasNext()) {
      Map.Entry<String, Place> other = texts.next();
      moved
          .computeIfAbsent(other.getValue().file(), file -> new HashSet<>())
          .add(other.getValue().line());
      if (event(other.getKey()) instanceof AdEvent event) {
        renumbered.add(
            EventWriter.toLine(
                new AdEvent(
                    newCounterId,
                    renumbered.size(),
                    event.kind(),
                    event.adId(),
                    event.timestampMs(),
                    event.amountMicros())));
      } else {
        leftOut++;
      }
    }
  }

  private static Event event(String line) {
    Event[] parsed = new Event[1];
    new EventParser()
        .parse(
            line,
            new EventSink() {
              @Override
              public void event(Event event) {
                parsed[0] = event;
              }

              @Override
              public void rejected(Rejected rejected) {}
            });
    return parsed[0];
  }

  /** The counters whose documents, and ads, are not those of the files any more. */
  public Set<String> counterIds() {
    return counterIds;
  }

  /** Events that got a new number. */
  public int events() {
    return Math.max(0, renumbered.size() - 1);
  }

  /** Closing events and decisions of operators, which concern no ad and are left out. */
  public int leftOut() {
    return leftOut;
  }

  /** The files that the written ones replace. */
  public Set<Path> replaced() {
    return moved.keySet();
  }

  /**
   * Writes the corrected files and the one of the new counter.
   *
   * @param directory that is empty or not there
   * @return the files that were written
   */
  public List<Path> write(Path directory) throws IOException {
    Files.createDirectories(directory);
    List<Path> written = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    for (Map.Entry<Path, Set<Long>> file : moved.entrySet()) {
      String name = plainName(file.getKey());
      int same = names.merge(name, 1, Integer::sum);
      Path copy = directory.resolve(same == 1 ? name : same + "-" + name);
      copyWithout(file.getKey(), file.getValue(), copy);
      written.add(copy);
    }
    Path own = directory.resolve(newCounterId + ".ndjson");
    Files.write(own, renumbered, StandardCharsets.UTF_8);
    written.add(own);
    return written;
  }

  private static String plainName(Path file) {
    return file.getFileName().toString().replaceFirst("\\.(gz|zst)$", "");
  }

  private static void copyWithout(Path file, Set<Long> lines, Path copy) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(copy, StandardCharsets.UTF_8)) {
      new ArchiveScan(List.of(file), 1, new Troubles(), ScanProgress.NONE)
          .run(
              () ->
                  (event, bytes, from, to, of, number) -> {
                    if (!lines.contains(number)) {
                      write(out, new String(bytes, from, to - from, StandardCharsets.UTF_8));
                    }
                  });
    }
  }

  private static void write(BufferedWriter out, String line) {
    try {
      out.write(line);
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
