package clickcounter.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/** Calls Nimbus, as {@code storm list}, {@code kill} and {@code rebalance} do. */
public final class Nimbus {
  private static final int TIMEOUT_MS = 20_000;
  private static final long POLL_MS = 200;

  /** For the end of the workers, after the wait. */
  private static final long END_MS = 120_000;

  /** No topology has a longer message timeout. */
  private static final long DEFAULT_WAIT_MS = 3_600_000;

  private final Map<String, Object> configuration;
  private final String advice;

  /**
   * @param cluster settings of Storm, over Storm's defaults
   * @param advice what to check when Nimbus does not answer
   */
  Nimbus(Map<String, Object> cluster, String advice) {
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
          "Nimbus at "
              + configuration.get("nimbus.seeds")
              + " port "
              + configuration.get("nimbus.thrift.port")
              + " did not answer, or refused: "
              + e
              + ". "
              + advice,
          e);
    }
  }

  /** Storm counts waits in whole seconds; this rounds up. */
  static int seconds(Duration wait) {
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, (wait.toMillis() + 999) / 1_000));
  }

  public ClusterSummary summary() throws IOException {
    return send(org.apache.storm.generated.Nimbus.Iface::getClusterInfo);
  }

  public List<TopologySummary> topologies() throws IOException {
    return summary().get_topologies();
  }

  public Optional<TopologySummary> topology(String name) throws IOException {
    return topologies().stream().filter(t -> t.get_name().equals(name)).findFirst();
  }

  /** The ports of the workers that Nimbus has assigned to a topology. */
  public Set<Integer> ports(String name) throws IOException {
    return executors(name).stream().map(ExecutorSummary::get_port).collect(Collectors.toSet());
  }

  /** A worker by its address. */
  public record WorkerAddress(String host, int port) {}

  /** The workers that Nimbus has assigned to a topology. */
  public Set<WorkerAddress> workers(String name) throws IOException {
    return executors(name).stream()
        .map(executor -> new WorkerAddress(executor.get_host(), executor.get_port()))
        .collect(Collectors.toSet());
  }

  /** The tasks that Nimbus has assigned to the workers at these ports. */
  public Set<Integer> tasks(String name, Set<Integer> ports) throws IOException {
    return executors(name).stream()
        .filter(executor -> ports.contains(executor.get_port()))
        .map(executor -> executor.get_executor_info().get_task_start())
        .collect(Collectors.toSet());
  }

  /** The tasks of our components that are assigned to workers, without Storm's own. */
  public int assignedTasks(String name) throws IOException {
    return executors(name).stream()
        .filter(executor -> !executor.get_component_id().startsWith("__"))
        .mapToInt(
            executor ->
                executor.get_executor_info().get_task_end()
                    - executor.get_executor_info().get_task_start()
                    + 1)
        .sum();
  }

  private List<ExecutorSummary> executors(String name) throws IOException {
    Optional<TopologySummary> topology = topology(name);
    return topology.isEmpty()
        ? List.of()
        : send(nimbus -> nimbus.getTopologyInfo(topology.get().get_id())).get_executors();
  }

  /**
   * Kills a topology: its spouts stop at once, its workers after the wait.
   *
   * @param waitS null for the topology's message timeout
   * @return false if there is no such topology
   */
  public boolean kill(String name, Integer waitS) throws IOException {
    KillOptions options = new KillOptions();
    if (waitS != null) {
      options.set_wait_secs(waitS);
    }
    return send(
        nimbus -> {
          try {
            nimbus.killTopologyWithOpts(name, options);
            return true;
          } catch (NotAliveException e) {
            return false;
          }
        });
  }

  /**
   * Kills a topology, and waits until it is gone.
   *
   * @param waitS null for the topology's message timeout
   * @param killed called before the wait
   * @return false if there is no such topology
   */
  boolean killAndAwait(String name, Integer waitS, Runnable killed)
      throws IOException, InterruptedException {
    if (!kill(name, waitS)) {
      return false;
    }
    killed.run();
    awaitGone(name, END_MS + (waitS == null ? DEFAULT_WAIT_MS : waitS * 1_000L));
    return true;
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

  /**
   * Orders another distribution of a topology.
   *
   * @return false if there is no such topology
   */
  public boolean rebalance(String name, RebalanceOptions options) throws IOException {
    return send(
        nimbus -> {
          try {
            nimbus.rebalance(name, options);
            return true;
          } catch (NotAliveException e) {
            return false;
          }
        });
  }
}
