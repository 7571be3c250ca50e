package clickcounter.broker;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.Destination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.plugin.StatisticsBrokerPlugin;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;
import org.apache.activemq.store.kahadb.disk.journal.Journal.JournalDiskSyncStrategy;

/** An ActiveMQ broker in this JVM that listens on loopback and keeps its messages on disk. */
public final class LocalBroker implements AutoCloseable {
  private static final long MAX_MEMORY_BYTES = 256L << 20;
  private static final long MAX_STORE_BYTES = 20L << 30;

  private final BrokerService broker;
  private final int port;

  private LocalBroker(BrokerService broker, int port) {
    this.broker = broker;
    this.port = port;
  }

  /**
   * Starts a broker.
   *
   * @param port 0 for a free one
   * @throws IOException naming the option to change, if it cannot start
   */
  public static LocalBroker start(Path directory, int port) throws IOException {
    BrokerService broker = new BrokerService();
    try {
      broker.setBrokerName("click-counter");
      broker.setUseJmx(false);
      broker.setUseShutdownHook(false);
      broker.setAdvisorySupport(false);
      // Answers questions about queues without JMX.
      broker.setPlugins(new BrokerPlugin[] {new StatisticsBrokerPlugin()});
      broker.setPersistenceAdapter(store(directory));
      broker.getSystemUsage().getMemoryUsage().setLimit(MAX_MEMORY_BYTES);
      broker.getSystemUsage().getStoreUsage().setLimit(MAX_STORE_BYTES);
      broker.getSystemUsage().getTempUsage().setLimit(MAX_MEMORY_BYTES);
      var connector = broker.addConnector("tcp://127.0.0.1:" + port);
      broker.start();
      if (!broker.waitUntilStarted()) {
        throw new IOException("it did not start", broker.getStartException());
      }
      return new LocalBroker(broker, connector.getConnectUri().getPort());
    } catch (Exception e) {
      stopQuietly(broker);
      throw new IOException(
          "the broker cannot start on 127.0.0.1:%d with its data in %s: %s. Is the port in use (--broker-port), or does another broker use the directory (--data)?"
              .formatted(port, directory, rootMessage(e)),
          e);
    }
  }

  private static KahaDBPersistenceAdapter store(Path directory) {
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(directory.toFile());
    // Other strategies confirm messages that are in memory only; kill -9 loses those.
    store.setJournalDiskSyncStrategy(JournalDiskSyncStrategy.ALWAYS.name());
    // Pays only if messages are acknowledged before they are on disk; ours wait for their events.
    // It stores all messages by one thread that waits for the disk each time.
    store.setConcurrentStoreAndDispatchQueues(false);
    return store;
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  private static void stopQuietly(BrokerService broker) {
    try {
      broker.stop();
    } catch (Exception e) {
      // The reason why it did not start matters more.
    }
  }

  public String url() {
    return "tcp://127.0.0.1:" + port;
  }

  /** The number of messages in a queue, including those delivered and not acknowledged. */
  public long messages(String queue) throws IOException {
    try {
      Destination destination = broker.getDestination(new ActiveMQQueue(queue));
      return destination == null
          ? 0
          : destination.getDestinationStatistics().getMessages().getCount();
    } catch (Exception e) {
      throw new IOException(
          "the broker cannot be asked about its queue " + queue + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      broker.stop();
      broker.waitUntilStopped();
    } catch (Exception e) {
      throw new IOException("the broker did not stop: " + e.getMessage(), e);
    }
  }
}
