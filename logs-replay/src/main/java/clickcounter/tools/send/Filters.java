package clickcounter.tools.send;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.TimeRange;
import java.util.Set;

/**
 * Selects events; an empty set selects all.
 *
 * @param kinds if not empty, events without an ad are excluded
 */
public record Filters(
    TimeRange times, Set<String> counterIds, Set<String> adIds, Set<EventKind> kinds) {
  public static final Filters ALL = new Filters(TimeRange.ALL, Set.of(), Set.of(), Set.of());

  public Filters {
    counterIds = Set.copyOf(counterIds);
    adIds = Set.copyOf(adIds);
    kinds = Set.copyOf(kinds);
  }

  public boolean isAll() {
    return equals(ALL);
  }

  public boolean accept(EventLine event) {
    return times.has(event.timestampMs())
        && (kinds.isEmpty() || event.kind() != null && kinds.contains(event.kind()))
        && acceptCounter(event)
        && (adIds.isEmpty() || adIds.contains(event.adId()));
  }

  /** Whether events of this event's counter are selected, though perhaps not this one. */
  boolean acceptCounter(EventLine event) {
    return counterIds.isEmpty() || counterIds.contains(event.counterId());
  }
}
