package clickcounter.drill;

import clickcounter.cluster.Cluster;
import java.io.IOException;
import org.apache.storm.generated.RebalanceOptions;

/** Nimbus ends in the middle of a rebalance, and has to finish it when it is back. */
final class NimbusKill implements Drill {
  private static final int REBALANCE_WAIT_S = 2;
  private static final String REBALANCING = "REBALANCING";

  private int killed;
  private final Spread spread = new Spread();

  @Override
  public String name() {
    return "nimbus-kill";
  }

  @Override
  public String fault() {
    return "Nimbus ends by kill -9 during a rebalance and starts again";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    stage.requireWork();
    RebalanceOptions order = new RebalanceOptions();
    int workers = spread.another(stage);
    order.set_num_workers(workers);
    order.set_wait_secs(REBALANCE_WAIT_S);
    stage.cluster().nimbus().rebalance(Stage.TOPOLOGY, order);
    String status = stage.topology().get_status();
    stage.cluster().kill(Cluster.NIMBUS);
    if (!status.equals(REBALANCING)) {
      throw new Unproven("expected to kill Nimbus while it was rebalancing, it was " + status);
    }
    killed++;
    long mendedNs = System.nanoTime();
    stage.cluster().startAgain(Cluster.NIMBUS);
    spread.await(stage, workers);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    return Stage.msSince(mendedNs);
  }

  @Override
  public String proof(Stage stage) {
    return "%d times gone while the topology was %s; started again it finished the move to %s workers"
        .formatted(killed, REBALANCING, spread.taken());
  }
}
