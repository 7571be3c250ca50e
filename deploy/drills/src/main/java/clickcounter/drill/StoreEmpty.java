package clickcounter.drill;

import clickcounter.cluster.Cluster;
import clickcounter.cluster.ClusterExtras;
import clickcounter.devnode.ReplicaControl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A Riak node comes back with an empty disk while services log. The drill follows the runbook: the
 * node is kept out, writing stops, the node is let in, and all documents are read, which repairs
 * its replica. It does this to each of three replicas in turn, so that the last one has only
 * documents that came from repairs. Each time another replica has missed some puts before, as a
 * quorum allows. So acknowledged events are lost unless the repair is complete.
 *
 * <p>An empty replica must not serve before its repair: together with a replica that missed a put
 * it is a quorum that does not know an acknowledged event.
 */
final class StoreEmpty implements Drill {
  private static final int REPLICAS = 3;

  /** Each replica is kept out for this fraction of {@code --fault-for}. */
  private static final long PART_OF_LASTING = 4;

  private static final long ON_ITS_WAY_MS = 500;

  /** The share of puts that another replica misses before the disk is lost. */
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
  public ClusterExtras extras(Path directory) {
    return ClusterExtras.ofNode(List.of("--replicas", Integer.toString(REPLICAS)));
  }

  @Override
  public int leastStrikes() {
    return REPLICAS;
  }

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    int replica = 1 + emptied % REPLICAS;
    int other = 1 + replica % REPLICAS;
    bed.requireWork();
    order(bed, "silent " + other + ' ' + MISSED);
    bed.stay("replica " + other + " misses some puts", MISSING_MS);
    order(bed, "up " + other);
    long startNs = System.nanoTime();
    long before = bed.backlog().acknowledged();
    order(bed, "down " + replica);
    order(bed, "wipe " + replica);
    bed.stay("replica " + replica + " is kept out", bed.timing().lastingMs() / PART_OF_LASTING);
    bed.awaitProgress();
    acknowledged += bed.backlog().acknowledged() - before;
    keptOutMs += TestBed.msSince(startNs);
    repair(bed, replica);
    emptied++;
    return bed.awaitProgress();
  }

  /**
   * Reads each document, which repairs the replicas that lack it. Nothing is written meanwhile: the
   * workers' lines hang.
   */
  private void repair(TestBed bed, int replica) throws IOException, InterruptedException {
    bed.riakLines().hang();
    try {
      bed.stay("requests on their way complete", ON_ITS_WAY_MS);
      long startNs = System.nanoTime();
      order(bed, "up " + replica);
      bed.readAll();
      repairMs += TestBed.msSince(startNs);
    } finally {
      bed.riakLines().resume();
    }
  }

  private static void order(TestBed bed, String order) throws IOException {
    ReplicaControl.send(bed.cluster().socketAddress(Cluster.RIAK), order);
  }

  @Override
  public String proof(TestBed bed) {
    return "%d disks emptied, each replica in turn; kept out for %d s in all with %,d messages acknowledged meanwhile, repaired in %.1f s by reading all documents while nothing was written"
        .formatted(emptied, keptOutMs / 1_000, acknowledged, repairMs / 1_000.0);
  }
}
