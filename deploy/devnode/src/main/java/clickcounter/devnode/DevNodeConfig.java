package clickcounter.devnode;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** How a development node runs. Each {@code with…} gives a changed copy. */
public final class DevNodeConfig implements Cloneable {

  public static final String DEFAULT_HOST = "127.0.0.1";
  public static final int DEFAULT_PORT = 8087;
  static final int MAX_REPLICAS = 9;
  private static final int DEFAULT_THREADS = 2;
  private static final Duration DEFAULT_TOMBSTONE_LIFE = Duration.ofSeconds(3);
  private static final int MAX_PORT = 65_535;

  private final Path data;
  private String host = DEFAULT_HOST;
  private List<Integer> ports = List.of(0);
  private int threads = DEFAULT_THREADS;
  private int replicas = 1;
  private Duration tombstoneLife = DEFAULT_TOMBSTONE_LIFE;
  private InstantSource clock = Clock.systemUTC();
  private Faults faults = Faults.NONE;
  private Security security;
  private List<String> names = List.of();
  private boolean ringLost;

  private DevNodeConfig(Path data) {
    this.data = Objects.requireNonNull(data, "data");
  }

  /**
   * On a free port of the loopback address, with one copy of the data and Riak's ways.
   *
   * @param data the directory that it alone uses; made if it does not exist
   */
  public static DevNodeConfig in(Path data) {
    return new DevNodeConfig(data);
  }

  /** Loopback unless told otherwise, for it has no security of its own accord. */
  public DevNodeConfig withHost(String newHost) {
    require(!newHost.isBlank(), "host is blank, expected an address such as 127.0.0.1");
    return with(copy -> copy.host = newHost);
  }

  /** 0 takes a free one. */
  public DevNodeConfig withPort(int port) {
    return withPorts(List.of(port));
  }

  /** One for each node of a cluster; all have the same data, and 0 takes a free one. */
  public DevNodeConfig withPorts(List<Integer> newPorts) {
    require(!newPorts.isEmpty(), "no port, expected one for each node");
    newPorts.forEach(
        port ->
            require(port >= 0 && port <= MAX_PORT, "port=" + port + ", expected 0 to " + MAX_PORT));
    return with(copy -> copy.ports = List.copyOf(newPorts));
  }

  /** That serve connections; database work included. */
  public DevNodeConfig withThreads(int newThreads) {
    require(newThreads > 0, "threads=" + newThreads + ", expected 1 or more");
    return with(copy -> copy.threads = newThreads);
  }

  /** How many replicas of each key there are, which may differ; 1 for a single copy. */
  public DevNodeConfig withReplicas(int count) {
    require(
        count >= 1 && count <= MAX_REPLICAS,
        "replicas=" + count + ", expected 1 to " + MAX_REPLICAS);
    return with(copy -> copy.replicas = count);
  }

  /**
   * How long a deleted key still counts as deleted rather than unknown; Riak's {@code delete_mode}
   * is 3 s.
   */
  public DevNodeConfig withTombstoneLife(Duration life) {
    require(!life.isNegative(), "tombstoneLife=" + life + ", expected zero or more");
    return with(copy -> copy.tombstoneLife = life);
  }

  /** Stamps values and ages tombstones. */
  public DevNodeConfig withClock(InstantSource newClock) {
    Objects.requireNonNull(newClock, "clock");
    return with(copy -> copy.clock = newClock);
  }

  /** Misbehaviour to order, for tests and drills. */
  public DevNodeConfig withFaults(Faults newFaults) {
    Objects.requireNonNull(newFaults, "faults");
    return with(copy -> copy.faults = newFaults);
  }

  /** Without it there is none, as a Riak has it from the start. */
  public DevNodeConfig withSecurity(Security newSecurity) {
    Objects.requireNonNull(newSecurity, "security");
    return with(copy -> copy.security = newSecurity);
  }

  /**
   * What the nodes call themselves and each other, one for each port. Preflists name them, so that
   * a client can tell which nodes are one cluster.
   */
  public DevNodeConfig withNames(List<String> newNames) {
    require(newNames.stream().noneMatch(String::isBlank), "a node's name is blank in " + newNames);
    return with(copy -> copy.names = List.copyOf(newNames));
  }

  /** As a node that came back without its ring: it knows no bucket type but the default one. */
  public DevNodeConfig withRingLost() {
    return with(copy -> copy.ringLost = true);
  }

  private DevNodeConfig with(Consumer<DevNodeConfig> change) {
    DevNodeConfig copy = copy();
    change.accept(copy);
    return copy;
  }

  private DevNodeConfig copy() {
    try {
      return (DevNodeConfig) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("it is cloneable", e);
    }
  }

  Path data() {
    return data;
  }

  String host() {
    return host;
  }

  List<Integer> ports() {
    return ports;
  }

  int threads() {
    return threads;
  }

  int replicas() {
    return replicas;
  }

  Duration tombstoneLife() {
    return tombstoneLife;
  }

  InstantSource clock() {
    return clock;
  }

  Faults faults() {
    return faults;
  }

  /** Null for none. */
  Security security() {
    return security;
  }

  /**
   * The given names, or made-up ones that tell what it is.
   *
   * @param id of the data directory: nodes with other data are not of the same cluster
   */
  List<String> names(long id) {
    if (names.isEmpty()) {
      String each = "click-counter-devnode%s-%08x@127.0.0.1";
      return IntStream.rangeClosed(1, ports.size())
          .mapToObj(i -> each.formatted(i == 1 ? "" : i, (int) id))
          .toList();
    }
    require(
        names.size() == ports.size(),
        "%d names for %d ports, expected one for each".formatted(names.size(), ports.size()));
    return names;
  }

  boolean ringLost() {
    return ringLost;
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
