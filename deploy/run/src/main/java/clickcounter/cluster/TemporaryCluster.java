package clickcounter.cluster;

import clickcounter.cli.ShutdownHooks;
import clickcounter.cli.Trees;
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
    Trees.deleteOurs(directory);
    TemporaryCluster temporary =
        new TemporaryCluster(
            new Cluster(
                directories, new ClusterOptions(Ports.free(supervisors, slots), riak), extras));
    Runtime.getRuntime().addShutdownHook(temporary.stopper);
    try {
      temporary.cluster.start(home);
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
