package clickcounter.local;

import clickcounter.broker.LocalBroker;
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
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
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

  private final DevNode node;
  private final LocalBroker broker;
  private final LoopbackZooKeeper zooKeeper;
  private final LocalCluster cluster;
  private final String riak;
  private final TopologySettings topology;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Ends what uses the stack, before it ends itself; the last that began is the first. */
  private final Deque<Runnable> users = new ConcurrentLinkedDeque<>();

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

  private LocalStack(
      DevNode node,
      LocalBroker broker,
      LoopbackZooKeeper zooKeeper,
      LocalCluster cluster,
      String riak,
      TopologySettings topology) {
    this.node = node;
    this.broker = broker;
    this.zooKeeper = zooKeeper;
    this.cluster = cluster;
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
    DevNode node = null;
    LocalBroker broker = null;
    LoopbackZooKeeper zooKeeper = null;
    try {
      if (options.riak().isEmpty()) {
        node = startNode(options);
      }
      if (options.brokerUrl() == null) {
        broker = LocalBroker.start(options.data().resolve("broker"), options.brokerPort());
      }
      String riak = node == null ? String.join(",", options.riak()) : "127.0.0.1:" + node.port();
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
      zooKeeper = LoopbackZooKeeper.start(options.data().resolve("zookeeper"));
      LocalCluster cluster =
          submit(TopologySettingsTable.name(settings), topology, zooKeeper.port(), options.storm());
      return new LocalStack(node, broker, zooKeeper, cluster, riak, topology);
    } catch (IOException | RuntimeException e) {
      closeAll(null, zooKeeper, broker, node);
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
              + ". Of clicks local its port is --riak-port, its directory --data",
          e);
    }
  }

  private static LocalCluster submit(
      String name, TopologySettings settings, int zooKeeperPort, Map<String, Object> storm)
      throws IOException {
    Config config = ClickCounterTopology.stormConfig(settings);
    config.putAll(storm);
    LocalCluster cluster = null;
    try {
      // Message timeouts are off in a cluster of the builder, unlike those of new LocalCluster().
      // Nothing reads Storm's own store of metrics here.
      // In one JVM no part dies alone. A part without heartbeat lacks processor time, which a
      // restart does not give it.
      cluster =
          new LocalCluster.Builder()
              .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
              .withDaemonConf(
                  DaemonConfig.STORM_METRIC_STORE_CLASS, NoOpMetricStore.class.getName())
              .withDaemonConf(DaemonConfig.NIMBUS_TASK_TIMEOUT_SECS, PATIENCE_S)
              .withDaemonConf(DaemonConfig.NIMBUS_SUPERVISOR_TIMEOUT_SECS, PATIENCE_S)
              .withDaemonConf(Config.SUPERVISOR_WORKER_TIMEOUT_SECS, PATIENCE_S)
              .withDaemonConf(Config.STORM_ZOOKEEPER_SESSION_TIMEOUT, ZOOKEEPER_SESSION_MS)
              .withDaemonConf(Config.STORM_ZOOKEEPER_SERVERS, List.of("127.0.0.1"))
              .withDaemonConf(Config.STORM_ZOOKEEPER_PORT, zooKeeperPort)
              .build();
      cluster.submitTopology(name, config, ClickCounterTopology.build(settings));
      return cluster;
    } catch (Exception e) {
      closeAll(cluster, null, null, null);
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
    users.push(end);
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
    if (closed.compareAndSet(false, true)) {
      try {
        users.forEach(Runnable::run);
      } finally {
        closeAll(cluster, zooKeeper, broker, node);
      }
    }
  }

  private static void closeAll(
      LocalCluster cluster, LoopbackZooKeeper zooKeeper, LocalBroker broker, DevNode node)
      throws IOException {
    try {
      if (cluster != null) {
        cluster.close();
      }
    } catch (Exception e) {
      throw new IOException("Storm did not stop: " + e.getMessage(), e);
    } finally {
      closeParts(zooKeeper, broker, node);
    }
  }

  private static void closeParts(LoopbackZooKeeper zooKeeper, LocalBroker broker, DevNode node)
      throws IOException {
    try {
      if (zooKeeper != null) {
        zooKeeper.close();
      }
    } finally {
      try {
        if (broker != null) {
          broker.close();
        }
      } finally {
        if (node != null) {
          node.close();
        }
      }
    }
  }
}
