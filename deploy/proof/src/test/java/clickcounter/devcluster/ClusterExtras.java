package clickcounter.devcluster;

import java.util.List;
import java.util.Map;

/**
 * What a cluster for drills has in addition. It is not saved: a program that opens the cluster
 * later does not see it.
 *
 * @param storm settings of Storm, over the cluster's own
 * @param address at which supervisors and workers reach ZooKeeper and Nimbus
 * @param hosts the hosts of supervisors that do not run on this one, by the supervisor's name
 */
public record ClusterExtras(Map<String, Object> storm, String address, Map<String, Host> hosts) {
  public static final String LOOPBACK = "127.0.0.1";

  /** Nothing in addition. */
  public static final ClusterExtras NONE = new ClusterExtras(Map.of(), LOOPBACK, Map.of());

  /** Storm finds a lost worker and a free slot sooner. */
  public static final ClusterExtras SOON =
      NONE.withStorm(
          Map.of("nimbus.monitor.freq.secs", 2, "supervisor.heartbeat.frequency.secs", 2));

  public ClusterExtras {
    storm = Map.copyOf(storm);
    hosts = Map.copyOf(hosts);
  }

  public ClusterExtras withStorm(Map<String, Object> settings) {
    return new ClusterExtras(settings, address, hosts);
  }

  /**
   * A host, or a network namespace that stands for one.
   *
   * @param address at which others reach it
   * @param enter the beginning of a command line that runs a program there, in the same process
   */
  public record Host(String address, List<String> enter) {
    public Host {
      enter = List.copyOf(enter);
    }
  }

  Host host(String process) {
    return hosts.getOrDefault(process, new Host(address, List.of()));
  }
}
