package clickcounter.tools.judge;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What was judged until now, by whom. Copies of a verdict are one. */
public final class PastVerdicts {
  private final Map<String, Map<String, PastVerdict>> byClick = new HashMap<>();
  private final Set<String> counters = new HashSet<>();

  void add(PastVerdict verdict) {
    byClick
        .computeIfAbsent(verdict.clickId(), id -> new HashMap<>(2))
        .putIfAbsent(verdict.eventId(), verdict);
  }

  void addCounter(String counterId) {
    counters.add(counterId);
  }

  /** The counters in the archives that have a verdict or are closed. */
  Set<String> counters() {
    return counters;
  }

  /** Invalidations of the click less its reinstatements, by their author. */
  Map<String, Integer> inForce(Click click) {
    return byClick.getOrDefault(click.id(), Map.of()).values().stream()
        .filter(verdict -> verdict.fits(click))
        .collect(groupingBy(PastVerdict::author, summingInt(PastVerdict::inForce)));
  }
}
