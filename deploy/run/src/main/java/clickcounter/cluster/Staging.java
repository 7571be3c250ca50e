package clickcounter.cluster;

import java.util.List;
import java.util.Map;

/**
 * What a cluster for drills has that others do not. It is not kept: a program that finds the
 * cluster later sees it without.
 *
 * @param storm settings of Storm, over the cluster's own
 * @param supervisorJvm further options of the supervisors' JVMs
 * @param address where ZooKeeper and Nimbus are reached, by supervisors and workers too
 * @param hosts machines of their own; supervisors that are not in it share this one
 * @param node further arguments of the development node
 */
public record Staging(
    Map<String, Object> storm,
    List<String> supervisorJvm,
    String address,
    Map<String, Host> hosts,
    List<String> node) {
  public static final String LOOPBACK = "127.0.0.1";

  /** Nothing but what every cluster has. */
  public static final Staging NONE =
      new Staging(Map.of(), List.of(), LOOPBACK, Map.of(), List.of());

  public Staging {
    storm = Map.copyOf(storm);
    supervisorJvm = List.copyOf(supervisorJvm);
    hosts = Map.copyOf(hosts);
    node = List.copyOf(node);
  }

  public Staging withStorm(Map<String, Object> other) {
    return new Staging(other, supervisorJvm, address, hosts, node);
  }

  public static Staging ofNode(List<String> arguments) {
    return new Staging(Map.of(), List.of(), LOOPBACK, Map.of(), arguments);
  }

  /**
   * A machine, or what stands for one.
   *
   * @param address by which others reach it
   * @param enter a command that runs another one there, in the same process
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
