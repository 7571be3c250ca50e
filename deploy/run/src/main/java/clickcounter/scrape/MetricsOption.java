package clickcounter.scrape;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Option;

/** Where the workers of a topology serve their metrics. */
public final class MetricsOption {
  @Option(
      names = "--metrics",
      paramLabel = "URL",
      description =
          "Metrics of a worker; repeatable. Default: those of the workers that Nimbus names, each at"
              + " its port + the setting metrics.portOffset")
  private List<URI> metrics = new ArrayList<>();

  /**
   * What was given; empty if Nimbus has to name the workers.
   *
   * @throws IllegalArgumentException if one is wrong
   */
  public List<URI> given() {
    for (URI uri : metrics) {
      if (uri.getHost() == null || !"http".equals(uri.getScheme())) {
        throw new IllegalArgumentException(
            "--metrics: expected a URL such as http://worker1:7700/metrics, got '" + uri + "'");
      }
    }
    return List.copyOf(metrics);
  }

  /** Those of the workers that Nimbus names. */
  public static List<URI> of(Collection<WorkerAddress> workers, int portOffset) {
    return workers.stream()
        .sorted(Comparator.comparing(WorkerAddress::host).thenComparing(WorkerAddress::port))
        .map(worker -> WorkerClient.endpoint(worker, portOffset))
        .toList();
  }
}
