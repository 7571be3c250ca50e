package clickcounter.console;

import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.MetricSeries;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.ScrapeWindow;
import clickcounter.scrape.WorkerClient;
import clickcounter.status.SystemStatus.TaskState;
import java.util.function.Predicate;

/** The figures of the first page, from what the workers say. Not thread-safe. */
final class Numbers {
  private static final long MINUTE_MS = 60_000;
  private static final Predicate<MetricSeries> ALL = series -> true;
  private static final Predicate<MetricSeries> ADS = series -> series.isOf(Component.ADS);

  private final ScrapeWindow window = new ScrapeWindow(MINUTE_MS);
  private Scrape all = Scrape.EMPTY;
  private int answering;
  private boolean allAnswer;

  /** Takes the answers of a round. For a worker that does not answer, the last totals count. */
  void add(long nowMs, WorkerClient.Round round) {
    window.add(nowMs, round.answers());
    answering = round.answers().size();
    allAnswer = round.silent().isEmpty();
    all = round.all();
    for (String worker : round.silent().keySet()) {
      all = all.plus(window.counters(worker));
    }
  }

  /** How many workers answer; without any there are no figures. */
  int answering() {
    return answering;
  }

  Now.Events events() {
    double countedPerSecond = window.rate(Metric.COUNTED_EVENTS, ALL);
    double pending = all.sum(Metric.PENDING_EVENTS);
    Now.Equation sinceStart = Now.Equation.of(all::sum);
    return new Now.Events(
        countedPerSecond,
        // Workers answer within a second of each other. What is pending in a silent one is unknown.
        sinceStart.fits(allAnswer ? pending : Double.POSITIVE_INFINITY, countedPerSecond)
            ? sinceStart
            : null,
        Now.Equation.of(metric -> window.growth(metric, ALL)),
        pending);
  }

  Now.Puts puts() {
    double putsOfAds = window.growth(Metric.PUTS, ADS);
    return new Now.Puts(
        window.rate(Metric.PUTS, ADS),
        putsOfAds == 0 ? 0 : window.growth(Metric.PUT_EVENTS, ADS) / putsOfAds,
        window.growth(Metric.ENDED_PUTS, series -> series.isLabelled("siblings")),
        window.growth(Metric.ENDED_PUTS, series -> series.isLabelled("doubt")));
  }

  Now.Times times() {
    return new Now.Times(
        all.max(Metric.PENDING_OLDEST_SECONDS),
        window.p99(Metric.DEFERRAL_AGE_SECONDS, ADS),
        window.p99(Metric.DURABLE_AFTER_SECONDS, ADS),
        window.p99(Metric.PUT_ANSWER_SECONDS, ALL));
  }

  /** The same as the command {@code status} knows it. */
  TaskState tasks(long nowMs) {
    return TaskState.of(all, window, nowMs);
  }
}
