package clickcounter.drill;

import clickcounter.cluster.Cluster;
import java.io.IOException;

/** The store ends at once and starts again with what it kept. */
final class StoreKill implements Drill {
  private static final int MOST_AWAY_MS = 4_000;

  private int killed;
  private long failedBefore = -1;

  @Override
  public String name() {
    return "store-kill";
  }

  @Override
  public String fault() {
    return "the store ends by kill -9 and starts again";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    if (failedBefore < 0) {
      failedBefore = failed(stage);
    }
    stage.requireWork();
    long failed = failed(stage);
    stage.cluster().kill(Cluster.RIAK);
    stage.awaitFault("puts or reads that fail", () -> failed(stage) > failed);
    killed++;
    stage.stay("the store stays away", stage.random().nextInt(MOST_AWAY_MS));
    long mendedNs = System.nanoTime();
    stage.cluster().startAgain(Cluster.RIAK);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    return Stage.msSince(mendedNs);
  }

  private static long failed(Stage stage) throws IOException {
    return stage.counted("puts.doubt") + stage.counted("reads.failed");
  }

  @Override
  public String proof(Stage stage) throws IOException {
    long failed = failed(stage) - failedBefore;
    if (failed <= 0) {
      throw new Unproven("no put and no read failed while the store was away");
    }
    return "%d times gone and back, %,d puts and reads failed".formatted(killed, failed);
  }
}
