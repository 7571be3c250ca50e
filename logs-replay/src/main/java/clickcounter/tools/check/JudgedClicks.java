package clickcounter.tools.check;

import clickcounter.event.Judgement;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.RepeatedNumbers.Window;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.check.VerdictCheck.Archived;
import clickcounter.tools.common.Texts;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds verdicts on clicks that do not exist or are others, and clicks with more than one verdict
 * in force. Reads only judged clicks and their verdicts into memory. Not thread-safe.
 */
final class JudgedClicks implements ArchivedLineSink {
  private final Window window;
  private final Map<String, ? extends Archived> counters;
  private final ArchiveFindings findings;
  private final SortedMap<String, OfCounter> clicks = new TreeMap<>();

  /** The clicks of one counter. They share its id. */
  private record OfCounter(String counterId, SortedMap<Long, JudgedClick> clicks) {
    OfCounter(String counterId) {
      this(counterId, new TreeMap<>());
    }

    JudgedClick click(long sequence) {
      return new JudgedClick(counterId, sequence);
    }
  }

  /**
   * @param window the numbers of the clicks
   * @param counters all of which the archives have any event
   */
  JudgedClicks(Window window, Map<String, ? extends Archived> counters, ArchiveFindings findings) {
    this.window = window;
    this.counters = counters;
    this.findings = findings;
  }

  @Override
  public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    if (event.isVerdict()) {
      Judgement judgement = event.judgement();
      String counterId = judgement.clickCounterId();
      if (window.has(counterId, judgement.clickSequence())) {
        click(counterId, judgement.clickSequence()).add(event, file, number);
      }
    }
    if (window.has(event)) {
      click(event.counterId(), event.sequence()).read(event, file, number);
    }
  }

  private JudgedClick click(String counterId, long sequence) {
    OfCounter ofCounter = clicks.computeIfAbsent(counterId, OfCounter::new);
    return ofCounter.clicks().computeIfAbsent(sequence, ofCounter::click);
  }

  /** After the reading. */
  void judge() {
    clicks.values().forEach(this::judge);
  }

  private void judge(OfCounter judged) {
    String counterId = judged.counterId();
    Archived archived = counters.get(counterId);
    boolean complete = archived != null && archived.isComplete();
    long unseen = 0;
    for (JudgedClick click : judged.clicks().values()) {
      if (click.isRead() || complete) {
        click.judge(findings);
      } else {
        unseen += click.verdicts();
        click.judgeUnseen(findings);
      }
    }
    if (unseen > 0) {
      findings.add(Kind.NOT_LOOKED_UP, unseen, counterId, why(unseen, archived != null));
    }
  }

  private static String why(long unseen, boolean hasOthers) {
    String verdicts = Texts.count(unseen, "verdict");
    return hasOthers
        ? verdicts
            + " on events that these files lack: the counter has gaps, or is not closed properly,"
            + " so they may be in other files or still to come"
        : verdicts
            + " on events of this counter, which has none in these files: name its files too";
  }
}
