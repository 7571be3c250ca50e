package clickcounter.drill;

import clickcounter.cluster.Cluster;
import java.io.IOException;
import org.apache.storm.generated.RebalanceOptions;

/** Nimbus ends in the middle of a rebalance, and has to finish it when it is back. */
final class NimbusKill implements Drill {
  /** Long enough to be seen in the middle of it. */
  private static final int REBALANCE_WAIT_S = 10;

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
    stage.awaitFault(
        "Nimbus to be " + REBALANCING, () -> stage.topology().get_status().equals(REBALANCING));
    stage.cluster().kill(Cluster.NIMBUS);
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
