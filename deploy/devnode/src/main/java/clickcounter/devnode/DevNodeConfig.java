package clickcounter.devnode;

import io.netty.channel.ChannelHandler;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * How a development node runs.
 *
 * @param data the directory that it alone uses; made if it does not exist
 * @param ports one for each node of the cluster that it plays; all nodes have the same data, and 0
 *     takes a free port
 * @param threads that serve connections, database work included
 * @param clock stamps values and ages tombstones
 * @param door makes what stands before the requests of a connection; null for nothing, as a Riak
 *     node asks for no password when it is installed
 * @param names what the nodes call themselves and each other, one for each port, or none for
 *     made-up ones. Preflists name them, so that a client can tell which nodes are one cluster
 * @param ringLost whether it plays a node that came back without its ring: it knows no bucket type
 *     but the default one
 */
@RecordBuilder
public record DevNodeConfig(
    Path data,
    List<Integer> ports,
    int threads,
    InstantSource clock,
    Supplier<ChannelHandler> door,
    List<String> names,
    boolean ringLost)
    implements DevNodeConfigBuilder.With {

  /** The only address: a node asks for no password unless it has a {@code door}. */
  public static final String HOST = "127.0.0.1";

  public static final int DEFAULT_PORT = 8087;
  private static final int DEFAULT_THREADS = 2;
  private static final int MAX_PORT = 65_535;

  public DevNodeConfig {
    Objects.requireNonNull(data, "data");
    require(!ports.isEmpty(), "no port, expected one for each node");
    ports.forEach(
        port ->
            require(port >= 0 && port <= MAX_PORT, "port=" + port + ", expected 0 to " + MAX_PORT));
    require(threads > 0, "threads=" + threads + ", expected 1 or more");
    Objects.requireNonNull(clock, "clock");
    require(names.stream().noneMatch(String::isBlank), "a node's name is blank in " + names);
    ports = List.copyOf(ports);
    names = List.copyOf(names);
  }

  /** On a free port of the loopback address, with Riak's defaults. */
  public static DevNodeConfig in(Path data) {
    return new DevNodeConfig(
        data, List.of(0), DEFAULT_THREADS, Clock.systemUTC(), null, List.of(), false);
  }

  /** As one node on this port; 0 takes a free one. */
  public DevNodeConfig withPort(int port) {
    return withPorts(List.of(port));
  }

  /**
   * The given names, or made-up ones that tell what it is.
   *
   * @param id of the data directory: nodes with other data are not of the same cluster
   * @throws IllegalArgumentException if names were given, and not one for each port
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

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
