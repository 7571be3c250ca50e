package clickcounter.tools.series.files;

import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.documents.CounterReading.IdCursor;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Tells which of the lines that one thread reads is the first of a counted event, and notes all of
 * them in their {@link ArchivedCounter}.
 */
public final class CountedLines {
  private final Function<String, ArchivedCounter> counters;
  private final ByteNames names = new ByteNames();
  private ArchivedCounter[] known = new ArchivedCounter[16];
  private IdCursor[] counted = new IdCursor[16];

  /**
   * @param counters by id, shared by the threads
   */
  public CountedLines(Function<String, ArchivedCounter> counters) {
    this.counters = counters;
  }

  /** Whether the event is counted, and no line had it before. */
  public boolean isFirst(EventLine event) {
    int index = event.counter(names);
    know(index);
    return known[index].add(event) && counted[index].contains(event.sequence());
  }

  private void know(int index) {
    if (index >= known.length) {
      known = Arrays.copyOf(known, index * 2);
      counted = Arrays.copyOf(counted, index * 2);
    }
    if (known[index] == null) {
      known[index] = counters.apply(names.name(index));
      counted[index] = new IdCursor(known[index].counted());
    }
  }
}
