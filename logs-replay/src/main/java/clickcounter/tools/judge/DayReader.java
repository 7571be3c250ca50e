package clickcounter.tools.judge;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Reads the archives twice: first the clicks of the day and the verdicts on them, then the
 * impressions before these clicks. Memory is needed for the clicks and the verdicts since then
 * alone, some 150 bytes for each click and 400 for each verdict.
 */
public final class DayReader {
  static final long LONGEST_LOOK_BACK_MS = TimeUnit.DAYS.toMillis(1);

  /** A verdict is later than its click, but clocks differ. This is more than enough. */
  private static final long CLOCKS_DIFFER_MS = TimeUnit.DAYS.toMillis(1);

  private final ArchiveFiles files;
  private final Author author;
  private final long fromMs;
  private final int threads;
  private final Troubles troubles = new Troubles();
  private final Troubles sameTroubles = new Troubles();

  /**
   * @param found all files of the judged services, and all that have verdicts
   * @param withinMs how long before the day it reads
   */
  public DayReader(ArchiveFiles found, Author author, long withinMs, int threads) {
    this.author = author;
    this.threads = threads;
    fromMs = author.fromMs() - withinMs;
    files = found;
  }

  /** What was no event, in the files that were read. */
  public Troubles troubles() {
    return troubles;
  }

  /**
   * Reads the clicks and the verdicts.
   *
   * @throws IOException if a file was not read to its end
   */
  public JudgedDay readClicks(ScanProgress progress) throws IOException {
    List<ClicksOfThread> read =
        new ArchiveScan(files.files(), threads, troubles, progress).run(ClicksOfThread::new);
    troubles.requireWhole("Nothing was written");
    PastVerdicts past = new PastVerdicts();
    List<Click> all = new ArrayList<>();
    long firstMs = Long.MAX_VALUE;
    for (ClicksOfThread part : read) {
      all.addAll(part.clicks);
      part.verdicts.forEach(past::add);
      part.judges.forEach(past::addCounter);
      firstMs = Math.min(firstMs, part.firstMs);
    }
    return new JudgedDay(new DayClicks(all, author.fromMs(), firstMs), past);
  }

  /**
   * Reads when the ads of the clicks were shown before.
   *
   * @throws IOException if a file was not read to its end
   */
  public void readImpressions(DayClicks clicks, ScanProgress progress) throws IOException {
    Impressions impressions = new Impressions(clicks, fromMs, author.toMs());
    new ArchiveScan(files.files(), threads, sameTroubles, progress).run(() -> impressions);
    sameTroubles.requireWhole("Nothing was written");
    impressions.end();
  }

  /** The clicks and the verdicts that one thread reads. */
  private final class ClicksOfThread implements ArchivedLineSink {
    private final List<Click> clicks = new ArrayList<>();
    private final List<PastVerdict> verdicts = new ArrayList<>();
    private final Set<String> judges = new HashSet<>();

    /** Millions of clicks share the ids of their counters and ads. */
    private final Map<String, String> names = new HashMap<>();

    private long firstMs = Long.MAX_VALUE;

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      if (event.isVerdict() || event.isClose()) {
        judged(event);
        return;
      }
      long timeMs = event.timestampMs();
      firstMs = Math.min(firstMs, timeMs);
      if (event.kind() == EventKind.CLICK && timeMs >= fromMs && timeMs < author.toMs()) {
        clicks.add(Click.of(event, shared(event.counterId()), shared(event.adId())));
      }
    }

    private void judged(EventLine event) {
      judges.add(event.counterId());
      if (event.isVerdict() && event.timestampMs() >= author.fromMs() - CLOCKS_DIFFER_MS) {
        verdicts.add(PastVerdict.of(event));
      }
    }

    private String shared(String name) {
      return names.computeIfAbsent(name, same -> same);
    }
  }
}
