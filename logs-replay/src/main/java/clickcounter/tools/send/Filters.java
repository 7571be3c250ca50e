package clickcounter.tools.send;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.EventLine;
import java.util.Set;

/**
 * Which events are meant; an empty set means all.
 *
 * @param fromMs event time of the first
 * @param toMs event time before which the last lies
 * @param kinds when given, events that concern no ad are not meant
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

  /** Whether events of its counter are meant, if perhaps not this one. */
  boolean acceptCounter(EventLine event) {
    return counterIds.isEmpty() || counterIds.contains(event.counterId());
  }
}
