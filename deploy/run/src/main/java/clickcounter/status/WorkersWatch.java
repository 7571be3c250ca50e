package clickcounter.status;

import clickcounter.scrape.ScrapeWindow;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.Round;
import clickcounter.status.SystemStatus.TaskState;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Looks at the metrics of all workers, twice for their rates. */
final class WorkersWatch {
  private final List<URI> workers;
  private final Clock clock;
  private final WorkerClient client = WorkerClient.ofCommand();
  private final ScrapeWindow window = new ScrapeWindow(Long.MAX_VALUE);
  private Round last = new Round(Map.of(), Map.of());

  WorkersWatch(List<URI> workers, Clock clock) {
    this.workers = workers;
    this.clock = clock;
  }

  void look() {
    last = client.metrics(workers);
    window.add(clock.millis(), last.answers());
  }

  /** What the looks tell; null if no worker answers. */
  TaskState state() {
    return last.answers().isEmpty() ? null : TaskState.of(last.all(), window, clock.millis());
  }

  /** The workers that did not answer, each with the reason. */
  Map<String, String> missing() {
    return workers.isEmpty() ? Map.of() : last.missing();
  }
}
