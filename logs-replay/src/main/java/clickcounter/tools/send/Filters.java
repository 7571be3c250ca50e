package clickcounter.tools.send;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.EventLine;
import java.util.Set;

/**
 * Selects events; an empty set selects all.
 *
 * @param fromMs the earliest event time
 * @param toMs all event times are before this
 * @param kinds if not empty, events without an ad are excluded
 */
public record Filters(
    long fromMs, long toMs, Set<String> counterIds, Set<String> adIds, Set<EventKind> kinds) {
  public static final Filters ALL = new Filters(0, Long.MAX_VALUE, Set.of(), Set.of(), Set.of());

  public Filters {
    counterIds = Set.copyOf(counterIds);
    adIds = Set.copyOf(adIds);
    kinds = Set.copyOf(kinds);
    if (fromMs >= toMs) {
      throw new IllegalArgumentException(
          "--from must be before --to, got " + fromMs + " and " + toMs + " (ms since 1970)");
    }
  }

  public boolean isAll() {
    return equals(ALL);
  }

  public boolean accept(EventLine event) {
    return event.timestampMs() >= fromMs
        && event.timestampMs() < toMs
        && (kinds.isEmpty() || event.kind() != null && kinds.contains(event.kind()))
        && acceptCounter(event)
        && (adIds.isEmpty() || adIds.contains(event.adId()));
  }

  /** Whether events of this event's counter are selected, though perhaps not this one. */
  boolean acceptCounter(EventLine event) {
    return counterIds.isEmpty() || counterIds.contains(event.counterId());
  }
}
