package clickcounter.tools.recount;

import clickcounter.cli.Texts;
import clickcounter.ids.LongRanges;
import clickcounter.settings.EventTimesTable;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Archived events that a recount did not count, by counter: the counters' documents do not call
 * them counted.
 *
 * @param writtenOff by operators
 * @param rejectedTimes whose times the topology rejects
 * @param missing all others
 */
public record LeftOut(
    SortedMap<String, LongRanges> writtenOff,
    SortedMap<String, LongRanges> rejectedTimes,
    SortedMap<String, LongRanges> missing) {
  LeftOut() {
    this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }

  /** The numbers of a counter. */
  static LongRanges of(Map<String, LongRanges> all, String counterId) {
    return all.computeIfAbsent(counterId, id -> new LongRanges());
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
        "not counted, because the topology rejects its timestamp (settings %s and %s)"
            .formatted(
                EventTimesTable.EARLIEST_TIMESTAMP_MS.key(),
                EventTimesTable.MAX_CLOCK_AHEAD_MS.key()),
        line);
    say(missing, "not counted yet: archive replay --only-missing sends it", line);
  }

  private static void say(SortedMap<String, LongRanges> events, String why, Consumer<String> line) {
    if (!events.isEmpty()) {
      long count = size(events);
      line.accept(
          Texts.count(count, "archived event") + (count == 1 ? " is " : " each are ") + why + ":");
      name(events, line);
    }
  }

  static long size(SortedMap<String, LongRanges> events) {
    return events.values().stream().mapToLong(LongRanges::size).sum();
  }

  /** Names events, one counter a line. */
  static void name(SortedMap<String, LongRanges> events, Consumer<String> line) {
    Texts.first(
            events.entrySet().stream()
                .map(of -> of.getKey() + ": " + Texts.ids(of.getValue()))
                .toList())
        .forEach(text -> line.accept("  " + text));
  }
}
