package clickcounter.riak;

import static clickcounter.event.EventLimits.requireAtLeast;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * How to reach Riak, and the limits of its use. Serialised with the topology, so it holds the
 * places of secrets and never the secrets.
 *
 * @param nodes {@code host:port} each, all in one cluster; calls go to the least busy one
 * @param operationTimeoutMs from a call to its answer, including the wait for a connection. {@code
 *     maxConnections} should be above the callers' calls in flight, so that none waits
 * @param connectTimeoutMs for opening one connection
 * @param maxConnections per node. A connection carries one call at a time, so this limits the calls
 *     in flight; further calls wait, within {@code operationTimeoutMs}
 * @param credentials {@link Credentials#NONE} for a Riak without security
 */
@RecordBuilder
public record RiakSettings(
    List<String> nodes,
    String bucketType,
    Quorum quorum,
    int operationTimeoutMs,
    int connectTimeoutMs,
    int maxConnections,
    Credentials credentials)
    implements Serializable, RiakSettingsBuilder.With {

  public static final String DEFAULT_NODE = "127.0.0.1:8087";

  static final int DEFAULT_OPERATION_TIMEOUT_MS = 10_000;

  /** A node that is there answers in milliseconds, or after a second if a packet was lost. */
  static final int DEFAULT_CONNECT_TIMEOUT_MS = 3_000;

  /**
   * More than a worker has calls in flight (64 puts and 64 reads of ads, 64 of counters), so that
   * one node can take all of them while the others are away.
   */
  static final int DEFAULT_MAX_CONNECTIONS = 256;

  private static final int MAX_PORT = 65_535;

  public RiakSettings {
    nodes = List.copyOf(nodes);
    require(!nodes.isEmpty(), "riak.nodes is empty, expected host:port, separated by commas");
    nodes.forEach(RiakSettings::requireHostAndPort);
    require(
        bucketType != null && !bucketType.isBlank(),
        "riak.bucketType=" + bucketType + ", expected the name of a bucket type");
    Objects.requireNonNull(quorum, "quorum");
    requireAtLeast("riak.timeoutMs", operationTimeoutMs, 1);
    requireAtLeast("riak.connectTimeoutMs", connectTimeoutMs, 1);
    requireAtLeast("riak.maxConnections", maxConnections, 1);
    Objects.requireNonNull(credentials, "credentials");
  }

  /** A node on this machine without security, a majority as quorum, a time-out of ten seconds. */
  public static RiakSettings defaults(String bucketType) {
    return new RiakSettings(
        List.of(DEFAULT_NODE),
        bucketType,
        Quorum.QUORUM,
        DEFAULT_OPERATION_TIMEOUT_MS,
        DEFAULT_CONNECT_TIMEOUT_MS,
        DEFAULT_MAX_CONNECTIONS,
        Credentials.NONE);
  }

  /** Whether each connection costs the node a log-in. */
  boolean logsIn() {
    return !credentials.isNone();
  }

  /** For each step from a connection to the node's view of its cluster. */
  long openingTimeoutMs() {
    return logsIn() ? LogIn.TIMEOUT_MS : operationTimeoutMs;
  }

  private static void requireHostAndPort(String node) {
    int colon = node.lastIndexOf(':');
    boolean right = colon > 0 && isPort(node.substring(colon + 1)) && !node.contains(" ");
    require(
        right, "riak.nodes has '%s', expected host:port such as %s".formatted(node, DEFAULT_NODE));
  }

  private static boolean isPort(String text) {
    return text.matches("[0-9]{1,5}")
        && Integer.parseInt(text) > 0
        && Integer.parseInt(text) <= MAX_PORT;
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
