package clickcounter.console;

import clickcounter.cluster.Nimbus;
import clickcounter.cluster.Nimbus.WorkerAddress;
import java.io.IOException;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where the workers of a topology serve their metrics, from what Nimbus has assigned. Nimbus is
 * asked every ten seconds; while it does not answer, the workers are those that it named last.
 */
final class WorkerEndpoints implements Supplier<List<URI>> {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Nimbus nimbus;
  private final String topology;
  private final int portOffset;
  private List<URI> found = List.of();
  private long askedAtNanos = System.nanoTime() - EVERY_NANOS;

  /**
   * @param portOffset from a worker's port to that of its metrics
   */
  WorkerEndpoints(Nimbus nimbus, String topology, int portOffset) {
    this.nimbus = nimbus;
    this.topology = topology;
    this.portOffset = portOffset;
  }

  @Override
  public synchronized List<URI> get() {
    if (System.nanoTime() - askedAtNanos >= EVERY_NANOS) {
      askedAtNanos = System.nanoTime();
      try {
        found =
            nimbus.workers(topology).stream()
                .sorted(
                    Comparator.comparing(WorkerAddress::host).thenComparing(WorkerAddress::port))
                .map(this::endpoint)
                .toList();
      } catch (IOException e) {
        return found;
      }
    }
    return found;
  }

  private URI endpoint(WorkerAddress worker) {
    return URI.create("http://" + worker.host() + ":" + (worker.port() + portOffset) + "/metrics");
  }
}
