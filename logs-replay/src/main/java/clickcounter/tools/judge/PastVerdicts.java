package clickcounter.tools.judge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was judged of a day until now: by this judge, and by others. Copies of a verdict are one.
 */
public final class PastVerdicts {
  private final Map<String, Map<String, PastVerdict>> byClick = new HashMap<>();
  private final Set<String> ownCounters = new HashSet<>();

  void add(PastVerdict verdict) {
    byClick
        .computeIfAbsent(verdict.clickId(), id -> new HashMap<>(2))
        .putIfAbsent(verdict.eventId(), verdict);
  }

  void addCounter(String counterId) {
    ownCounters.add(counterId);
  }

  /** The counters of this judge that the archives have. */
  Set<String> ownCounters() {
    return ownCounters;
  }

  private List<PastVerdict> of(Click click) {
    Map<String, PastVerdict> all = byClick.getOrDefault(click.id(), Map.of());
    return all.values().stream().filter(verdict -> verdict.fits(click)).toList();
  }

  /** Invalidations of the click less its reinstatements: by this judge, or by all others. */
  int inForce(Click click, boolean own) {
    return of(click).stream()
        .filter(verdict -> verdict.isOwn() == own)
        .mapToInt(PastVerdict::inForce)
        .sum();
  }
}
