package clickcounter.drill;

import clickcounter.cluster.Cluster;
import java.io.IOException;

/** The broker stands still, its connections stay open, nothing is refused. */
final class BrokerStop implements Drill {
  private long stoodMs;
  private long givenMeanwhile;
  private int stops;

  @Override
  public String name() {
    return "broker-stop";
  }

  @Override
  public String fault() {
    return "the broker stands still (SIGSTOP) for a minute";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    stage.requireWork();
    ProcessHandle broker = stage.cluster().requireProcess(Cluster.BROKER);
    long given = stage.load().given();
    long startNs = System.nanoTime();
    try {
      Signals.stop(broker);
      stage.stay("the broker stands still", stage.pace().lastingMs());
      if (!Signals.isStopped(broker)) {
        throw new Unproven(
            "the broker did not stand still for " + stage.pace().lastingMs() + " ms");
      }
    } finally {
      Signals.goOn(broker);
    }
    long mendedNs = System.nanoTime();
    stoodMs += (mendedNs - startNs) / 1_000_000;
    givenMeanwhile += stage.load().given() - given;
    stops++;
    stage.backlog().awaitConsumers(Stage.SPOUTS, Stage.MEND_MS);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    return Stage.msSince(mendedNs);
  }

  @Override
  public String proof(Stage stage) {
    return "stood still %d times, %d s in all; the services wrote %,d events meanwhile"
        .formatted(stops, stoodMs / 1_000, givenMeanwhile);
  }
}
