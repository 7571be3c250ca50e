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

/** What {@code storm list}, {@code kill} and {@code rebalance} do, as calls of Nimbus. */
public final class Nimbus {
  private static final int TIMEOUT_MS = 20_000;
  private static final long POLL_MS = 200;

  private final Map<String, Object> configuration;

  Nimbus(StormFiles files) {
    configuration = new HashMap<>(Utils.readDefaultConfig());
    configuration.putAll(files.common());
    // Who asks here waits by asking again.
    configuration.put("storm.nimbus.retry.times", 0);
  }

  private interface Call<T> {
    T on(org.apache.storm.generated.Nimbus.Iface nimbus) throws TException;
  }

  private <T> T call(Call<T> call) throws IOException {
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
              + ". Does the cluster run (deploy/clicks cluster status)?",
          e);
    }
  }

  /** Storm counts waits in whole seconds; a part of one is one. */
  static int seconds(Duration wait) {
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, (wait.toMillis() + 999) / 1_000));
  }

  public ClusterSummary summary() throws IOException {
    return call(org.apache.storm.generated.Nimbus.Iface::getClusterInfo);
  }

  public List<TopologySummary> topologies() throws IOException {
    return summary().get_topologies();
  }

  public Optional<TopologySummary> topology(String name) throws IOException {
    return topologies().stream().filter(t -> t.get_name().equals(name)).findFirst();
  }

  /** The ports of the workers that a topology is to have. */
  public Set<Integer> ports(String name) throws IOException {
    return executors(name).stream().map(ExecutorSummary::get_port).collect(Collectors.toSet());
  }

  /** The tasks that the workers at these ports have at present. */
  public Set<Integer> tasks(String name, Set<Integer> ports) throws IOException {
    return executors(name).stream()
        .filter(executor -> ports.contains(executor.get_port()))
        .map(executor -> executor.get_executor_info().get_task_start())
        .collect(Collectors.toSet());
  }

  private List<ExecutorSummary> executors(String name) throws IOException {
    Optional<TopologySummary> topology = topology(name);
    return topology.isEmpty()
        ? List.of()
        : call(nimbus -> nimbus.getTopologyInfo(topology.get().get_id())).get_executors();
  }

  /**
   * Asks for the end of a topology: its spouts stop at once, its workers when the wait is over.
   *
   * @param waitS null for the topology's message timeout
   * @return false when there is no such topology
   */
  public boolean kill(String name, Integer waitS) throws IOException {
    KillOptions options = new KillOptions();
    if (waitS != null) {
      options.set_wait_secs(waitS);
    }
    return call(
        nimbus -> {
          try {
            nimbus.killTopologyWithOpts(name, options);
            return true;
          } catch (NotAliveException e) {
            return false;
          }
        });
  }

  /** Waits until Nimbus has forgotten the topology and its name is free. */
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
   * Spreads a topology anew.
   *
   * @return false when there is no such topology
   */
  public boolean rebalance(String name, RebalanceOptions options) throws IOException {
    return call(
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
