package clickcounter.drill;

import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.check.ArchiveCheck;
import clickcounter.tools.check.ArchiveFindings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The event numbers in archives, as {@code archive check} sees them.
 *
 * @param adEvents lines that are events of ads
 * @param holes missing numbers below the highest of their counter, and whatever else is wrong
 */
record ArchiveNumbers(long adEvents, long holes) {
  private static final ArchiveCheck.CheckLimits LIMITS =
      new ArchiveCheck.CheckLimits(ClockLimit.NONE, Long.MAX_VALUE, true, 1_000);

  static ArchiveNumbers of(Path archive) throws IOException {
    ArchiveFindings findings = new ArchiveFindings(0, finding -> {});
    ArchiveCheck.Summary all =
        new ArchiveCheck(LIMITS, findings, LongRanges::toString)
            .run(ArchiveFiles.find(List.of(archive)), () -> ScanProgress.NONE);
    long wrong = findings.amounts().values().stream().mapToLong(Long::longValue).sum();
    return new ArchiveNumbers(all.events() - all.closedCounters(), wrong);
  }

  /**
   * Requires that the archive has each event that was logged, and each number that was given out.
   *
   * @param logged calls that logs have accepted
   * @throws Breach if it has fewer or more
   */
  void requireAll(long logged) throws Breach {
    if (adEvents != logged || holes > 0) {
      throw new Breach(
          "the logs have accepted %,d events, the archive has %,d with %,d numbers left out"
              .formatted(logged, adEvents, holes));
    }
  }
}
