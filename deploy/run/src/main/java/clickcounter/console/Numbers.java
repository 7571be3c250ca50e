package clickcounter.console;

import clickcounter.status.SystemStatus.TaskState;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The figures of the first page, from what the workers say. Not thread-safe. */
final class Numbers {
  private static final long MINUTE_MS = 60_000;

  /** Blocked documents are read once a minute. */
  private static final long LATELY_MS = 180_000;

  private static final String BLOCKED = "blocked_documents_total";
  private static final String UNRECORDED = "unrecorded_marks_total";
  private static final Set<String> RARE = Set.of(BLOCKED, UNRECORDED);
  private static final Predicate<Series> ALL = series -> true;
  private static final Predicate<Series> ADS = series -> series.component.equals("ads");

  private final Window window = new Window(MINUTE_MS);
  private final Window lately = new Window(LATELY_MS);
  private Scrape all = Scrape.EMPTY;
  private int answering;

  /** Takes the answers of a round. Of a worker that does not answer the last totals count. */
  void add(long nowMs, Workers.Round round) {
    window.add(nowMs, round.answers());
    Map<String, Scrape> rare = new HashMap<>();
    round
        .answers()
        .forEach(
            (worker, scrape) ->
                rare.put(worker, scrape.only(series -> RARE.contains(series.name))));
    lately.add(nowMs, rare);
    answering = round.answers().size();
    all = round.answers().values().stream().reduce(Scrape.EMPTY, Scrape::plus);
    for (String worker : round.silent()) {
      all = all.plus(window.counters(worker));
    }
  }

  /** How many workers answer; without any there are no figures. */
  int answering() {
    return answering;
  }

  Now.Events events() {
    return new Now.Events(
        window.rate("counted_events_total", ALL),
        Now.Equation.of(
            all.sum("received_events_total"),
            all.sum("counted_events_total"),
            all.sum("duplicate_events_total"),
            all.sum("rejected_events_total")),
        Now.Equation.of(
            window.growth("received_events_total", ALL),
            window.growth("counted_events_total", ALL),
            window.growth("duplicate_events_total", ALL),
            window.growth("rejected_events_total", ALL)),
        all.sum("pending_events"));
  }

  Now.Puts puts() {
    double putsOfAds = window.growth("puts_total", ADS);
    return new Now.Puts(
        window.rate("puts_total", ALL),
        putsOfAds == 0 ? 0 : window.growth("put_events_total", ADS) / putsOfAds,
        all.sum("puts_total") - all.sum("ended_puts_total"),
        window.growth("ended_puts_total", ended("siblings").or(ended("conflict"))),
        window.growth("ended_puts_total", ended("doubt")),
        window.growth("failed_tuples_total", ALL));
  }

  private static Predicate<Series> ended(String how) {
    return series -> series.end.equals(how);
  }

  Now.Times times() {
    return new Now.Times(
        all.max("pending_oldest_seconds"),
        window.p99("deferral_age_seconds", ADS),
        window.p99("durable_after_seconds", ADS),
        window.p99("put_answer_seconds", ALL));
  }

  /** The same as the command {@code status} knows it. */
  TaskState tasks() {
    Double deferral = window.p99("deferral_age_seconds", ADS);
    return new TaskState(
        answering,
        Math.round(1_000 * all.max("pending_oldest_seconds")),
        deferral == null ? 0 : Math.round(1_000 * deferral),
        window.rate("puts_total", ALL),
        (long) all.sum(BLOCKED),
        (long) lately.growth(BLOCKED, ALL),
        (long) lately.growth(UNRECORDED, ALL));
  }
}
