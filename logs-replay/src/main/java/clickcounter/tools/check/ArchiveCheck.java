package clickcounter.tools.check;

import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.RepeatedNumbers;
import clickcounter.tools.archive.RepeatedNumbers.Window;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.check.Finding.Kind;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Checks archives. One pass over the files finds everything but whether numbers that occur twice
 * have the same content, and whether verdicts fit their clicks: the files are read once more for
 * each million of these numbers, and for each million of judged clicks. Memory is bounded by the
 * ranges of numbers that each counter has, and by that million.
 *
 * <p>Not thread-safe.
 */
public final class ArchiveCheck {
  private final CheckLimits limits;
  private final ArchiveFindings findings;
  private final Function<LongRanges, String> ids;
  private final SortedMap<String, CheckedCounter> counters = new TreeMap<>();
  private final RepeatedNumbers repeated = new RepeatedNumbers();

  private final VerdictCheck verdicts = new VerdictCheck();

  private final Troubles troubles = new Troubles(this::add);

  /** Problems that the second pass meets again; the first pass has reported them. */
  private final Troubles ignored = new Troubles();

  private long events;
  private long longestLineBytes;

  /**
   * What is plausible.
   *
   * @param times which times are
   * @param backwardsMs by how much the time of a counter's next event may be earlier
   * @param openOk whether a counter without a close notice is fine
   * @param comparedAtOnce how many repeated numbers, or judged clicks, are compared in one pass
   *     over the files
   */
  public record CheckLimits(
      ClockLimit times, long backwardsMs, boolean openOk, int comparedAtOnce) {
    public CheckLimits {
      if (backwardsMs < 0 || comparedAtOnce < 1) {
        throw new IllegalArgumentException(
            "expected 0 ms or more and 1 number or more, got %s and %s"
                .formatted(backwardsMs, comparedAtOnce));
      }
    }
  }

  /**
   * The result, beside the findings.
   *
   * @param longestLineBytes of an event, without its newline
   */
  public record Summary(
      int files, long events, int counters, long closedCounters, long longestLineBytes) {}

  /**
   * @param ids writes numbers for people
   */
  public ArchiveCheck(
      CheckLimits limits, ArchiveFindings findings, Function<LongRanges, String> ids) {
    this.limits = limits;
    this.findings = findings;
    this.ids = ids;
  }

  /**
   * Reads the files.
   *
   * @param progress of each pass over the files
   */
  public Summary run(ArchiveFiles files, Supplier<? extends ScanProgress> progress) {
    // One thread, so that the lines of a counter come in the order of the files.
    new ArchiveScan(files.files(), 1, troubles, progress.get()).run(() -> this::line);
    counters.forEach(this::judge);
    compareRepeated(files, progress);
    verdicts.judge(files.files(), counters, findings, limits.comparedAtOnce(), progress);
    long closed = counters.values().stream().filter(CheckedCounter::isClosed).count();
    return new Summary(files.files().size(), events, counters.size(), closed, longestLineBytes);
  }

  private void add(Trouble trouble) {
    Kind kind =
        switch (trouble.kind()) {
          case BAD_LINE -> Kind.BAD_LINE;
          case HALF_LINE -> Kind.HALF_LINE;
          case CUT_OFF -> Kind.CUT_OFF;
          case UNREADABLE -> Kind.UNREADABLE;
        };
    String line = trouble.line() == 0 ? "" : ":" + trouble.line();
    findings.add(kind, 1, trouble.file() + line, trouble.detail());
  }

  private void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    events++;
    longestLineBytes = Math.max(longestLineBytes, to - from);
    String counterId = event.counterId();
    CheckedCounter counter = counters.computeIfAbsent(counterId, id -> new CheckedCounter());
    if (!counter.add(event)) {
      repeated.add(counterId, event.sequence());
    }
    verdicts.add(event);
    long backMs = counter.backMs(event);
    if (backMs > limits.backwardsMs()) {
      findings.add(
          Kind.BACKWARDS,
          1,
          file + ":" + number,
          "event " + event.eventId() + " is " + backMs + " ms before one with a lower number");
    }
    checkTime(event, file, number);
  }

  private void checkTime(EventLine event, Path file, long number) {
    long ms = event.timestampMs();
    if (!limits.times().allows(ms)) {
      findings.add(
          Kind.TIME,
          1,
          file + ":" + number,
          "event " + event.eventId() + ": " + limits.times().fault(ms));
    }
  }

  private void judge(String counterId, CheckedCounter counter) {
    LongRanges holes = counter.holes();
    if (!holes.isEmpty()) {
      findings.add(Kind.HOLE, holes.size(), counterId, ids.apply(holes));
    }
    if (!counter.isClosed() && !limits.openOk()) {
      findings.add(
          Kind.NOT_CLOSED, 1, counterId, "no close event; if it still runs or died, use --open-ok");
    }
    LongRanges after = counter.afterClose();
    if (!after.isEmpty()) {
      findings.add(
          Kind.AFTER_CLOSE,
          after.size(),
          counterId,
          ids.apply(after) + ", closed at " + counter.closedAt());
    }
  }

  private void compareRepeated(ArchiveFiles files, Supplier<? extends ScanProgress> progress) {
    repeated.forEachWindow(
        limits.comparedAtOnce(),
        window ->
            new ArchiveScan(files.files(), 1, ignored, progress.get())
                .run(() -> new LinesOf(window)));
  }

  /** Compares the contents of these numbers. */
  private final class LinesOf implements ArchivedLineSink {
    private final Window window;
    private final Map<String, Map<Long, First>> firsts = new HashMap<>();

    private record First(long content, Path file, long line) {}

    LinesOf(Window window) {
      this.window = window;
    }

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      if (!window.has(event)) {
        return;
      }
      First here = new First(RepeatedNumbers.content(event, bytes, from, to), file, number);
      First first =
          firsts
              .computeIfAbsent(event.counterId(), id -> new HashMap<>())
              .putIfAbsent(event.sequence(), here);
      if (first != null) {
        boolean same = first.content() == here.content();
        findings.add(
            same ? Kind.REPEATED : Kind.DIFFERENT,
            1,
            file + ":" + number,
            "event %s is also in %s:%s%s"
                .formatted(
                    event.eventId(),
                    first.file(),
                    first.line(),
                    same ? ", and counted once" : ": only one of them is counted"));
      }
    }
  }
}
