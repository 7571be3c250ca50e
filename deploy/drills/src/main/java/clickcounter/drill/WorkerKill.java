package clickcounter.drill;

import clickcounter.cluster.Workers;
import clickcounter.cluster.Workers.Worker;
import java.io.IOException;
import java.util.List;

/** Workers end at once, again and again. */
final class WorkerKill implements Drill {
  private int killed;
  private long underWay;

  @Override
  public String name() {
    return "worker-kill";
  }

  @Override
  public String fault() {
    return "workers end by kill -9";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    List<Worker> workers = stage.workers();
    if (workers.isEmpty()) {
      throw new Unproven("no worker runs that could be killed");
    }
    Worker victim = workers.get(stage.random().nextInt(workers.size()));
    underWay += stage.requireWork().waiting();
    long startNs = System.nanoTime();
    Workers.kill(victim);
    stage.await(
        "another process in the place of " + victim.name(),
        () -> stage.workers().stream().anyMatch(w -> w.replaces(victim)),
        Stage.MEND_MS);
    killed++;
    stage.awaitActive();
    stage.backlog().awaitProgress(Stage.MEND_MS);
    return Stage.msSince(startNs);
  }

  @Override
  public String proof(Stage stage) {
    return "%d processes gone and replaced, %,d messages under way".formatted(killed, underWay);
  }
}
