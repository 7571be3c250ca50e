package clickcounter.devcluster;

import clickcounter.cli.ShutdownHooks;
import clickcounter.devnode.OwnDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster on free ports that is stopped when it is closed or the program is interrupted. Its
 * directory stays, with logs and data.
 */
public final class TemporaryCluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryCluster.class);

  /** Between the search for free ports and their use another program may take one. */
  private static final int ATTEMPTS = 3;

  private final Cluster cluster;
  private final Thread stopper;

  private TemporaryCluster(Cluster cluster) {
    this.cluster = cluster;
    this.stopper = new Thread(this::stopQuietly, "cluster-stop");
  }

  /**
   * Deletes the directory of an earlier cluster, and starts a new one there.
   *
   * @param riak addresses of a real Riak; empty for the development node
   * @throws IOException if it does not start, or the directory was not made by click-counter
   */
  public static TemporaryCluster start(
      Path home,
      Path directory,
      int supervisors,
      int slots,
      List<String> riak,
      ClusterExtras extras)
      throws IOException, InterruptedException {
    Directories directories = new Directories(directory);
    if (Files.exists(directories.state())) {
      // An earlier cluster still runs only if its program was killed.
      Cluster.in(directories).stop();
    }
    OwnDirectory.deleteOurs(directory);
    for (int attempt = 1; ; attempt++) {
      Ports ports = Ports.free(supervisors, slots);
      try {
        return start(home, new Cluster(directories, new ClusterOptions(ports, riak), extras));
      } catch (IOException e) {
        if (attempt == ATTEMPTS || ports.areFree()) {
          throw e;
        }
        LOG.info("another program has taken a port meanwhile: {}", e.getMessage());
        OwnDirectory.deleteOurs(directory);
      }
    }
  }

  private static TemporaryCluster start(Path home, Cluster cluster)
      throws IOException, InterruptedException {
    TemporaryCluster temporary = new TemporaryCluster(cluster);
    Runtime.getRuntime().addShutdownHook(temporary.stopper);
    try {
      cluster.start(home);
      return temporary;
    } catch (IOException | InterruptedException | RuntimeException e) {
      temporary.close();
      throw e;
    }
  }

  public Cluster cluster() {
    return cluster;
  }

  private void stopQuietly() {
    try {
      cluster.close();
    } catch (IOException e) {
      LOG.error("the cluster does not stop", e);
    }
  }

  @Override
  public void close() throws IOException {
    ShutdownHooks.remove(stopper);
    cluster.close();
  }
}
