package clickcounter.drill;

import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The event numbers in archives.
 *
 * @param adEvents lines that are events of ads
 * @param holes missing numbers below the highest of their counter, lines with a number that another
 *     one has, and whatever is no event
 */
record ArchiveNumbers(long adEvents, long holes) {
  static ArchiveNumbers of(Path archive) throws IOException {
    Troubles troubles = new Troubles();
    Map<String, LongRanges> numbers = new HashMap<>();
    long[] adEvents = new long[1];
    long[] holes = new long[1];
    new ArchiveScan(ArchiveFiles.find(List.of(archive)).files(), troubles, ScanProgress.NONE)
        .run(
            (event, line) -> {
              LongRanges ofCounter =
                  numbers.computeIfAbsent(event.counterId(), id -> new LongRanges());
              holes[0] += ofCounter.add(event.sequence()) ? 0 : 1;
              adEvents[0] += event.kind() == null ? 0 : 1;
            });
    for (LongRanges ofCounter : numbers.values()) {
      holes[0] += ofCounter.last() + 1 - ofCounter.size();
    }
    return new ArchiveNumbers(adEvents[0], holes[0] + troubles.total());
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
