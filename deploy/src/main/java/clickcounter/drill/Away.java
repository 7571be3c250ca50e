package clickcounter.drill;

import clickcounter.cluster.Cluster;
import clickcounter.cluster.Workers.Worker;
import java.io.IOException;

/**
 * The store or the broker is away for long: the workers must neither grow, nor end, nor acknowledge
 * what they cannot settle, and must go on by themselves when it is back.
 */
final class Away implements Drill {
  /** What was already on its way is done. */
  private static final long SETTLE_MS = 5_000;

  private static final long LOOK_MS = 500;

  private final String name;
  private final String process;
  private long awayMs;
  private int times;
  private long mostResidentMb;
  private long givenMeanwhile;

  private Away(String name, String process) {
    this.name = name;
    this.process = process;
  }

  static Away store() {
    return new Away("store-away", Cluster.RIAK);
  }

  static Away broker() {
    return new Away("broker-away", Cluster.BROKER);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String fault() {
    return "the " + process + " process is gone for --fault-minutes; nothing may grow or be lost";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    stage.requireWork();
    long given = stage.load().given();
    long startNs = System.nanoTime();
    stage.cluster().kill(process);
    watch(stage, Math.min(SETTLE_MS, stage.pace().lastingMs()));
    long acknowledged = acknowledged(stage);
    watch(stage, stage.pace().lastingMs() - Stage.msSince(startNs));
    if (acknowledged(stage) != acknowledged) {
      throw new Unproven("messages were acknowledged while " + process + " was away");
    }
    long mendedNs = System.nanoTime();
    awayMs += (mendedNs - startNs) / 1_000_000;
    givenMeanwhile += stage.load().given() - given;
    times++;
    stage.cluster().startAgain(process);
    stage.backlog().awaitConsumers(Stage.SPOUTS, Stage.MEND_MS);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    return Stage.msSince(mendedNs);
  }

  /** Without a broker there is nobody who could be told. */
  private long acknowledged(Stage stage) throws IOException {
    return process.equals(Cluster.BROKER) ? 0 : stage.backlog().acknowledged();
  }

  private void watch(Stage stage, long ms) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    while (Stage.msSince(startNs) < ms) {
      for (Worker worker : stage.workers()) {
        mostResidentMb = Math.max(mostResidentMb, Cluster.residentMb(worker.process()));
      }
      Thread.sleep(LOOK_MS);
    }
  }

  @Override
  public String proof(Stage stage) {
    return "gone %d times, %d s in all, nothing acknowledged without it; a worker of %d MB heap took at most %d MB; the services wrote %,d events meanwhile"
        .formatted(times, awayMs / 1_000, Stage.WORKER_HEAP_MB, mostResidentMb, givenMeanwhile);
  }
}
