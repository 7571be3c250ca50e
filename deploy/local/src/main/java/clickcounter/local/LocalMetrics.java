package clickcounter.local;

import clickcounter.endpoint.PrometheusReporter;
import clickcounter.metrics.Metric;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.WorkerAnswer;
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
    return Scrape.read(text());
  }

  /** The same as text. */
  static String text() {
    List<WorkerAnswer> answers = CLIENT.ask(endpoints());
    if (answers.isEmpty()) {
      return "";
    }
    WorkerAnswer answer = answers.get(0);
    if (answer.why() != null) {
      throw new IllegalStateException(
          "the metrics at " + answer.from() + " cannot be read: " + answer.why());
    }
    return answer.body();
  }

  /** The sum over all tasks. */
  public static long sum(Metric metric) {
    return (long) now().sum(metric);
  }
}
