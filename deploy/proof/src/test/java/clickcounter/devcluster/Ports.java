package clickcounter.devcluster;

import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * The consecutive ports of a cluster on this machine. All ports that are chosen here are below
 * those that Linux gives to connections, and to servers that ask for any.
 */
public record Ports(int first, int supervisors, int slotsPerSupervisor) {
  private static final int FIXED = 4;
  private static final int MOST = 50;

  private static final int ONE_FROM = 11_000;
  private static final int CLUSTERS_FROM = 21_000;

  /** From a worker's port to that of its metrics. */
  private static final int TO_METRICS =
      TopologySettingsTable.defaults().integer(TopologySettingsTable.METRICS_PORT_OFFSET);

  /** Places for clusters: their ports alternate with as many of their workers' metrics. */
  static final int PLACES = 5 * TO_METRICS / MOST;

  private static final int ATTEMPTS = 1_000;

  public Ports {
    if (first < 1_024 || supervisors < 1 || slotsPerSupervisor < 1) {
      throw new IllegalArgumentException(
          "expected a first port from 1024 on, and a supervisor with a slot, found %d, %d, %d"
              .formatted(first, supervisors, slotsPerSupervisor));
    }
  }

  /**
   * Ports that are free now, and so are those of the workers' metrics.
   *
   * @throws IOException if there are none
   */
  public static Ports free(int supervisors, int slotsPerSupervisor) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      int place = ThreadLocalRandom.current().nextInt(PLACES);
      Ports ports = new Ports(firstAt(place), supervisors, slotsPerSupervisor);
      if (ports.areFree()) {
        return ports;
      }
    }
    throw new IOException("no free ports from " + CLUSTERS_FROM + " on: stop programs there");
  }

  /** No port of a place is the metrics port of a worker elsewhere: workers take theirs later. */
  static int firstAt(int place) {
    int ahead = place * MOST;
    return CLUSTERS_FROM + ahead / TO_METRICS * 2 * TO_METRICS + ahead % TO_METRICS;
  }

  /**
   * One port that is free now, for a server that begins to listen later or again.
   *
   * @throws IOException if there is none
   */
  public static int oneFree() throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(ONE_FROM, CLUSTERS_FROM);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException("no free port from " + ONE_FROM + " to " + CLUSTERS_FROM);
  }

  /** Whether no program uses any of these ports now. */
  boolean areFree() {
    return all().allMatch(Ports::isFree);
  }

  /** The consecutive ports, and those of the workers' metrics. */
  IntStream all() {
    int workers = supervisors * slotsPerSupervisor;
    int firstSlot = first + FIXED + supervisors;
    return IntStream.concat(
        IntStream.range(first, firstSlot + workers),
        IntStream.range(firstSlot, firstSlot + workers).map(slot -> slot + TO_METRICS));
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // A port that a program has just closed may be reused.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  public int zookeeper() {
    return first;
  }

  public int nimbus() {
    return first + 1;
  }

  public int broker() {
    return first + 2;
  }

  public int riak() {
    return first + 3;
  }

  /**
   * @param index from 0
   */
  public int supervisor(int index) {
    return first + FIXED + index;
  }

  /** The ports of the workers of one supervisor. */
  public List<Integer> slots(int supervisor) {
    int from = first + FIXED + supervisors + supervisor * slotsPerSupervisor;
    return IntStream.range(from, from + slotsPerSupervisor).boxed().toList();
  }
}
