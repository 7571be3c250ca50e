package clickcounter.local;

import clickcounter.endpoint.PrometheusReporter;
import clickcounter.metrics.Metric;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.WorkerClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The metrics of the topology in this JVM, as its endpoint serves them. */
public final class LocalMetrics {
  private static final WorkerClient CLIENT = new WorkerClient(Duration.ofSeconds(30));

  private LocalMetrics() {}

  /** Where they are served; empty before the topology has started. */
  static List<URI> endpoints() {
    int port = PrometheusReporter.localPort();
    return port == 0 ? List.of() : List.of(URI.create("http://127.0.0.1:" + port + "/metrics"));
  }

  /**
   * What it says now; empty before it has started.
   *
   * @throws IllegalStateException if the endpoint does not answer
   */
  public static Scrape now() {
    WorkerClient.Round round = CLIENT.metrics(endpoints());
    if (!round.silent().isEmpty()) {
      throw new IllegalStateException("the metrics cannot be read: " + round.silent());
    }
    return round.all();
  }

  public static long sum(Metric metric) {
    return (long) now().sum(metric);
  }
}
