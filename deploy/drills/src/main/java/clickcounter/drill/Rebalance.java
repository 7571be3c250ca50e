package clickcounter.drill;

import clickcounter.cluster.Workers.Worker;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.storm.generated.RebalanceOptions;

/** The topology is spread anew over more or fewer workers. */
final class Rebalance implements Drill {
  private final Spread spread = new Spread();
  private long underWay;
  private int processes;

  @Override
  public String name() {
    return "rebalance";
  }

  @Override
  public String fault() {
    return "the topology moves to other numbers of workers in the middle";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    underWay += stage.requireWork().waiting();
    Set<Long> before = pids(stage);
    int workers = spread.another(stage);
    RebalanceOptions order = new RebalanceOptions();
    order.set_num_workers(workers);
    order.set_wait_secs(1);
    long startNs = System.nanoTime();
    stage.cluster().nimbus().rebalance(Stage.TOPOLOGY, order);
    spread.await(stage, workers);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    Set<Long> after = pids(stage);
    after.removeAll(before);
    if (after.isEmpty()) {
      throw new Unproven("no task has moved: the processes are the same");
    }
    processes += after.size();
    return Stage.msSince(startNs);
  }

  private static Set<Long> pids(Stage stage) throws IOException {
    return stage.workers().stream()
        .map(Worker::process)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  @Override
  public String proof(Stage stage) {
    return "moved to %s workers, %d new processes, %,d messages under way"
        .formatted(spread.taken(), processes, underWay);
  }
}
