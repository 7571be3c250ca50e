package clickcounter.tools.send;

import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.CounterTable;
import clickcounter.tools.archive.CounterTable.Met;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.EventQueue;
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
 * Sends the events that the counters' documents do not have: those in gaps, those above a counter's
 * highest, and all of unknown counters. An event that is in several files is sent once. A counter's
 * document is read when its first event is found; an event that is counted after that may be sent
 * too, as a harmless duplicate. No events are sent of a counter whose document cannot be read.
 */
public final class MissingReplay {
  private final Documents documents;
  private final Filters filters;
  private final SendRate rate;
  private final int threads;
  private final CounterTable<ReplayedCounter> counters;

  public MissingReplay(Documents documents, Filters filters, SendRate rate, int threads) {
    this.documents = documents;
    this.filters = filters;
    this.rate = rate;
    this.threads = threads;
    this.counters = new CounterTable<>((id, number) -> new ReplayedCounter(documents.counter(id)));
  }

  /**
   * The result for one counter.
   *
   * @param sent ids that are in a file and not counted
   * @param writtenOff ids among the sent ones that were written off
   * @param above how many of the sent ids are above the counter's highest
   * @param inNoFile ids in an open gap and in none of the files
   * @param blocked why the counter's document cannot be read, or null; if set, nothing was sent
   */
  public record Healed(
      LongRanges sent,
      LongRanges writtenOff,
      long above,
      LongRanges inNoFile,
      boolean unknown,
      String blocked) {}

  /**
   * The result of a replay.
   *
   * @param events event lines that the filters accepted
   * @param notMet ids in gaps of counters that have no event in the files, by counter
   */
  public record Result(
      long events,
      long sent,
      SortedMap<String, Healed> counters,
      SortedMap<String, LongRanges> notMet) {
    public long inNoFile() {
      return counters.values().stream().mapToLong(c -> c.inNoFile().size()).sum();
    }

    /**
     * The reasons why documents cannot be read, by counter. No events of these counters were sent.
     */
    public SortedMap<String, String> blocked() {
      SortedMap<String, String> blocked = new TreeMap<>();
      counters.forEach(
          (counterId, healed) -> {
            if (healed.blocked() != null) {
              blocked.put(counterId, healed.blocked());
            }
          });
      return blocked;
    }

    public long notMetEvents() {
      return notMet.values().stream().mapToLong(LongRanges::size).sum();
    }
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

    synchronized boolean find(long sequence) {
      return found.add(sequence);
    }

    synchronized void leaveOut(long sequence) {
      leftOut.add(sequence);
    }
  }

  /** Sends the missing events of these files. */
  public Result run(List<Path> files, EventQueue queue, Troubles troubles, ScanProgress progress)
      throws IOException {
    LineSender sender = new LineSender(queue, LineSender.LINES_A_MESSAGE, rate);
    try {
      List<MissingSink> sinks =
          new ArchiveScan(files, threads, troubles, progress).run(() -> new MissingSink(sender));
      sender.confirm();
      return result(sinks);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Result result(List<MissingSink> sinks) {
    SortedMap<String, Healed> healed = new TreeMap<>();
    long sent = 0;
    for (ReplayedCounter counter : counters.all()) {
      healed.put(counter.reading.counterId(), healed(counter));
      sent += counter.found.size();
    }
    return new Result(
        sinks.stream().mapToLong(sink -> sink.events).sum(), sent, healed, gapsOfCountersNotMet());
  }

  private SortedMap<String, LongRanges> gapsOfCountersNotMet() {
    SortedMap<String, LongRanges> gaps = new TreeMap<>();
    if (filters.counterIds().isEmpty()) {
      Set<String> others = documents.directory();
      others.removeIf(counters::contains);
      for (CounterReading reading : documents.counters(others).values()) {
        if (reading.gaps().missing() > 0) {
          gaps.put(reading.counterId(), reading.gaps().openGaps());
        }
      }
    }
    return gaps;
  }

  private static Healed healed(ReplayedCounter counter) {
    LongRanges inNoFile = counter.reading.gaps().openGaps();
    inNoFile.removeAll(counter.found);
    inNoFile.removeAll(counter.leftOut);
    LongRanges writtenOff = new LongRanges();
    for (Gap gap : counter.reading.gaps().gaps()) {
      if (gap.isWrittenOff()) {
        addCommon(counter.found, gap.from(), gap.to(), writtenOff);
      }
    }
    LongRanges above = counter.found.copy();
    if (counter.reading.next() > 0) {
      above.removeRange(0, counter.reading.next() - 1);
    }
    return new Healed(
        counter.found,
        writtenOff,
        above.size(),
        inNoFile,
        !counter.reading.exists(),
        counter.reading.blocked());
  }

  private static void addCommon(LongRanges ids, long from, long to, LongRanges common) {
    ids.forEachRange(
        (first, last) -> {
          if (first <= to && last >= from) {
            common.addRange(Math.max(first, from), Math.min(last, to));
          }
        });
  }

  /** A counter, as one thread sees it. */
  private record MetCounter(ReplayedCounter replayed, IdCursor counted) {}

  private final class MissingSink implements ArchivedLineSink {
    private final LineSender sender;
    private final Met<MetCounter> met =
        counters.met(c -> new MetCounter(c, new IdCursor(c.counted)));
    private long events;

    MissingSink(LineSender sender) {
      this.sender = sender;
    }

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      boolean accepted = filters.accept(event);
      if (!accepted && !filters.acceptCounter(event)) {
        return;
      }
      events += accepted ? 1 : 0;
      MetCounter counter = met.of(event);
      ReplayedCounter replayed = counter.replayed();
      if (replayed.reading.blocked() != null) {
        // It is unknown what it has counted, and the topology counts nothing of it until the
        // document can be read.
        return;
      }
      long sequence = event.sequence();
      if (counter.counted().contains(sequence)) {
        return;
      }
      if (!accepted) {
        replayed.leaveOut(sequence);
      } else if (replayed.find(sequence)) {
        sender.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
      }
    }
  }
}
