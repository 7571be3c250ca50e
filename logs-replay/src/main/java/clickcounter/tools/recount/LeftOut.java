package clickcounter.tools.recount;

import clickcounter.ids.LongRanges;
import clickcounter.settings.EventTimesTable;
import clickcounter.tools.common.Texts;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Archived events that a recount did not count, by counter.
 *
 * @param writtenOff by operators
 * @param rejectedTimes whose times the topology rejects
 */
record LeftOut(
    SortedMap<String, LongRanges> writtenOff, SortedMap<String, LongRanges> rejectedTimes) {
  private static final int MOST_NAMED = 20;

  static SortedMap<String, LongRanges> of(
      Collection<RecountedCounter> counters, Function<RecountedCounter, LongRanges> which) {
    SortedMap<String, LongRanges> all = new TreeMap<>();
    for (RecountedCounter counter : counters) {
      if (!which.apply(counter).isEmpty()) {
        all.put(counter.counterId, which.apply(counter));
      }
    }
    return all;
  }

  /** Says for a person what was left out and why. */
  void say(Consumer<String> line) {
    say(
        writtenOff,
        "not counted, because an operator wrote it off. It counts when it comes: archive replay"
            + " --only-missing",
        line);
    say(
        rejectedTimes,
        "not counted, because the topology rejects its timestamp (settings "
            + EventTimesTable.EARLIEST_TIMESTAMP_MS.key()
            + " and "
            + EventTimesTable.MAX_CLOCK_AHEAD_MS.key()
            + ")",
        line);
  }

  private static void say(SortedMap<String, LongRanges> events, String why, Consumer<String> line) {
    if (events.isEmpty()) {
      return;
    }
    long count = events.values().stream().mapToLong(LongRanges::size).sum();
    line.accept(
        Texts.count(count, "archived event") + (count == 1 ? " is " : " each are ") + why + ":");
    events.entrySet().stream()
        .limit(MOST_NAMED)
        .forEach(of -> line.accept("  " + of.getKey() + ": " + Texts.ids(of.getValue())));
    if (events.size() > MOST_NAMED) {
      line.accept("  and of " + Texts.count(events.size() - MOST_NAMED, "more counter"));
    }
  }
}
