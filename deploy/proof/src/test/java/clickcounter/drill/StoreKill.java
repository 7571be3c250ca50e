package clickcounter.drill;

import clickcounter.metrics.Metric;
import java.io.IOException;

/** The store is killed and starts again. */
final class StoreKill implements Drill {
  private static final int MOST_DOWN_MS = 4_000;

  private int killed;
  private long failed;

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    bed.requireWork();
    long before = failures(bed);
    bed.takeStoreAway();
    bed.awaitFault("puts or reads that fail", () -> failures(bed) > before);
    bed.stay("the store is down", bed.random.nextInt(MOST_DOWN_MS));
    long endNs = System.nanoTime();
    bed.bringStoreBack();
    long recoveryMs = bed.awaitProgress(endNs);
    failed += failures(bed) - before;
    killed++;
    return recoveryMs;
  }

  private static long failures(TestBed bed) {
    return bed.counters.doubts() + bed.counters.sum(Metric.FAILED_READS);
  }

  @Override
  public String proof(TestBed bed) {
    return "%d times gone and back, %,d puts and reads failed".formatted(killed, failed);
  }
}
