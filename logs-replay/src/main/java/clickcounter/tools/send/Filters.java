package clickcounter.tools.send;

import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.TimeRange;
import java.util.Set;

/** Selects events; an empty set selects all. */
public record Filters(TimeRange times, Set<String> counterIds, Set<String> adIds) {
  public static final Filters ALL = new Filters(TimeRange.ALL, Set.of(), Set.of());

  public Filters {
    counterIds = Set.copyOf(counterIds);
    adIds = Set.copyOf(adIds);
  }

  public boolean accept(EventLine event) {
    return times.has(event.timestampMs())
        && acceptCounter(event)
        && (adIds.isEmpty() || adIds.contains(event.adId()));
  }

  /** Whether events of this event's counter are selected, though perhaps not this one. */
  boolean acceptCounter(EventLine event) {
    return counterIds.isEmpty() || counterIds.contains(event.counterId());
  }
}
