package clickcounter.drill;

import clickcounter.cluster.Cluster;
import clickcounter.cluster.Workers.Worker;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The store or the broker is away for long: the workers must neither grow, nor end, nor acknowledge
 * what they cannot settle, and must go on by themselves when it is back.
 */
final class Away implements Drill {
  /** What was already on its way is done. */
  private static final long SETTLE_MS = 5_000;

  private static final long LOOK_MS = 500;

  /** The heap, and what a JVM with Storm, Netty and the clients has besides. */
  private static final long MOST_RESIDENT_MB = Stage.WORKER_HEAP_MB + 192;

  private final String name;
  private final String process;
  private List<Worker> workers;
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
    return "the "
        + process
        + " process is gone for --fault-minutes; nothing may grow, end or be lost";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    stage.requireWork();
    workers = stage.workers();
    long given = stage.load().given();
    long startNs = System.nanoTime();
    stage.cluster().kill(process);
    watch(stage, Math.min(SETTLE_MS, stage.pace().lastingMs()));
    if (process.equals(Cluster.RIAK)) {
      long acknowledged = stage.backlog().acknowledged();
      watch(stage, stage.pace().lastingMs() - Stage.msSince(startNs));
      requireNoneAcknowledged(stage.backlog().acknowledged() - acknowledged);
    } else {
      watch(stage, stage.pace().lastingMs() - Stage.msSince(startNs));
    }
    long mendedNs = System.nanoTime();
    awayMs += (mendedNs - startNs) / 1_000_000;
    givenMeanwhile += stage.load().given() - given;
    times++;
    stage.cluster().startAgain(process);
    stage.backlog().awaitConsumers(Stage.SPOUTS, Stage.MEND_MS);
    stage.backlog().awaitProgress(Stage.MEND_MS);
    requireBounds(stage.workers());
    return Stage.msSince(mendedNs);
  }

  private static void requireNoneAcknowledged(long acknowledged) throws Breach {
    if (acknowledged != 0) {
      throw new Breach(
          acknowledged + " messages were acknowledged while there was no store to settle them in");
    }
  }

  private void watch(Stage stage, long ms) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    while (Stage.msSince(startNs) < ms) {
      requireBounds(stage.workers());
      stage.stay("the " + process + " stays away", LOOK_MS);
    }
  }

  private void requireBounds(List<Worker> now) throws Breach {
    requireSame(workers, now);
    for (Worker worker : workers) {
      long residentMb = Cluster.residentMb(worker.process());
      requireSmall(worker.name(), residentMb);
      mostResidentMb = Math.max(mostResidentMb, residentMb);
    }
  }

  /** At least one, and all of them the processes that they were. */
  static void requireSame(List<Worker> before, List<Worker> now) throws Breach {
    if (before.isEmpty() || !pids(before).equals(pids(now))) {
      throw new Breach(
          "the workers' processes were %s and are %s: expected at least one, and the same"
              .formatted(pids(before), pids(now)));
    }
  }

  private static Set<Long> pids(List<Worker> workers) {
    return workers.stream()
        .map(worker -> worker.process().pid())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static void requireSmall(String worker, long residentMb) throws Breach {
    if (residentMb <= 0 || residentMb > MOST_RESIDENT_MB) {
      throw new Breach(
          "%s has %d MB in memory: expected 1 to %d with %d MB of heap"
              .formatted(worker, residentMb, MOST_RESIDENT_MB, Stage.WORKER_HEAP_MB));
    }
  }

  @Override
  public String proof(Stage stage) {
    String nothing = process.equals(Cluster.RIAK) ? ", nothing acknowledged without it" : "";
    return "gone %d times, %d s in all%s; the same processes before and after, of %d MB heap, took at most %d MB (bound %d); the services wrote %,d events meanwhile"
        .formatted(
            times,
            awayMs / 1_000,
            nothing,
            Stage.WORKER_HEAP_MB,
            mostResidentMb,
            MOST_RESIDENT_MB,
            givenMeanwhile);
  }
}
