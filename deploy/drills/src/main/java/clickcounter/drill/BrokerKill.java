package clickcounter.drill;

import clickcounter.cluster.Cluster;
import java.io.IOException;

/** The broker ends at once and starts again with what it kept. */
final class BrokerKill implements Drill {
  private static final int MOST_AWAY_MS = 3_000;

  private int killed;
  private long kept;
  private long reconnectsBefore = -1;

  @Override
  public String name() {
    return "broker-kill";
  }

  @Override
  public String fault() {
    return "the broker ends by kill -9 and starts again";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    if (reconnectsBefore < 0) {
      reconnectsBefore = reconnects(stage);
    }
    stage.requireWork();
    long reconnects = reconnects(stage);
    stage.cluster().kill(Cluster.BROKER);
    stage.stay("the broker stays away", stage.random().nextInt(MOST_AWAY_MS));
    long mendedNs = System.nanoTime();
    stage.cluster().startAgain(Cluster.BROKER);
    killed++;
    kept += stage.requireWork().waiting();
    stage.backlog().awaitConsumers(Stage.SPOUTS, Stage.MEND_MS);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    long recoveryMs = Stage.msSince(mendedNs);
    stage.awaitFault("spouts that noticed it", () -> reconnects(stage) > reconnects);
    return recoveryMs;
  }

  private static long reconnects(Stage stage) throws IOException {
    return stage.counters().sum("spout", "reconnects");
  }

  @Override
  public String proof(Stage stage) throws IOException {
    long reconnects = reconnects(stage) - reconnectsBefore;
    if (reconnects <= 0) {
      throw new Unproven("no spout has noticed that the broker was away");
    }
    return "%d times gone and back with %,d messages in all, spouts reconnected %d times"
        .formatted(killed, kept, reconnects);
  }
}
