package clickcounter.drill;

import clickcounter.cluster.Cluster;
import clickcounter.cluster.Staging;
import clickcounter.devnode.DevNodeOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A Riak node comes back with an empty disk, while services log. Done as the runbook says: the node
 * is kept out; before it serves, nothing is written until all documents have been read, which
 * repairs its replica. Each of three replicas in turn: what the last one has comes from repairs
 * alone. And each time another replica has missed puts that the lost one had, as a quorum allows,
 * so that acknowledged events are lost unless the repair is whole.
 *
 * <p>That an empty replica may serve at once is not promised, for it would break the promise: it
 * and one that missed a put are a quorum that knows nothing of what is acknowledged.
 */
final class StoreEmpty implements Drill {
  private static final int REPLICAS = 3;

  /** Of {@code --fault-minutes}, for each replica. */
  private static final long SHARE_OF_LASTING = 4;

  private static final long ON_ITS_WAY_MS = 500;

  /** The share of puts that another replica misses before the disk is lost, and for how long. */
  private static final double MISSED = 0.3;

  private static final long MISSING_MS = 5_000;

  private int emptied;
  private long keptOutMs;
  private long acknowledged;
  private long repairMs;

  @Override
  public String name() {
    return "store-empty";
  }

  @Override
  public String fault() {
    return "a Riak node comes back with an empty disk: kept out, repaired while nothing is written, let in; each of 3 in turn";
  }

  @Override
  public Staging stage(Path directory) {
    return Staging.ofNode(List.of("--replicas", Integer.toString(REPLICAS)));
  }

  @Override
  public int leastStrikes() {
    return REPLICAS;
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    int replica = 1 + emptied % REPLICAS;
    int other = 1 + replica % REPLICAS;
    stage.requireWork();
    order(stage, "silent " + other + ' ' + MISSED);
    stage.stay("replica " + other + " misses some puts", MISSING_MS);
    order(stage, "up " + other);
    long startNs = System.nanoTime();
    long before = stage.backlog().acknowledged();
    order(stage, "down " + replica);
    order(stage, "wipe " + replica);
    stage.stay("replica " + replica + " is kept out", stage.pace().lastingMs() / SHARE_OF_LASTING);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    acknowledged += stage.backlog().acknowledged() - before;
    keptOutMs += Stage.msSince(startNs);
    repair(stage, replica);
    emptied++;
    return stage.backlog().awaitProgress(Stage.MEND_MS);
  }

  /**
   * Nobody writes meanwhile: the lines of the workers stand still. Each document is read, which
   * repairs those replicas that lack it.
   */
  private void repair(Stage stage, int replica) throws IOException, InterruptedException {
    stage.riakLines().hang();
    try {
      stage.stay("what is on its way is done", ON_ITS_WAY_MS);
      long startNs = System.nanoTime();
      order(stage, "up " + replica);
      stage.readAll();
      repairMs += Stage.msSince(startNs);
    } finally {
      stage.riakLines().goOn();
    }
  }

  private static void order(Stage stage, String order) throws IOException {
    DevNodeOrder.send(stage.cluster().socketAddress(Cluster.RIAK), order);
  }

  @Override
  public String proof(Stage stage) {
    return "%d disks emptied, each replica in turn; kept out for %d s in all with %,d messages acknowledged meanwhile, repaired in %.1f s by reading all documents while nothing was written"
        .formatted(emptied, keptOutMs / 1_000, acknowledged, repairMs / 1_000.0);
  }
}
