package clickcounter.devnode;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * How a development node runs.
 *
 * @param host the address it listens on; loopback unless told otherwise, for it has no security of
 *     its own accord
 * @param port 0 takes a free one
 * @param data the directory it alone uses; made if it does not exist
 * @param threads that serve connections; database work included
 * @param tombstoneLife how long a deleted key still counts as deleted rather than unknown; Riak's
 *     {@code delete_mode} is 3 s
 * @param clock stamps values and ages tombstones
 * @param faults misbehaviour to order, for tests and drills
 * @param security null for none, as a Riak has it from the start
 */
public record DevNodeConfig(
    String host,
    int port,
    Path data,
    int threads,
    Duration tombstoneLife,
    InstantSource clock,
    Faults faults,
    Security security) {

  public static final String DEFAULT_HOST = "127.0.0.1";
  public static final int DEFAULT_PORT = 8087;
  private static final int DEFAULT_THREADS = 2;
  private static final Duration DEFAULT_TOMBSTONE_LIFE = Duration.ofSeconds(3);
  private static final int MAX_PORT = 65_535;

  public DevNodeConfig {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(faults, "faults");
    require(!host.isBlank(), "host is blank, expected an address such as 127.0.0.1");
    require(port >= 0 && port <= MAX_PORT, "port=" + port + ", expected 0 to " + MAX_PORT);
    require(threads > 0, "threads=" + threads + ", expected 1 or more");
    require(
        !tombstoneLife.isNegative(), "tombstoneLife=" + tombstoneLife + ", expected zero or more");
  }

  /** On a free port of the loopback address, with Riak's ways. */
  public static DevNodeConfig in(Path data) {
    return new DevNodeConfig(
        DEFAULT_HOST,
        0,
        data,
        DEFAULT_THREADS,
        DEFAULT_TOMBSTONE_LIFE,
        Clock.systemUTC(),
        Faults.NONE,
        null);
  }

  public DevNodeConfig withHost(String newHost) {
    return new DevNodeConfig(newHost, port, data, threads, tombstoneLife, clock, faults, security);
  }

  public DevNodeConfig withPort(int newPort) {
    return new DevNodeConfig(host, newPort, data, threads, tombstoneLife, clock, faults, security);
  }

  public DevNodeConfig withClock(InstantSource newClock) {
    return new DevNodeConfig(host, port, data, threads, tombstoneLife, newClock, faults, security);
  }

  public DevNodeConfig withFaults(Faults newFaults) {
    return new DevNodeConfig(host, port, data, threads, tombstoneLife, clock, newFaults, security);
  }

  public DevNodeConfig withSecurity(Security newSecurity) {
    return new DevNodeConfig(host, port, data, threads, tombstoneLife, clock, faults, newSecurity);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
