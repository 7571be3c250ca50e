package clickcounter.drill;

import clickcounter.devcluster.Workers;
import clickcounter.devcluster.Workers.WorkerProcess;
import java.io.IOException;

/** A worker is killed, and its supervisor starts another one. */
final class WorkerKill implements Drill {
  private int killed;
  private long underWay;

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    underWay += bed.requireWork();
    WorkerProcess victim = bed.anyWorker();
    long startNs = System.nanoTime();
    Workers.kill(victim);
    bed.await(
        "another process in the place of " + victim.name(),
        () -> bed.workers().stream().anyMatch(worker -> worker.replaces(victim)));
    killed++;
    bed.awaitActive();
    return bed.awaitProgress(startNs);
  }

  @Override
  public String proof(TestBed bed) {
    return "%d processes gone and replaced, %,d messages under way".formatted(killed, underWay);
  }
}
