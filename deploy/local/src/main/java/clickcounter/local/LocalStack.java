package clickcounter.local;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.LocalAddresses;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.jms.QueueDepth;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.Scrape;
import clickcounter.settings.Settings;
import clickcounter.topology.ClickCounterTopology;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.storm.Config;
import org.apache.storm.DaemonConfig;
import org.apache.storm.LocalCluster;
import org.apache.storm.metricstore.NoOpMetricStore;

/**
 * The whole system in one JVM, with real parts: a broker, a Riak-speaking development node, and a
 * Storm cluster that runs the topology; the first two are left out when addresses of real ones are
 * given.
 */
public final class LocalStack implements AutoCloseable {
  private static final int PATIENCE_S = 600;

  /** The longest session time-out that ZooKeeper allows with its default tick. */
  private static final int ZOOKEEPER_SESSION_MS = 40_000;

  private static final long START_TIMEOUT_NS = 300_000_000_000L;
  private static final long POLL_MS = 50;

  private final Parts parts;
  private final LocalBroker broker;
  private final String riak;
  private final TopologySettings topology;

  /** What was started. It is closed once, the last first. */
  private static final class Parts {
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    synchronized <T extends AutoCloseable> T add(T part) {
      started.push(part);
      return part;
    }

    synchronized void close() throws IOException {
      IOException failure = null;
      while (!started.isEmpty()) {
        try {
          started.pop().close();
        } catch (Exception e) {
          failure = new IOException("the local system did not stop: " + e.getMessage(), e);
        }
      }
      if (failure != null) {
        throw failure;
      }
    }
  }

  /**
   * @param data the directory of broker and node
   * @param riak addresses of a real cluster; empty for the development node
   * @param brokerUrl of a real broker, or null
   * @param storm Storm's configuration in addition to the topology's
   */
  public record Options(
      Path data,
      List<String> riak,
      String brokerUrl,
      int riakPort,
      int brokerPort,
      Settings settings,
      Map<String, Object> storm) {
    public Options(
        Path data,
        List<String> riak,
        String brokerUrl,
        int riakPort,
        int brokerPort,
        Settings settings) {
      this(data, riak, brokerUrl, riakPort, brokerPort, settings, Map.of());
    }
  }

  /**
   * @param broker null if it is another system's
   */
  private LocalStack(Parts parts, LocalBroker broker, String riak, TopologySettings topology) {
    this.parts = parts;
    this.broker = broker;
    this.riak = riak;
    this.topology = topology;
  }

  /**
   * Starts all of it.
   *
   * @throws IOException when a part cannot start; those that had started are closed
   */
  public static LocalStack start(Options options) throws IOException {
    return start(options, settings -> settings);
  }

  /**
   * Starts it with what is no setting, such as another store.
   *
   * @param change makes the topology of that which the settings describe
   */
  public static LocalStack start(Options options, UnaryOperator<TopologySettings> change)
      throws IOException {
    Parts parts = new Parts();
    try {
      String riak =
          options.riak().isEmpty()
              ? "127.0.0.1:" + parts.add(startNode(options)).port()
              : String.join(",", options.riak());
      LocalBroker broker = null;
      if (options.brokerUrl() == null) {
        broker =
            parts.add(LocalBroker.start(options.data().resolve("broker"), options.brokerPort()));
      }
      String brokerUrl = broker == null ? options.brokerUrl() : broker.url();
      Settings settings =
          options
              .settings()
              .with("riak.nodes", riak)
              .with("broker.url", brokerUrl)
              // The stack reads its metrics itself, at a port that is free.
              .with("metrics.host", "127.0.0.1")
              .with("metrics.portOffset", 1_000);
      TopologySettings topology = change.apply(TopologySettings.of(settings));
      LoopbackZooKeeper zooKeeper =
          parts.add(LoopbackZooKeeper.start(options.data().resolve("zookeeper")));
      Config config = ClickCounterTopology.stormConfig(topology);
      config.putAll(options.storm());
      String name = TopologySettingsTable.name(settings);
      LocalCluster cluster = submit(name, topology, config, zooKeeper.port(), parts);
      parts.add(new PauseWatch(LocalAddresses.pauseFile(options.data()), cluster, name));
      return new LocalStack(parts, broker, riak, topology);
    } catch (IOException | RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  private static DevNode startNode(Options options) throws IOException {
    try {
      return DevNode.start(
          DevNodeConfig.in(options.data().resolve("riak")).withPort(options.riakPort()));
    } catch (IOException e) {
      throw new IOException(
          "the development node cannot start: "
              + e.getMessage()
              + ". In clicks local its port is --riak-port, its directory --data",
          e);
    }
  }

  private static LocalCluster submit(
      String name, TopologySettings topology, Config config, int zooKeeperPort, Parts parts)
      throws IOException {
    try {
      // Message timeouts are off in a cluster of the builder, unlike those of new LocalCluster().
      // Nothing reads Storm's own store of metrics here.
      // In one JVM no part dies alone. A part without heartbeat lacks processor time, which a
      // restart does not give it.
      LocalCluster.Builder builder =
          new LocalCluster.Builder()
              .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
              .withDaemonConf(
                  DaemonConfig.STORM_METRIC_STORE_CLASS, NoOpMetricStore.class.getName())
              .withDaemonConf(DaemonConfig.NIMBUS_TASK_TIMEOUT_SECS, PATIENCE_S)
              .withDaemonConf(DaemonConfig.NIMBUS_SUPERVISOR_TIMEOUT_SECS, PATIENCE_S)
              .withDaemonConf(Config.SUPERVISOR_WORKER_TIMEOUT_SECS, PATIENCE_S)
              .withDaemonConf(Config.STORM_ZOOKEEPER_SESSION_TIMEOUT, ZOOKEEPER_SESSION_MS)
              .withDaemonConf(Config.STORM_ZOOKEEPER_SERVERS, List.of("127.0.0.1"))
              .withDaemonConf(Config.STORM_ZOOKEEPER_PORT, zooKeeperPort);
      LocalCluster cluster = parts.add(builder.build());
      cluster.submitTopology(name, config, ClickCounterTopology.build(topology));
      return cluster;
    } catch (Exception e) {
      throw new IOException("the topology cannot start: " + e.getMessage(), e);
    }
  }

  /**
   * Waits until every component of the topology has started.
   *
   * @throws IOException when that takes longer than five minutes
   */
  public void awaitReady() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_TIMEOUT_NS;
    while (!hasStarted(LocalMetrics.now())) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "the topology did not start within five minutes; see what was logged above");
      }
      Thread.sleep(POLL_MS);
    }
  }

  private static boolean hasStarted(Scrape now) {
    return Arrays.stream(Component.values())
        .allMatch(component -> now.values().keySet().stream().anyMatch(s -> s.isOf(component)));
  }

  /** Messages of the event queue that are not acknowledged. */
  public long queuedMessages() throws IOException {
    return broker != null
        ? broker.messages(topology.broker().queue())
        : QueueDepth.of(topology.broker());
  }

  /**
   * Starts live traffic, which ends with the stack.
   *
   * @param topic of the ads' states
   * @param archive where its services write their events
   */
  LiveTraffic startTraffic(String topic, Path archive, LiveTraffic.Pace pace) throws IOException {
    LiveTraffic traffic = new LiveTraffic(topology, topic, archive, pace);
    beforeClose(traffic::close);
    return traffic;
  }

  /** Runs this before the stack ends. */
  void beforeClose(Runnable end) {
    parts.add(end::run);
  }

  /** {@code host:port} of Riak, several separated by commas. */
  String riak() {
    return riak;
  }

  public String brokerUrl() {
    return topology.broker().url();
  }

  @Override
  public void close() throws IOException {
    parts.close();
  }
}
