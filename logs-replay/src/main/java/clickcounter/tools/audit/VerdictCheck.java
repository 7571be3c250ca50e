package clickcounter.tools.audit;

import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.RepeatedNumbers;
import clickcounter.tools.archive.RepeatedNumbers.Window;
import clickcounter.tools.archive.Troubles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts verdicts that do not fit their clicks. It is shown all events of archives, and remembers
 * which of them are judged; then the files are read once more for each million of these, or not at
 * all if there is no verdict.
 */
final class VerdictCheck {
  /** Their clicks and verdicts are in memory at the same time. */
  private static final int JUDGED_AT_ONCE = 1_000_000;

  /** The numbers of the events that verdicts judge. Guarded by this. */
  private final RepeatedNumbers judged = new RepeatedNumbers();

  /** Problems that a further reading meets again; the first one has reported them. */
  private final Troubles ignored = new Troubles();

  private long wrong;
  private long notLookedUp;

  /** Remembers what this event judges, if it is a verdict. By any thread. */
  void add(EventLine event) {
    if (event.isVerdict()) {
      Judgement judgement = event.judgement();
      synchronized (this) {
        judged.add(judgement.clickCounterId(), judgement.clickSequence());
      }
    }
  }

  /**
   * After the first reading: judges the verdicts.
   *
   * @param counters all of which the archives have any event, by their ids
   */
  synchronized void judge(List<Path> files, Map<String, AuditedCounter> counters) {
    judged.forEachWindow(
        JUDGED_AT_ONCE,
        window -> {
          JudgedClicks clicks = new JudgedClicks(window);
          new ArchiveScan(files, 1, ignored, ScanProgress.NONE).run(() -> clicks);
          clicks.byCounter.forEach((id, ofCounter) -> judge(ofCounter, counters.get(id)));
        });
  }

  private void judge(Map<Long, JudgedClick> clicks, AuditedCounter counter) {
    boolean isComplete = counter != null && counter.isComplete();
    for (JudgedClick click : clicks.values()) {
      boolean isLookedUp = click.isRead || isComplete;
      notLookedUp += isLookedUp ? 0 : click.verdicts.size();
      wrong += click.wrong(isLookedUp);
    }
  }

  /** How many verdicts are on no click or unlike it, or too many. */
  long wrong() {
    return wrong;
  }

  /** How many are on events that the files lack, but that may be in others. */
  long notLookedUp() {
    return notLookedUp;
  }

  /** What a verdict and its click must agree on. */
  private record Charge(String adId, long costMicros) {
    static Charge of(EventLine event) {
      return new Charge(event.adId(), event.amountMicros());
    }
  }

  private record Verdict(String eventId, long invalidClicks, Charge charge) {}

  private static final class JudgedClick {
    private final List<Verdict> verdicts = new ArrayList<>(1);
    private boolean isRead;

    /** Null if the event is no click, or before it is read. */
    private Charge charge;

    /** Copies of a verdict count once. */
    void add(Verdict verdict) {
      if (verdicts.stream().noneMatch(v -> v.eventId().equals(verdict.eventId()))) {
        verdicts.add(verdict);
      }
    }

    /** The event itself. Only the first of several with its number is counted. */
    void read(EventLine event) {
      charge = !isRead && event.kind() == EventKind.CLICK ? Charge.of(event) : charge;
      isRead = true;
    }

    /**
     * How many are wrong.
     *
     * @param isLookedUp otherwise they are taken for verdicts that fit
     */
    long wrong(boolean isLookedUp) {
      Set<Charge> charges = new HashSet<>(verdicts.stream().map(Verdict::charge).toList());
      long wrong = 0;
      for (Charge each : charges) {
        long inForce =
            verdicts.stream()
                .filter(verdict -> verdict.charge().equals(each))
                .mapToLong(Verdict::invalidClicks)
                .sum();
        boolean fits = !isLookedUp || each.equals(charge);
        wrong += fits && inForce > 0 ? inForce - 1 : Math.abs(inForce);
      }
      return wrong;
    }
  }

  private static final class JudgedClicks implements ArchivedLineSink {
    private final Window window;
    private final Map<String, Map<Long, JudgedClick>> byCounter = new HashMap<>();

    JudgedClicks(Window window) {
      this.window = window;
    }

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      if (event.isVerdict()) {
        Judgement on = event.judgement();
        if (window.has(on.clickCounterId(), on.clickSequence())) {
          click(on.clickCounterId(), on.clickSequence())
              .add(new Verdict(event.eventId(), event.kind().invalidClicks(), Charge.of(event)));
        }
      }
      if (window.has(event)) {
        click(event.counterId(), event.sequence()).read(event);
      }
    }

    private JudgedClick click(String counterId, long sequence) {
      return byCounter
          .computeIfAbsent(counterId, id -> new HashMap<>())
          .computeIfAbsent(sequence, number -> new JudgedClick());
    }
  }
}
