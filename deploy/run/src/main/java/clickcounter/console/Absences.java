package clickcounter.console;

import clickcounter.console.Now.Away;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What does not answer, and since when. Thread-safe. */
final class Absences {
  private final Clock clock;
  private final Map<String, Map<String, Away>> groups = new TreeMap<>();

  Absences(Clock clock) {
    this.clock = clock;
  }

  /** Records which members of the group do not answer, and why; clears the others. */
  synchronized void away(String group, Map<String, String> reasons) {
    Map<String, Away> before = groups.getOrDefault(group, Map.of());
    Map<String, Away> now = new TreeMap<>();
    reasons.forEach(
        (what, why) -> {
          long sinceMs = before.containsKey(what) ? before.get(what).sinceMs() : clock.millis();
          now.put(what, new Away(what, why, sinceMs));
        });
    groups.put(group, now);
  }

  /** This does not answer, or it does if the reason is null. */
  void away(String what, String why) {
    away(what, why == null ? Map.of() : Map.of(what, why));
  }

  synchronized List<Away> all() {
    return groups.values().stream().flatMap(group -> group.values().stream()).toList();
  }
}
