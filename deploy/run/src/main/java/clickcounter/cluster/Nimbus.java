package clickcounter.cluster;

import clickcounter.check.ClusterChecks.Room;
import clickcounter.scrape.WorkerAddress;
import clickcounter.scrape.WorkerClient;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/** Calls Nimbus, as {@code storm list}, {@code kill} and {@code deactivate} do. */
public final class Nimbus {
  /** Storm's word for a topology that is paused. */
  public static final String INACTIVE = "INACTIVE";

  private static final int TIMEOUT_MS = 20_000;
  private static final long POLL_MS = 200;

  private final Map<String, Object> configuration;
  private final String advice;

  /**
   * @param cluster settings of Storm, over Storm's defaults
   * @param advice what to check when Nimbus does not answer
   */
  public Nimbus(Map<String, Object> cluster, String advice) {
    this.advice = advice;
    configuration = new HashMap<>(Utils.readDefaultConfig());
    configuration.putAll(cluster);
    // Callers that wait poll.
    configuration.put("storm.nimbus.retry.times", 0);
  }

  private interface ThriftCall<T> {
    T on(org.apache.storm.generated.Nimbus.Iface nimbus) throws TException;
  }

  private <T> T send(ThriftCall<T> call) throws IOException {
    try (NimbusClient client =
        NimbusClient.Builder.withConf(configuration).withTimeout(TIMEOUT_MS).build()) {
      return call.on(client.getClient());
    } catch (TException | RuntimeException e) {
      throw new IOException(
          "Nimbus at %s port %s did not answer, or refused: %s. %s"
              .formatted(
                  configuration.get("nimbus.seeds"),
                  configuration.get("nimbus.thrift.port"),
                  e,
                  advice),
          e);
    }
  }

  public ClusterSummary summary() throws IOException {
    return send(org.apache.storm.generated.Nimbus.Iface::getClusterInfo);
  }

  public List<TopologySummary> topologies() throws IOException {
    return summary().get_topologies();
  }

  /** What commands say of a topology that does not run. */
  public String noTopology(String name) throws IOException {
    String others =
        topologies().stream().map(TopologySummary::get_name).collect(Collectors.joining(", "));
    return "no topology '%s' runs: submit it, or name it with the setting name; %s"
        .formatted(name, others.isEmpty() ? "none runs there" : "these run there: " + others);
  }

  public Optional<TopologySummary> topology(String name) throws IOException {
    return topologies().stream().filter(t -> t.get_name().equals(name)).findFirst();
  }

  /** What slots there are, free ones and those of the topology that the settings name. */
  Room room(Settings settings) throws IOException {
    String name = TopologySettingsTable.name(settings);
    ClusterSummary summary = summary();
    int free =
        summary.get_supervisors().stream()
            .mapToInt(each -> each.get_num_workers() - each.get_num_used_workers())
            .sum();
    int own =
        summary.get_topologies().stream()
            .filter(each -> each.get_name().equals(name))
            .mapToInt(TopologySummary::get_num_workers)
            .sum();
    return new Room(summary.get_supervisors_size(), free, own);
  }

  /** Where the workers of the topology that the settings name serve their metrics. */
  public List<URI> endpoints(Settings settings) throws IOException {
    return endpoints(tasks(TopologySettingsTable.name(settings)), settings);
  }

  /** Where the workers of these tasks serve their metrics. */
  public static List<URI> endpoints(TopologyTasks tasks, Settings settings) {
    return WorkerClient.endpoints(
        tasks.workers(), settings.integer(TopologySettingsTable.METRICS_PORT_OFFSET));
  }

  /**
   * A task of our components with its worker.
   *
   * @param beats whether Nimbus has heard of it from this worker, which then has started
   */
  public record AssignedTask(int id, String component, WorkerAddress worker, boolean beats) {}

  /**
   * What Nimbus knows of a topology's tasks.
   *
   * @param assigned tasks of our components that have a worker, without Storm's own
   * @param lastError the last that a task has reported, as one line; or null
   */
  public record TopologyTasks(List<AssignedTask> assigned, String lastError) {
    static final TopologyTasks NONE = new TopologyTasks(List.of(), null);

    public TopologyTasks {
      assigned = List.copyOf(assigned);
    }

    public Set<WorkerAddress> workers() {
      return assigned.stream().map(AssignedTask::worker).collect(Collectors.toSet());
    }
  }

  /** What it knows of the tasks of a topology; nothing if there is no such topology. */
  public TopologyTasks tasks(String name) throws IOException {
    Optional<TopologySummary> topology = topology(name);
    return topology.isPresent() ? tasks(topology.get()) : TopologyTasks.NONE;
  }

  public TopologyTasks tasks(TopologySummary topology) throws IOException {
    TopologyInfo info = send(nimbus -> nimbus.getTopologyInfo(topology.get_id()));
    List<AssignedTask> tasks = new ArrayList<>();
    for (ExecutorSummary executor : info.get_executors()) {
      String component = executor.get_component_id();
      WorkerAddress worker = new WorkerAddress(executor.get_host(), executor.get_port());
      ExecutorInfo ids = executor.get_executor_info();
      IntStream.rangeClosed(ids.get_task_start(), ids.get_task_end())
          .filter(id -> !component.startsWith("__"))
          .mapToObj(id -> new AssignedTask(id, component, worker, executor.is_set_stats()))
          .forEach(tasks::add);
    }
    return new TopologyTasks(tasks, lastError(info));
  }

  private static String lastError(TopologyInfo info) {
    return info.get_errors().values().stream()
        .flatMap(List::stream)
        .max(Comparator.comparingInt(ErrorInfo::get_error_time_secs))
        .map(
            error ->
                "%s (at %s:%d)"
                    .formatted(rootCause(error.get_error()), error.get_host(), error.get_port()))
        .orElse(null);
  }

  /** The first line of the last cause in the text of a stack trace. */
  static String rootCause(String stackTrace) {
    return stackTrace
        .lines()
        .filter(line -> line.startsWith("Caused by: "))
        .reduce((first, second) -> second)
        .or(() -> stackTrace.lines().findFirst())
        .map(line -> line.replaceFirst("^Caused by: ", ""))
        .orElse("");
  }

  /**
   * Kills a topology: its spouts stop at once, its workers after the wait.
   *
   * @return false if there is no such topology
   */
  public boolean kill(String name, int waitS) throws IOException {
    KillOptions options = new KillOptions();
    options.set_wait_secs(waitS);
    return order(nimbus -> nimbus.killTopologyWithOpts(name, options));
  }

  public interface Order {
    void on(org.apache.storm.generated.Nimbus.Iface nimbus) throws TException;
  }

  /** Gives the order; false if there is no such topology. */
  public boolean order(Order order) throws IOException {
    return send(
        nimbus -> {
          try {
            order.on(nimbus);
            return true;
          } catch (NotAliveException e) {
            return false;
          }
        });
  }

  /** Waits until the topology is gone and its name is free. */
  public void awaitGone(String name, long withinMs) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + withinMs * 1_000_000;
    while (topology(name).isPresent()) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "topology '" + name + "' is not gone after " + withinMs / 1_000 + " s; see its status");
      }
      Thread.sleep(POLL_MS);
    }
  }
}
