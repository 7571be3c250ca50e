package clickcounter.drill;

import clickcounter.devcluster.Cluster;
import clickcounter.metrics.Metric;
import java.io.IOException;

/** The broker is killed and starts again. */
final class BrokerKill implements Drill {
  private static final int MOST_DOWN_MS = 3_000;

  private int killed;
  private long kept;
  private long reconnects;

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    bed.requireWork();
    long before = reconnects(bed);
    bed.cluster.kill(Cluster.BROKER);
    bed.stay("the broker is down", bed.random.nextInt(MOST_DOWN_MS));
    long endNs = System.nanoTime();
    bed.cluster.startAndAwait(Cluster.BROKER);
    kept += bed.requireWork();
    bed.awaitConsumers();
    long recoveryMs = bed.awaitProgress(endNs);
    bed.awaitFault("spouts that reconnected", () -> reconnects(bed) > before);
    reconnects += reconnects(bed) - before;
    killed++;
    return recoveryMs;
  }

  private static long reconnects(TestBed bed) {
    return bed.counters.sum(Metric.RECONNECTS);
  }

  @Override
  public String proof(TestBed bed) {
    return "%d times gone and back with %,d messages in all, spouts reconnected %d times"
        .formatted(killed, kept, reconnects);
  }
}
