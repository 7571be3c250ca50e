package clickcounter.local;

import clickcounter.devnode.OwnDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.storm.shade.org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.storm.shade.org.apache.zookeeper.server.ZooKeeperServer;

/**
 * The ZooKeeper of a Storm cluster in this JVM, on loopback alone: the one that Storm would start
 * listens on all interfaces. It keeps nothing between runs.
 */
final class LoopbackZooKeeper implements AutoCloseable {
  private static final int TICK_MS = 2_000;
  private static final int MOST_CONNECTIONS = 0; // as many as there are

  private final Path directory;
  private final NIOServerCnxnFactory connections;

  private LoopbackZooKeeper(Path directory, NIOServerCnxnFactory connections) {
    this.directory = directory;
    this.connections = connections;
  }

  /**
   * Starts it on a free port.
   *
   * @param directory its own; what is in it is deleted
   */
  static LoopbackZooKeeper start(Path directory) throws IOException {
    OwnDirectory.deleteOurs(directory);
    OwnDirectory.claim(directory);
    Path log = Files.createDirectory(directory.resolve("log"));
    Path snapshots = Files.createDirectory(directory.resolve("snapshots"));
    NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
    try {
      connections.configure(
          new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), MOST_CONNECTIONS);
      connections.startup(new ZooKeeperServer(snapshots.toFile(), log.toFile(), TICK_MS));
      return new LoopbackZooKeeper(directory, connections);
    } catch (InterruptedException e) {
      connections.shutdown();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while ZooKeeper started", e);
    }
  }

  int port() {
    return connections.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    connections.shutdown();
    OwnDirectory.deleteOurs(directory);
  }
}
