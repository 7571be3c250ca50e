package clickcounter.local;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.LocalAddresses;
import clickcounter.console.Console;
import clickcounter.console.Token;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.jms.QueueDepth;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.Scrape;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict.Limits;
import clickcounter.topology.ClickCounterTopology;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.storm.Config;
import org.apache.storm.DaemonConfig;
import org.apache.storm.LocalCluster;
import org.apache.storm.metricstore.NoOpMetricStore;
import org.apache.storm.thrift.TException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The whole system in one JVM, with real parts: a broker, a Riak-speaking development node, and a
 * Storm cluster that runs the topology; the first two are left out when addresses of real ones are
 * given.
 */
public final class LocalStack implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalStack.class);
  private static final String HOST = "127.0.0.1";
  private static final int PATIENCE_S = 600;

  /** The longest session time-out that ZooKeeper allows with its default tick. */
  private static final int ZOOKEEPER_SESSION_MS = 40_000;

  private static final long START_TIMEOUT_NS = 300_000_000_000L;
  private static final long POLL_MS = 50;
  private static final long LOOK_MS = 200;
  private static final int USUAL_CONSOLE_PORT = 8090;

  private final Path data;

  /** What was started. It is closed once, the last first. */
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private LocalBroker broker;
  private Settings settings;
  private TopologySettings topology;

  private LocalStack(Path data) {
    this.data = data;
  }

  /**
   * Starts all of it.
   *
   * @param data the directory of broker and node
   * @param settings of the topology; a broker or a Riak whose address is given is used instead of
   *     one of its own
   * @param riakPort of the development node, 0 for a free one
   * @param brokerPort of the broker, 0 for a free one
   * @throws IOException when a part cannot start; those that had started are closed
   */
  public static LocalStack start(Path data, Settings settings, int riakPort, int brokerPort)
      throws IOException {
    return start(
        data,
        settings,
        riakPort,
        brokerPort,
        ClickCounterTopology.SELDOM_LOOKS,
        topology -> topology);
  }

  /**
   * Starts it with what is no setting, such as another store.
   *
   * @param storm Storm's configuration in addition to the topology's
   * @param change makes the topology of that which the settings describe
   */
  public static LocalStack start(
      Path data,
      Settings settings,
      int riakPort,
      int brokerPort,
      Map<String, Object> storm,
      UnaryOperator<TopologySettings> change)
      throws IOException {
    LocalStack stack = new LocalStack(data);
    try {
      stack.startStores(settings, riakPort, brokerPort);
      stack.topology = change.apply(TopologySettings.of(stack.settings));
      stack.startStorm(storm);
      return stack;
    } catch (IOException | RuntimeException e) {
      stack.close();
      throw e;
    }
  }

  private synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  private void startStores(Settings given, int riakPort, int brokerPort) throws IOException {
    // The stack reads its metrics itself, at a port that is free.
    settings = given.with("metrics.host", HOST).with("metrics.portOffset", 1_000);
    if (!given.isGiven("riak.nodes")) {
      settings = settings.with("riak.nodes", HOST + ':' + add(startNode(riakPort)).port());
    }
    if (!given.isGiven("broker.url")) {
      broker = add(LocalBroker.start(data.resolve("broker"), brokerPort));
      settings = settings.with("broker.url", broker.url());
    }
  }

  private DevNode startNode(int port) throws IOException {
    try {
      return DevNode.start(DevNodeConfig.in(data.resolve("riak")).withPort(port));
    } catch (IOException e) {
      throw new IOException(
          "the development node cannot start: "
              + e.getMessage()
              + ". In clicks local its port is --riak-port, its directory --data",
          e);
    }
  }

  private void startStorm(Map<String, Object> storm) throws IOException {
    LoopbackZooKeeper zooKeeper = add(LoopbackZooKeeper.start(data.resolve("zookeeper")));
    String name = TopologySettingsTable.name(settings);
    try {
      Config config = ClickCounterTopology.stormConfig(topology);
      config.putAll(storm);
      LocalCluster cluster = add(cluster(zooKeeper.port()));
      cluster.submitTopology(name, config, ClickCounterTopology.build(topology));
      watchForPauses(cluster, name);
    } catch (Exception e) {
      throw new IOException("the topology cannot start: " + e.getMessage(), e);
    }
  }

  private static LocalCluster cluster(int zooKeeperPort) throws Exception {
    // Message timeouts are off in a cluster of the builder, unlike those of new LocalCluster().
    // Nothing reads Storm's own store of metrics here.
    // In one JVM no part dies alone. A part without heartbeat lacks processor time, which a
    // restart does not give it.
    return new LocalCluster.Builder()
        .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
        .withDaemonConf(DaemonConfig.STORM_METRIC_STORE_CLASS, NoOpMetricStore.class.getName())
        .withDaemonConf(DaemonConfig.NIMBUS_TASK_TIMEOUT_SECS, PATIENCE_S)
        .withDaemonConf(DaemonConfig.NIMBUS_SUPERVISOR_TIMEOUT_SECS, PATIENCE_S)
        .withDaemonConf(Config.SUPERVISOR_WORKER_TIMEOUT_SECS, PATIENCE_S)
        .withDaemonConf(Config.STORM_ZOOKEEPER_SESSION_TIMEOUT, ZOOKEEPER_SESSION_MS)
        .withDaemonConf(Config.STORM_ZOOKEEPER_SERVERS, List.of(HOST))
        .withDaemonConf(Config.STORM_ZOOKEEPER_PORT, zooKeeperPort)
        .build();
  }

  /** Pauses the topology while a file exists. It runs at first. */
  private void watchForPauses(LocalCluster cluster, String name) throws IOException {
    Path file = LocalAddresses.pauseFile(data);
    Files.deleteIfExists(file);
    ScheduledExecutorService looks =
        Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "local-pause"));
    add(looks::shutdownNow);
    boolean[] isPaused = {false};
    looks.scheduleWithFixedDelay(
        () -> isPaused[0] = pause(cluster, name, isPaused[0], Files.exists(file)),
        LOOK_MS,
        LOOK_MS,
        TimeUnit.MILLISECONDS);
  }

  private static boolean pause(LocalCluster cluster, String name, boolean is, boolean isWanted) {
    try {
      if (isWanted && !is) {
        cluster.deactivate(name);
      } else if (is && !isWanted) {
        cluster.activate(name);
      }
      return isWanted;
    } catch (TException | RuntimeException e) {
      LOG.error("the topology could not be {}", isWanted ? "paused" : "resumed", e);
      return is;
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
   * Starts live traffic, which ends with the stack. The settings have to name the topic of states.
   *
   * @param archive where its services write their events
   */
  LiveTraffic startTraffic(Path archive, LiveTraffic.Pace pace) throws IOException {
    return add(new LiveTraffic(topology, settings.value("states.topic"), archive, pace));
  }

  /**
   * Starts a console on the usual port, or on another if that is taken. It ends with the stack.
   *
   * @param archive of the demonstration
   * @return the address that a person opens
   */
  String startConsole(Path archive) throws IOException {
    Console console;
    try {
      console = console(archive, USUAL_CONSOLE_PORT);
    } catch (IOException taken) {
      console = console(archive, 0);
    }
    return add(console).printed();
  }

  private Console console(Path archive, int port) throws IOException {
    return Console.start(
        new Console.Address(HOST, port, List.of()),
        Token.random(new SecureRandom()),
        new Console.Sources(
            LocalMetrics::endpoints,
            settings,
            Reach.ofLocal(data),
            List.of(archive),
            new Limits(topology.ads().writes().deferralMs(), 0)),
        topology.store().open());
  }

  void beforeClose(Runnable end) {
    add(end::run);
  }

  /** Those of the topology, with the addresses of its broker and its Riak. */
  Settings settings() {
    return settings;
  }

  /** {@code host:port} of Riak, several separated by commas. */
  String riak() {
    return settings.value("riak.nodes");
  }

  public String brokerUrl() {
    return settings.value("broker.url");
  }

  @Override
  public synchronized void close() throws IOException {
    IOException failure = null;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        failure = new IOException("the local system did not stop: " + e.getMessage(), e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
