package clickcounter.tools.series.files;

import clickcounter.tools.archive.CounterTable.Met;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.documents.CounterReading.IdCursor;
import java.util.function.Function;

/**
 * Tells which of the lines that one thread reads is the first of a counted event, and notes all of
 * them in their {@link ArchivedCounter}.
 */
public final class CountedLines {
  private final Met<Counter> met;

  /** A counter, as this thread sees it. */
  private record Counter(ArchivedCounter archived, IdCursor counted) {
    static Counter of(ArchivedCounter archived) {
      return new Counter(archived, new IdCursor(archived.counted()));
    }
  }

  /**
   * @param counters by id, shared by the threads
   */
  public CountedLines(Function<String, ArchivedCounter> counters) {
    met = new Met<>(id -> Counter.of(counters.apply(id)));
  }

  /** Whether the event is counted, and no line had it before. */
  public boolean isFirst(EventLine event) {
    Counter counter = met.of(event);
    return counter.archived().add(event) && counter.counted().contains(event.sequence());
  }
}
