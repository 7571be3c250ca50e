package clickcounter.simulation;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Visitor;
import clickcounter.service.Archive;
import clickcounter.service.EventLogCounts;
import clickcounter.service.EventLogListener;
import clickcounter.service.EventLogSettings;
import clickcounter.service.EventNotWrittenException;
import clickcounter.service.Journal;
import clickcounter.service.LeftOut;
import clickcounter.service.Sending;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A service on a host of its own: the production's journal and sending, over a disk that fills up
 * and a transport that refuses, is late, and delivers what it said it could not. Its process may
 * die at any moment; it is started again with the next event, as another counter.
 *
 * <p>Holds what the journal says it wrote against what is on the disk, and what was neither sent
 * nor reported as left out against the promise that there is no such thing.
 */
final class SimulatedService implements EventLogListener {
  /** How long a transport that was closed under its sender may take to let go of it. */
  private static final long LET_GO_MS = 1_000;

  private static final long MOST_HANGING_MS = 4_000;
  private static final int MOST_STRANGERS = 5;

  private final Timeline timeline;
  private final Chance chance;
  private final EventLogSettings settings;
  private final Judges judges;
  private final ServiceWatch watch;
  private final Statistics statistics;
  private final SimulatedDisk disk;
  private final List<OpenCounter> counters = new ArrayList<>();
  private final List<String> strangers = new ArrayList<>();
  private Noise noise;
  private boolean queueAway;
  private long aheadMs;
  private OpenCounter current;

  /** Receives what the service did. */
  interface ServiceWatch {
    /** The event is in the archive. */
    void made(Event event, String line);

    /**
     * A message is on the queue.
     *
     * @param strangers those of its lines that the service's log did not make
     */
    void arrived(List<String> lines, List<String> strangers);
  }

  /** One life of the service's process, from its start until it closes its log or dies. */
  private final class OpenCounter implements Journal.LineSink {
    final Journal journal;
    final Sending sending;
    final List<String> written = new ArrayList<>();
    final List<LeftOut> reported = new ArrayList<>();
    final Set<String> arrived = new HashSet<>();
    boolean dead;
    boolean ended;
    boolean underWay;
    long wakesAtMicros = Long.MAX_VALUE;

    OpenCounter() throws IOException {
      Instant start = Instant.ofEpochMilli(clockMs());
      Archive archive =
          Archive.create(settings, disk, SimulatedService.this, start, chance.generator());
      sending = new Sending(archive.counterId(), settings);
      journal = new Journal(settings, archive, SimulatedService.this, this);
    }

    @Override
    public void accept(long sequence, String line) {
      sending.add(sequence, line, nowNs());
      pump();
    }

    /** Does what is due, as the sender's thread would. */
    void pump() {
      if (dead || underWay || ended) {
        return;
      }
      Sending.Next next = sending.next(nowNs());
      reported.addAll(sending.drainReports());
      if (next instanceof Sending.Next.Send send) {
        underWay = true;
        carry(this, send.lines());
      } else if (next instanceof Sending.Next.Wait wait && wait.ns() < Long.MAX_VALUE) {
        wakeAt(timeline.nowMicros() + wait.ns() / 1_000 + 1);
      } else if (next instanceof Sending.Next.End) {
        ended = true;
      }
    }

    private void wakeAt(long atMicros) {
      if (atMicros < wakesAtMicros) {
        wakesAtMicros = atMicros;
        timeline.at(
            atMicros,
            () -> {
              wakesAtMicros = Long.MAX_VALUE;
              pump();
            });
      }
    }

    /** The transport says how sending ended: null for well. */
    void answered(IOException failure) {
      if (dead) {
        return;
      }
      underWay = false;
      if (failure == null) {
        sending.sent();
      } else {
        sending.failed(failure, nowNs());
      }
      reported.addAll(sending.drainReports());
      pump();
    }

    void finish() {
      sending.finish();
      pump();
      timeline.afterMs(settings.closeWaitMs(), this::abandon);
    }

    private void abandon() {
      if (dead || ended) {
        return;
      }
      sending.abandon();
      pump();
      timeline.afterMs(
          LET_GO_MS,
          () -> {
            if (!dead && !ended) {
              sending.leaveOutAll();
              reported.addAll(sending.drainReports());
            }
          });
    }

    boolean isClosed() {
      return !written.isEmpty() && written.get(written.size() - 1).contains("\"close\"");
    }

    Crashed asCrashed() {
      return new Crashed(journal.counterId(), written.size());
    }

    boolean isQuiet() {
      return dead || !underWay && sending.counts(0).waiting() == 0;
    }

    void checkEnd() {
      statistics.checked(Invariant.ARCHIVE);
      if (!disk.lines(journal.counterId()).equals(written)) {
        throw new Violation(
            Invariant.ARCHIVE,
            "at the end the archive of %s holds %s, but what was given out is %s",
            journal.counterId(),
            disk.lines(journal.counterId()),
            written);
      }
      if (!dead) {
        checkSent();
      }
    }

    private void checkSent() {
      statistics.checked(Invariant.SENDING);
      EventLogCounts counts = sending.counts(journal.refused());
      long leftOut = reported.stream().mapToLong(LeftOut::events).sum();
      if (counts.written() != written.size()
          || counts.leftOut() != leftOut
          || counts.sent() + leftOut != written.size()) {
        throw new Violation(
            Invariant.SENDING,
            "%s says %s, but reported as left out %s",
            journal.counterId(),
            counts,
            reported);
      }
      for (int sequence = 0; sequence < written.size(); sequence++) {
        if (!arrived.contains(written.get(sequence)) && !isReported(sequence)) {
          throw new Violation(
              Invariant.SENDING,
              "neither on the queue nor reported as left out: " + written.get(sequence));
        }
      }
    }

    private boolean isReported(long sequence) {
      return reported.stream()
          .anyMatch(r -> r.firstSequence() <= sequence && sequence <= r.lastSequence());
    }
  }

  SimulatedService(
      Timeline timeline,
      Chance chance,
      EventLogSettings settings,
      Noise noise,
      Judges judges,
      ServiceWatch watch,
      Statistics statistics) {
    this.timeline = timeline;
    this.chance = chance;
    this.settings = settings;
    this.noise = noise;
    this.judges = judges;
    this.watch = watch;
    this.statistics = statistics;
    disk = new SimulatedDisk(chance.fork(), noise);
  }

  void endFaults() {
    noise = Noise.NONE;
    disk.setNoise(noise);
    disk.setFull(false);
    disk.killInNextAppend(false);
    queueAway = false;
  }

  void setDiskFull(boolean full) {
    disk.setFull(full);
  }

  void setQueueAway(boolean away) {
    queueAway = away;
  }

  /** The clock is set. */
  void jump(long byMs) {
    statistics.count(Tally.SERVICE_CLOCK_JUMPS);
    aheadMs += byMs;
  }

  private long clockMs() {
    return Script.START_MS + timeline.nowMs() + aheadMs;
  }

  private long nowNs() {
    return TimeUnit.MICROSECONDS.toNanos(timeline.nowMicros());
  }

  /** The id of the counter that writes at present, or wrote last; null before the first. */
  String counterId() {
    return counters.isEmpty() ? null : counters.get(counters.size() - 1).journal.counterId();
  }

  /**
   * A counter that will never close.
   *
   * @param lines in its archive
   */
  record Crashed(String counterId, int lines) {}

  /** The counters of processes that died before they wrote their close. */
  List<Crashed> crashed() {
    return counters.stream()
        .filter(counter -> counter.dead && !counter.isClosed())
        .map(OpenCounter::asCrashed)
        .toList();
  }

  /** The counter that writes at present, as one who takes it for dead sees it; null for none. */
  Crashed present() {
    return current == null ? null : current.asCrashed();
  }

  /** Logs an event, by a counter that is started if there is none. */
  void log(Step.Wish wish) {
    OpenCounter counter = counter();
    if (counter == null) {
      return;
    }
    if (wish.flaw() != Step.Flaw.NONE) {
      strangers.add(wish.badLine(counter.journal.counterId(), counter.written.size(), clockMs()));
      return;
    }
    AdEvent wanted = wanted(wish, counter.journal.counterId(), counter.written.size());
    if (wanted == null) {
      return;
    }
    try {
      AdEvent made =
          counter.journal.write(
              wanted.kind(),
              wanted.adId(),
              wanted.timestampMs(),
              wanted.amountMicros(),
              wanted.judgement(),
              Visitor.UNKNOWN);
      given(counter, wanted, made);
    } catch (EventNotWrittenException e) {
      statistics.count(Tally.REFUSED_EVENTS);
      if (chance.happens(0.3)) {
        close();
      }
    } catch (SimulatedDisk.ProcessDied e) {
      // The line may be there all the same.
      if (disk.endsWith(wanted.counterId(), EventWriter.toLine(wanted))) {
        given(counter, wanted, wanted);
      }
      die();
    }
  }

  private AdEvent wanted(Step.Wish wish, String counterId, long sequence) {
    return wish.kind().isVerdict()
        ? judges.verdict(wish, counterId, sequence, clockMs() + wish.offsetMs())
        : wish.event(counterId, sequence, clockMs());
  }

  private OpenCounter counter() {
    if (current == null) {
      try {
        current = new OpenCounter();
        counters.add(current);
      } catch (IOException e) {
        statistics.count(Tally.REFUSED_EVENTS);
      }
    }
    return current;
  }

  private void given(OpenCounter counter, Event expected, Event made) {
    statistics.checked(Invariant.ARCHIVE);
    if (!made.equals(expected)) {
      throw new Violation(
          Invariant.ARCHIVE, "expected %s to be given out, found %s", expected, made);
    }
    String line = EventWriter.toLine(made);
    counter.written.add(line);
    if (!disk.endsWith(made.counterId(), line)) {
      throw new Violation(Invariant.ARCHIVE, "given out, but not in the archive: " + line);
    }
    statistics.count(Tally.EVENTS);
    if (made instanceof AdEvent e && e.kind().isJudged()) {
      statistics.count(Tally.JUDGED);
    }
    judges.made(made);
    watch.made(made, line);
  }

  /** Closes the log, as a service does that is stopped. */
  void close() {
    OpenCounter counter = current;
    if (counter == null) {
      return;
    }
    current = null;
    Close wanted = new Close(counter.journal.counterId(), counter.written.size(), clockMs());
    try {
      given(counter, wanted, counter.journal.close(clockMs()));
    } catch (EventNotWrittenException e) {
      statistics.count(Tally.REFUSED_EVENTS);
    } catch (SimulatedDisk.ProcessDied e) {
      if (disk.endsWith(wanted.counterId(), EventWriter.toLine(wanted))) {
        given(counter, wanted, wanted);
      }
      end(counter);
      return;
    }
    requireClosed(counter);
    counter.finish();
  }

  private void requireClosed(OpenCounter counter) {
    try {
      counter.journal.write(EventKind.IMPRESSION, "m0", clockMs(), 0, null, Visitor.UNKNOWN);
    } catch (EventNotWrittenException e) {
      return;
    }
    throw new Violation(
        Invariant.ARCHIVE, counter.journal.counterId() + " took an event after it was closed");
  }

  /** The process is no more, nor is what it had not sent. */
  void die() {
    if (current != null) {
      end(current);
      current = null;
    }
  }

  private void end(OpenCounter counter) {
    statistics.count(Tally.DEATHS);
    counter.dead = true;
    disk.killInNextAppend(false);
  }

  /** The process dies while it writes its next event. */
  void dieInNextAppend() {
    disk.killInNextAppend(true);
  }

  private void carry(OpenCounter counter, List<String> lines) {
    boolean fails = queueAway || chance.happens(noise.of(FaultKind.SEND_FAILS));
    long tookMicros =
        fails && chance.happens(0.1)
            ? 1_000 * chance.between(0, MOST_HANGING_MS)
            : chance.skewed(100, 10 * noise.wireMicros());
    if (!fails) {
      arriveAfter(tookMicros, counter, lines);
    } else if (!queueAway && chance.happens(0.5)) {
      // What was reported as failed may be on the queue all the same, or come there late.
      arriveAfter(1_000 * chance.skewed(0, MOST_HANGING_MS), counter, lines);
    }
    IOException failure = fails ? new IOException("simulated: the queue is away") : null;
    timeline.after(tookMicros + 1, () -> counter.answered(failure));
  }

  private void arriveAfter(long micros, OpenCounter counter, List<String> lines) {
    List<String> message = new ArrayList<>(lines);
    List<String> bad = new ArrayList<>();
    while (bad.size() < MOST_STRANGERS && !strangers.isEmpty()) {
      bad.add(strangers.remove(0));
      message.add(chance.below(message.size() + 1), bad.get(bad.size() - 1));
    }
    timeline.after(
        micros,
        () -> {
          counter.arrived.addAll(lines);
          watch.arrived(message, bad);
        });
  }

  boolean isQuiet() {
    return counters.stream().allMatch(OpenCounter::isQuiet);
  }

  void checkEnd() {
    counters.forEach(OpenCounter::checkEnd);
  }

  @Override
  public void leftOut(LeftOut leftOut) {
    throw new IllegalStateException("reports are taken from the sending");
  }

  @Override
  public void sendFailed(String message, Throwable cause) {
    throw new IllegalStateException("nobody sends but the simulation");
  }

  @Override
  public void archiveTrouble(String message, Throwable cause) {
    statistics.count(Tally.ARCHIVE_TROUBLES);
  }
}
