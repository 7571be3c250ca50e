package clickcounter.tools.series.files;

import clickcounter.cli.NoVerdict;
import clickcounter.ids.LongRanges;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * From which state of a counter the files of a day were made: which of its events may be of the
 * day, by their ids, and which of these were counted.
 */
record CountedIds(String counterId, long first, long last, LongRanges counted) {
  /**
   * The counters from which the files of a day were made; counters that had no part in it are
   * absent.
   */
  static SortedMap<String, CountedIds> read(DayFiles files) {
    SortedMap<String, CountedIds> counters = new TreeMap<>();
    try (CsvRows rows = CsvRows.of(files.counters(), DayFiles.COUNTERS_HEADER)) {
      while (rows.next()) {
        String id = rows.text(0);
        counters.put(id, new CountedIds(id, rows.number(1), rows.number(2), rows.ids(3)));
      }
    }
    return counters;
  }

  /**
   * Whether other events of a day are counted than when its files were made, or that is not known.
   */
  static boolean haveChanged(DayFiles files, long day, Collection<ArchivedCounter> counters) {
    SortedMap<String, CountedIds> then;
    try {
      // An older release had other columns.
      CsvRows.of(files.hours(), DayFiles.HOURS_HEADER).close();
      then = read(files);
    } catch (NoVerdict e) {
      return true;
    }
    return counters.stream().anyMatch(each -> each.hasChanged(day, then.get(each.counterId())));
  }

  boolean has(long sequence) {
    return counted.contains(sequence);
  }

  /**
   * Those of the ids that are from the first to the last; none if the last is the one before the
   * first, as on a day without events between two others.
   */
  static LongRanges within(LongRanges ids, long first, long last) {
    LongRanges within = new LongRanges();
    ids.forEachRange(
        (from, to) -> {
          long least = Math.max(from, first);
          long most = Math.min(to, last);
          if (least <= most) {
            within.addRange(least, most);
          }
        });
    return within;
  }
}
