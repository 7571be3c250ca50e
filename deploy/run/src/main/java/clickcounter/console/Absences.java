package clickcounter.console;

import clickcounter.console.Now.Away;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What does not answer, and since when. Thread-safe. */
final class Absences {
  private static final String WORKERS = "the workers";
  private static final String WORKER = "worker ";

  private final Clock clock;
  private final Map<String, Away> away = new TreeMap<>();

  Absences(Clock clock) {
    this.clock = clock;
  }

  synchronized void missing(String what, String why) {
    long sinceMs = away.containsKey(what) ? away.get(what).sinceMs() : clock.millis();
    away.put(what, new Away(what, String.valueOf(why), sinceMs));
  }

  synchronized void found(String what) {
    away.remove(what);
  }

  /** Says which workers do not answer: each by its name, or all together. */
  synchronized void workers(Workers.Round round, List<URI> named) {
    List<String> silent =
        round.answering() == 0
            ? List.of()
            : round.silent().stream().map(worker -> WORKER + worker.getAuthority()).toList();
    away.keySet().removeIf(what -> what.startsWith(WORKER) && !silent.contains(what));
    silent.forEach(what -> missing(what, "its last numbers are shown"));
    if (round.answering() == 0) {
      missing(WORKERS, "none serves metrics at " + named);
    } else {
      found(WORKERS);
    }
  }

  synchronized List<Away> list() {
    return List.copyOf(away.values());
  }
}
