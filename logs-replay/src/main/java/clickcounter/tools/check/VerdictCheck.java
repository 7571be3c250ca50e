package clickcounter.tools.check;

import clickcounter.event.Judgement;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.RepeatedNumbers;
import clickcounter.tools.archive.Troubles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Checks whether verdicts fit their clicks. It is shown all events of archives, and remembers which
 * of them are judged; then the files are read once more for each million of these, or not at all if
 * there is no verdict.
 */
public final class VerdictCheck {
  /** Their clicks and verdicts are in memory at the same time. */
  static final int JUDGED_AT_ONCE = 1_000_000;

  /** The numbers of the events that verdicts judge. Guarded by this. */
  private final RepeatedNumbers judged = new RepeatedNumbers();

  /** Problems that a further reading meets again; the first one has reported them. */
  private final Troubles ignored = new Troubles();

  /** What the archives have of a counter. */
  public interface Archived {
    /** Whether they have all its events, so that there is no other. */
    boolean isComplete();
  }

  /** Remembers what this event judges, if it is a verdict. By any thread. */
  public void add(EventLine event) {
    if (event.isVerdict()) {
      Judgement judgement = event.judgement();
      synchronized (this) {
        judged.add(judgement.clickCounterId(), judgement.clickSequence());
      }
    }
  }

  /**
   * After the first reading: finds verdicts that are wrong.
   *
   * @param counters all of which the archives have any event, by their ids
   */
  public void judge(
      List<Path> files, Map<String, ? extends Archived> counters, ArchiveFindings findings) {
    judge(files, counters, findings, JUDGED_AT_ONCE, () -> ScanProgress.NONE);
  }

  /**
   * The same.
   *
   * @param atOnce how many judged clicks are compared in one reading
   * @param progress of each reading
   */
  synchronized void judge(
      List<Path> files,
      Map<String, ? extends Archived> counters,
      ArchiveFindings findings,
      long atOnce,
      Supplier<? extends ScanProgress> progress) {
    judged.forEachWindow(
        atOnce,
        window -> {
          JudgedClicks clicks = new JudgedClicks(window, counters, findings);
          new ArchiveScan(files, 1, ignored, progress.get()).run(() -> clicks);
          clicks.judge();
        });
  }
}
