package clickcounter.drill;

import clickcounter.cluster.Cluster;
import clickcounter.cluster.Workers;
import clickcounter.cluster.Workers.Worker;
import java.io.IOException;
import java.util.List;

/**
 * Supervisors end at once. Their workers have to go on alone; each second time one of them ends
 * too, and nobody is there to start it again.
 */
final class SupervisorKill implements Drill {
  private int killed;
  private int outlived;
  private int orphansKilled;
  private long acknowledgedMeanwhile;

  @Override
  public String name() {
    return "supervisor-kill";
  }

  @Override
  public String fault() {
    return "supervisors end by kill -9, each second time with a worker";
  }

  @Override
  public int leastStrikes() {
    return 2;
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    Cluster cluster = stage.cluster();
    stage.requireWork();
    List<Worker> workers = stage.workers();
    Worker worker = workers.get(stage.random().nextInt(workers.size()));
    String supervisor = worker.supervisor();
    cluster.kill(supervisor);
    killed++;
    if (killed % 2 == 1) {
      long before = stage.backlog().acknowledged();
      stage.backlog().awaitProgress(Stage.MEND_MS);
      if (!worker.process().isAlive()) {
        throw new Breach(worker.name() + " ended with its supervisor: expected it to go on alone");
      }
      acknowledgedMeanwhile += stage.backlog().acknowledged() - before;
      outlived++;
    } else {
      Workers.kill(worker);
      orphansKilled++;
    }
    long mendedNs = System.nanoTime();
    cluster.startAgain(supervisor);
    stage.awaitActive();
    stage.backlog().awaitProgress(Stage.MEND_MS);
    return Stage.msSince(mendedNs);
  }

  @Override
  public String proof(Stage stage) {
    return "%d supervisors gone; %d times its worker went on alone (%,d messages acknowledged), %d times it was killed with nobody to restart it"
        .formatted(killed, outlived, acknowledgedMeanwhile, orphansKilled);
  }
}
