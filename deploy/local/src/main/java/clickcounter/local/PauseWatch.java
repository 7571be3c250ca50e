package clickcounter.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.storm.LocalCluster;
import org.apache.storm.thrift.TException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pauses a topology while a file exists. */
final class PauseWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PauseWatch.class);
  private static final long LOOK_MS = 200;

  private final Path file;
  private final LocalCluster cluster;
  private final String topology;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "local-pause"));
  private boolean isPaused;

  /** Begins with a topology that runs. */
  PauseWatch(Path file, LocalCluster cluster, String topology) throws IOException {
    this.file = file;
    this.cluster = cluster;
    this.topology = topology;
    Files.deleteIfExists(file);
    looks.scheduleWithFixedDelay(this::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    boolean isWanted = Files.exists(file);
    if (isWanted == isPaused) {
      return;
    }
    try {
      if (isWanted) {
        cluster.deactivate(topology);
      } else {
        cluster.activate(topology);
      }
      isPaused = isWanted;
    } catch (TException | RuntimeException e) {
      LOG.error("the topology could not be {}", isWanted ? "paused" : "resumed", e);
    }
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
