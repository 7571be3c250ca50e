package clickcounter.devcluster;

import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * The ports of a cluster on this machine, all on 127.0.0.1.
 *
 * @param first 0 for the usual port of each program; otherwise the first of consecutive ports
 */
public record Ports(int first, int supervisors, int slotsPerSupervisor) {
  private static final int ZOOKEEPER = 2181;
  private static final int NIMBUS = 6627;
  private static final int SUPERVISOR = 6628;
  private static final int SLOT = 6700;
  private static final int BROKER = 61_616;
  private static final int RIAK = 8087;
  private static final int FIXED = 4;
  private static final int MAX_PORT = 65_535;
  private static final int LEAST_FIRST = 1024;

  private static final int ONE_FROM = 11_000;
  private static final int SEARCH_FROM = 21_000;
  private static final int SEARCH_TO = 32_000;
  private static final int SEARCH_STEP = 50;

  /** From a worker's port to that of its metrics. */
  private static final int TO_METRICS =
      TopologySettingsTable.defaults().integer(TopologySettingsTable.METRICS_PORT_OFFSET);

  private static final int STEPS_BELOW_METRICS = TO_METRICS / SEARCH_STEP;

  /** Places to search: ports of clusters alternate with as many of their workers' metrics. */
  static final int PLACES = (SEARCH_TO - SEARCH_FROM) / (2 * TO_METRICS) * STEPS_BELOW_METRICS;

  public Ports {
    if (first != 0
        && (first < LEAST_FIRST || last(first, supervisors, slotsPerSupervisor) > MAX_PORT)) {
      throw new IllegalArgumentException(
          "--first-port: expected "
              + LEAST_FIRST
              + " to "
              + MAX_PORT
              + " with room above it for all ports, found "
              + first);
    }
  }

  private static int last(int first, int supervisors, int slots) {
    return first + FIXED + supervisors * (1 + slots) - 1;
  }

  /**
   * Consecutive ports that are free now, and so are those of the workers' metrics. Each process
   * begins to search elsewhere, so that two that start at the same time do not find the same ones.
   *
   * @throws IOException if there are none
   */
  public static Ports free(int supervisors, int slotsPerSupervisor) throws IOException {
    for (int i = 0; i < PLACES; i++) {
      Ports ports =
          new Ports(firstAt((int) ((ownPlace() + i) % PLACES)), supervisors, slotsPerSupervisor);
      if (ports.areFree()) {
        return ports;
      }
    }
    throw new IOException(
        "no free ports from " + SEARCH_FROM + " to " + SEARCH_TO + ": stop programs that use them");
  }

  /** No port of a place is the metrics port of a worker elsewhere: workers take theirs later. */
  static int firstAt(int place) {
    return SEARCH_FROM
        + place / STEPS_BELOW_METRICS * 2 * TO_METRICS
        + place % STEPS_BELOW_METRICS * SEARCH_STEP;
  }

  private static long ownPlace() {
    return ProcessHandle.current().pid();
  }

  /** Whether nobody uses any of these ports now. */
  boolean areFree() {
    return all().allMatch(Ports::isFree);
  }

  /** The consecutive ports, and those of the workers' metrics. */
  IntStream all() {
    IntStream metrics =
        IntStream.range(0, supervisors)
            .flatMap(i -> slots(i).stream().mapToInt(slot -> slot + TO_METRICS));
    return IntStream.concat(
        IntStream.rangeClosed(first, last(first, supervisors, slotsPerSupervisor)), metrics);
  }

  /**
   * One port that is free now, for a server that begins to listen later or again. It is below those
   * that Linux gives to connections, and to servers that ask for any: none of them takes it
   * meanwhile.
   *
   * @throws IOException if there is none
   */
  public static int oneFree() throws IOException {
    int ports = SEARCH_FROM - ONE_FROM;
    int place = ThreadLocalRandom.current().nextInt(ports);
    for (int i = 0; i < ports; i++) {
      int port = ONE_FROM + (place + i) % ports;
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException("no free port from " + ONE_FROM + " to " + SEARCH_FROM);
  }

  public static boolean isFree(int port) {
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
    return first == 0 ? ZOOKEEPER : first;
  }

  public int nimbus() {
    return first == 0 ? NIMBUS : first + 1;
  }

  public int broker() {
    return first == 0 ? BROKER : first + 2;
  }

  public int riak() {
    return first == 0 ? RIAK : first + 3;
  }

  /**
   * @param index from 0
   */
  public int supervisor(int index) {
    return (first == 0 ? SUPERVISOR : first + FIXED) + index;
  }

  /** The ports of the workers of one supervisor. */
  public List<Integer> slots(int supervisor) {
    int base = first == 0 ? SLOT : first + FIXED + supervisors;
    List<Integer> slots = new ArrayList<>();
    for (int i = 0; i < slotsPerSupervisor; i++) {
      slots.add(base + supervisor * slotsPerSupervisor + i);
    }
    return slots;
  }
}
