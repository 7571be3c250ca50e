package clickcounter.status;

import clickcounter.scrape.ScrapeWindow;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.Round;
import clickcounter.status.SystemStatus.TaskState;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Looks at the metrics of all workers twice. */
final class WorkersWatch {
  private final List<URI> workers;
  private final Clock clock;
  private final WorkerClient client = WorkerClient.ofCommand();
  private final ScrapeWindow window = new ScrapeWindow(Long.MAX_VALUE);
  private final long startNs = System.nanoTime();
  private Round last = new Round(Map.of(), Map.of());

  WorkersWatch(List<URI> workers, Clock clock) {
    this.workers = workers;
    this.clock = clock;
  }

  void look() {
    last = client.metrics(workers);
    window.add(clock.millis(), last.answers());
  }

  /**
   * Looks again, at least so long after the first look.
   *
   * @return null if no worker answers
   */
  TaskState state(Duration watch) throws InterruptedException {
    if (last.answers().isEmpty()) {
      return null;
    }
    TimeUnit.NANOSECONDS.sleep(watch.toNanos() - (System.nanoTime() - startNs));
    look();
    return last.answers().isEmpty() ? null : TaskSurvey.of(last.all(), window, clock.millis());
  }

  /** The workers that did not answer, each with the reason. */
  Map<String, String> missing() {
    return workers.isEmpty() ? Map.of() : last.missing();
  }
}
