package clickcounter.tools.send;

import clickcounter.cli.IoErrors;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.LineReader;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Sends events of files to the queue, unchanged: all, or only what is missing. Safe at any time: an
 * event that is counted already is a duplicate.
 *
 * <p>All are sent in the order of the files. Missing are those that the counters' documents do not
 * have: those in gaps, those above a counter's highest, and all of unknown counters. An event that
 * is in several files is sent once then. A counter's document is read when its first event is
 * found; an event that is counted after that may be sent too. No events are sent of a counter whose
 * document cannot be read.
 */
final class Replay {
  /** Null if all events are sent. */
  private final Documents documents;

  private final Filters filters;
  private final LineSender sender;
  private final Map<String, ReplayedCounter> counters = new HashMap<>();
  private long events;
  private long passedOver;
  private long sent;

  /**
   * @param documents that say what is missing; null to send all
   */
  Replay(Documents documents, Filters filters, LineSender sender) {
    this.documents = documents;
    this.filters = filters;
    this.sender = sender;
  }

  /**
   * What is missing of one counter. Programs read these names as JSON.
   *
   * @param neverSeen whether the counter has no document
   * @param blocked why its document cannot be read, or null; if set, nothing was sent
   * @param aboveHighest how many of the sent ids are above the counter's highest
   * @param sent ids that are in a file and not counted
   * @param writtenOff ids among the sent ones that were written off
   * @param inNoFile ids in an open gap and in none of the files
   */
  record Healed(
      boolean neverSeen,
      String blocked,
      long aboveHighest,
      LongRanges sent,
      LongRanges writtenOff,
      LongRanges inNoFile) {}

  /**
   * The result of a replay. The maps are by counter, and empty if all events are sent.
   *
   * @param events event lines that the filters accepted
   * @param passedOver event lines that they did not
   * @param notMet ids in gaps of counters that have no event in the files
   */
  record Result(
      long events,
      long passedOver,
      long sent,
      SortedMap<String, Healed> counters,
      SortedMap<String, LongRanges> notMet) {
    /** Why documents cannot be read, by counter. */
    SortedMap<String, String> blocked() {
      SortedMap<String, String> why = new TreeMap<>();
      counters.forEach((counterId, healed) -> why.put(counterId, healed.blocked()));
      why.values().removeIf(Objects::isNull);
      return why;
    }

    /** The ids of this kind by counter, of those that have some. */
    SortedMap<String, LongRanges> ids(Function<Healed, LongRanges> which) {
      SortedMap<String, LongRanges> ids = new TreeMap<>();
      counters.forEach((counterId, healed) -> ids.put(counterId, which.apply(healed)));
      ids.values().removeIf(LongRanges::isEmpty);
      return ids;
    }
  }

  /**
   * Sends the events of these files.
   *
   * @throws IOException if the queue takes no more
   */
  Result run(List<Path> files, Troubles troubles, ScanProgress progress) throws IOException {
    try {
      new ArchiveScan(files, troubles, progress).run(this::line);
      sender.confirm();
    } catch (UncheckedIOException e) {
      throw new IOException(
          IoErrors.message(e.getCause())
              + " (the events sent so far are on the queue; --only-missing sends the rest)",
          e);
    }
    SortedMap<String, Healed> healed = new TreeMap<>();
    counters.forEach((counterId, counter) -> healed.put(counterId, counter.healed()));
    return new Result(events, passedOver, sent, healed, gapsOfCountersNotMet());
  }

  private SortedMap<String, LongRanges> gapsOfCountersNotMet() {
    SortedMap<String, LongRanges> gaps = new TreeMap<>();
    if (documents != null && filters.acceptAllCounters()) {
      Set<String> others = documents.directory();
      others.removeAll(counters.keySet());
      documents.counters(others).forEach((id, reading) -> gaps.put(id, reading.gaps().openGaps()));
      gaps.values().removeIf(LongRanges::isEmpty);
    }
    return gaps;
  }

  private void line(EventLine event, LineReader line) {
    boolean accepted = filters.accept(event);
    events += accepted ? 1 : 0;
    passedOver += accepted ? 0 : 1;
    if (documents == null ? accepted : isMissing(event, accepted)) {
      sent++;
      sender.add(line.text());
    }
  }

  /** Whether it is to be sent. What the filters exclude is not, and is in a file all the same. */
  private boolean isMissing(EventLine event, boolean accepted) {
    return (accepted || filters.acceptCounter(event))
        && counters
            .computeIfAbsent(event.counterId(), id -> new ReplayedCounter(documents.counter(id)))
            .find(event.sequence(), accepted);
  }

  private static final class ReplayedCounter {
    private final CounterReading reading;
    private final LongRanges counted;

    /** Not counted, in a file, and accepted by the filters. */
    private final LongRanges found = new LongRanges();

    /** Not counted and in a file, but excluded by the filters. */
    private final LongRanges leftOut = new LongRanges();

    ReplayedCounter(CounterReading reading) {
      this.reading = reading;
      counted = reading.counted();
    }

    /**
     * Returns whether the event is to be sent. Until the document can be read it is unknown what
     * the counter has, and nothing of it is counted.
     */
    boolean find(long sequence, boolean accepted) {
      return reading.blocked() == null
          && !counted.contains(sequence)
          && (accepted ? found : leftOut).add(sequence)
          && accepted;
    }

    Healed healed() {
      LongRanges open = reading.gaps().openGaps();
      LongRanges above = found.copy();
      if (reading.next() > 0) {
        above.removeRange(0, reading.next() - 1);
      }
      LongRanges writtenOff = found.copy();
      writtenOff.removeAll(open);
      writtenOff.removeAll(above);
      open.removeAll(found);
      open.removeAll(leftOut);
      return new Healed(
          !reading.exists(), reading.blocked(), above.size(), found, writtenOff, open);
    }
  }
}
