package clickcounter.tools.send;

import clickcounter.cli.IoErrors;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.CounterTable;
import clickcounter.tools.archive.CounterTable.Met;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.CounterReading.IdCursor;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

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
  private final CounterTable<ReplayedCounter> counters;

  /**
   * @param documents that say what is missing; null to send all
   */
  Replay(Documents documents, Filters filters, LineSender sender) {
    this.documents = documents;
    this.filters = filters;
    this.sender = sender;
    this.counters = new CounterTable<>(id -> new ReplayedCounter(documents.counter(id)));
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
    long inNoFile() {
      return counters.values().stream().mapToLong(c -> c.inNoFile().size()).sum();
    }

    boolean isBlocked() {
      return counters.values().stream().anyMatch(healed -> healed.blocked() != null);
    }

    long notMetEvents() {
      return notMet.values().stream().mapToLong(LongRanges::size).sum();
    }
  }

  /**
   * Sends the events of these files.
   *
   * @throws IOException if the queue takes no more
   */
  Result run(List<Path> files, Troubles troubles, ScanProgress progress) throws IOException {
    // All lines are sent in their order: by one thread.
    int threads = documents == null ? 1 : Runtime.getRuntime().availableProcessors();
    try {
      List<Sink> sinks = new ArchiveScan(files, threads, troubles, progress).run(Sink::new);
      sender.confirm();
      return result(sinks);
    } catch (UncheckedIOException e) {
      throw interrupted(e.getCause());
    } catch (IOException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(IOException e) {
    return new IOException(
        IoErrors.message(e)
            + " (the events sent so far are on the queue; --only-missing sends the rest)",
        e);
  }

  private Result result(List<Sink> sinks) {
    SortedMap<String, Healed> healed = new TreeMap<>();
    counters.byId().forEach((counterId, counter) -> healed.put(counterId, counter.healed()));
    return new Result(
        sinks.stream().mapToLong(sink -> sink.events).sum(),
        sinks.stream().mapToLong(sink -> sink.passedOver).sum(),
        sinks.stream().mapToLong(sink -> sink.sent).sum(),
        healed,
        gapsOfCountersNotMet());
  }

  private SortedMap<String, LongRanges> gapsOfCountersNotMet() {
    SortedMap<String, LongRanges> gaps = new TreeMap<>();
    if (documents != null && filters.acceptAllCounters()) {
      Set<String> others = documents.directory();
      others.removeIf(counters.byId()::containsKey);
      for (CounterReading reading : documents.counters(others).values()) {
        if (reading.gaps().missing() > 0) {
          gaps.put(reading.counterId(), reading.gaps().openGaps());
        }
      }
    }
    return gaps;
  }

  private static final class ReplayedCounter {
    final CounterReading reading;
    final LongRanges counted;

    /** Not counted, in a file, and accepted by the filters. */
    final LongRanges found = new LongRanges();

    /** Not counted and in a file, but excluded by the filters. */
    final LongRanges leftOut = new LongRanges();

    ReplayedCounter(CounterReading reading) {
      this.reading = reading;
      counted = reading.counted();
    }

    /** Returns whether the event is to be sent. */
    synchronized boolean find(long sequence, boolean accepted) {
      return (accepted ? found : leftOut).add(sequence) && accepted;
    }

    Healed healed() {
      LongRanges inNoFile = reading.gaps().openGaps();
      inNoFile.removeAll(found);
      inNoFile.removeAll(leftOut);
      LongRanges writtenOff = new LongRanges();
      for (Gap gap : reading.gaps().gaps()) {
        if (gap.isWrittenOff()) {
          addCommon(found, gap.from(), gap.to(), writtenOff);
        }
      }
      LongRanges above = found.copy();
      if (reading.next() > 0) {
        above.removeRange(0, reading.next() - 1);
      }
      return new Healed(
          !reading.exists(), reading.blocked(), above.size(), found, writtenOff, inNoFile);
    }

    private static void addCommon(LongRanges ids, long from, long to, LongRanges common) {
      ids.forEachRange(
          (first, last) -> {
            if (first <= to && last >= from) {
              common.addRange(Math.max(first, from), Math.min(last, to));
            }
          });
    }
  }

  /** A counter, as one thread sees it. */
  private record MetCounter(ReplayedCounter replayed, IdCursor counted) {}

  private final class Sink implements ArchivedLineSink {
    private final Met<MetCounter> met =
        counters.met(c -> new MetCounter(c, new IdCursor(c.counted)));
    private long events;
    private long passedOver;
    private long sent;

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      boolean accepted = filters.accept(event);
      if (accepted) {
        events++;
      } else {
        passedOver++;
      }
      if (documents == null ? accepted : isMissing(event, accepted)) {
        sent++;
        sender.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
      }
    }

    /** Whether it is to be sent. What the filters exclude is not, and is in a file all the same. */
    private boolean isMissing(EventLine event, boolean accepted) {
      if (!accepted && !filters.acceptCounter(event)) {
        return false;
      }
      MetCounter counter = met.of(event);
      // Of a blocked counter it is unknown what it has counted, and the topology counts nothing of
      // it until the document can be read.
      return counter.replayed().reading.blocked() == null
          && !counter.counted().contains(event.sequence())
          && counter.replayed().find(event.sequence(), accepted);
    }
  }
}
