package clickcounter.riak;

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
 * @param minConnections kept open per node
 * @param maxConnections per node. A connection carries one call at a time, so this limits the calls
 *     in flight; further calls wait, within {@code operationTimeoutMs}
 * @param credentials {@link Credentials#NONE} for a Riak without security
 */
@RecordBuilder
public record RiakSettings(
    List<String> nodes,
    String bucketType,
    BucketKind bucketKind,
    Quorums quorums,
    int operationTimeoutMs,
    int connectTimeoutMs,
    int minConnections,
    int maxConnections,
    Credentials credentials)
    implements Serializable, RiakSettingsBuilder.With {

  public static final String DEFAULT_NODE = "127.0.0.1:8087";

  private static final int DEFAULT_OPERATION_TIMEOUT_MS = 10_000;
  private static final int DEFAULT_CONNECT_TIMEOUT_MS = 3_000;
  private static final int DEFAULT_MIN_CONNECTIONS = 1;
  private static final int DEFAULT_MAX_CONNECTIONS = 256;
  private static final int MAX_PORT = 65_535;

  public RiakSettings {
    nodes = List.copyOf(nodes);
    require(!nodes.isEmpty(), "riak.nodes is empty, expected host:port, separated by commas");
    nodes.forEach(RiakSettings::requireHostAndPort);
    require(
        bucketType != null && !bucketType.isBlank(),
        "riak.bucketType=" + bucketType + ", expected the name of a bucket type");
    Objects.requireNonNull(bucketKind, "riak.bucketKind is missing: ordinary or consistent");
    Objects.requireNonNull(quorums, "quorums");
    requirePositive("riak.timeoutMs", operationTimeoutMs);
    requirePositive("riak.connectTimeoutMs", connectTimeoutMs);
    requirePositive("riak.maxConnections", maxConnections);
    require(
        minConnections >= 0 && minConnections <= maxConnections,
        "riak.minConnections=%d, expected 0 to riak.maxConnections=%d"
            .formatted(minConnections, maxConnections));
    Objects.requireNonNull(credentials, "credentials");
  }

  /** With the default number of connections kept open. */
  public RiakSettings(
      List<String> nodes,
      String bucketType,
      BucketKind bucketKind,
      Quorums quorums,
      int operationTimeoutMs,
      int connectTimeoutMs,
      int maxConnections,
      Credentials credentials) {
    this(
        nodes,
        bucketType,
        bucketKind,
        quorums,
        operationTimeoutMs,
        connectTimeoutMs,
        DEFAULT_MIN_CONNECTIONS,
        maxConnections,
        credentials);
  }

  /**
   * A node on this machine without security, quorums of a majority, a time-out of ten seconds. For
   * the tools; the topology's defaults are in its {@code Setting}, and a test compares them.
   */
  public static RiakSettings defaults(String bucketType, BucketKind kind) {
    return new RiakSettings(
        List.of(DEFAULT_NODE),
        bucketType,
        kind,
        Quorums.MAJORITY,
        DEFAULT_OPERATION_TIMEOUT_MS,
        DEFAULT_CONNECT_TIMEOUT_MS,
        DEFAULT_MIN_CONNECTIONS,
        DEFAULT_MAX_CONNECTIONS,
        Credentials.NONE);
  }

  /** For the answer to a call, and for opening one connection. */
  public RiakSettings withTimeoutsMs(int newOperationTimeoutMs, int newConnectTimeoutMs) {
    return with(
        s -> s.operationTimeoutMs(newOperationTimeoutMs).connectTimeoutMs(newConnectTimeoutMs));
  }

  /** Per node; both at once, because neither bound may pass the other. */
  public RiakSettings withConnections(int newMin, int newMax) {
    return with(s -> s.minConnections(newMin).maxConnections(newMax));
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

  private static void requirePositive(String setting, int value) {
    require(value > 0, setting + "=" + value + ", expected 1 or more");
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
