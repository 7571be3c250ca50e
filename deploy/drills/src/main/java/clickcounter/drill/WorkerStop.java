package clickcounter.drill;

import clickcounter.cluster.Cluster;
import clickcounter.cluster.Workers.Worker;
import clickcounter.drill.RiakLine.Weather;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A host is paused in the middle of its puts: supervisor and workers stand still until their tasks
 * live elsewhere. Then the workers go on: two live copies of each task.
 *
 * <p>A worker ends by itself as soon as its supervisor, or else ZooKeeper, tells it that others
 * have its tasks, which on an idle machine is before it has put anything. So the supervisor goes on
 * later, and ZooKeeper stands still for the first seconds.
 */
final class WorkerStop implements Drill {
  /** So long nobody who is alive misses ZooKeeper: a third of its clients' session. */
  private static final long ZOOKEEPER_STILL_MS = 6_000;

  /** Puts that wait for their answers when the workers are stopped. */
  private static final long HOLD_UP_MS = 3_000;

  private final List<Copies.Overlap> overlaps = new ArrayList<>();
  private long stoodMs;

  @Override
  public String name() {
    return "worker-stop";
  }

  @Override
  public String fault() {
    return "a supervisor and its workers stand still (SIGSTOP) until their tasks are reassigned; the workers go on before the supervisor and ZooKeeper do";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    stage.requireWork();
    String supervisor = stage.workers().get(0).supervisor();
    List<Worker> olds =
        stage.workers().stream().filter(w -> w.supervisor().equals(supervisor)).toList();
    List<ProcessHandle> all = new ArrayList<>();
    all.add(stage.cluster().requireProcess(supervisor));
    olds.forEach(old -> all.add(old.process()));
    Set<Integer> ports = olds.stream().map(Worker::port).collect(Collectors.toSet());
    Set<Integer> tasks = stage.cluster().nimbus().tasks(Stage.TOPOLOGY, ports);
    try {
      stopWhilePutting(stage, all);
      long stoppedMs = System.currentTimeMillis();
      stage.awaitReplaced(tasks, ports, stoppedMs);
      stoodMs += System.currentTimeMillis() - stoppedMs;
      return wake(stage, all.get(0), olds, ports);
    } finally {
      stage.riakLines().set(Weather.FAIR);
      for (ProcessHandle each : all) {
        Signals.goOn(each);
      }
    }
  }

  /** With puts on their way, and deferred ones behind them, which are overdue when they go on. */
  private static void stopWhilePutting(Stage stage, List<ProcessHandle> all)
      throws IOException, InterruptedException {
    long before = stage.riakLines().sum(line -> line.heldUp.sum());
    stage.riakLines().set(Weather.slow(HOLD_UP_MS, HOLD_UP_MS));
    stage.awaitFault(
        "puts on their way", () -> stage.riakLines().sum(line -> line.heldUp.sum()) > before);
    stage.stay("puts pile up", HOLD_UP_MS / 2);
    for (ProcessHandle each : all) {
      Signals.stop(each);
    }
    stage.riakLines().set(Weather.FAIR);
  }

  private long wake(Stage stage, ProcessHandle supervisor, List<Worker> olds, Set<Integer> ports)
      throws IOException, InterruptedException {
    Copies copies = new Copies(stage.counters());
    ProcessHandle zookeeper = stage.cluster().requireProcess(Cluster.ZOOKEEPER);
    long wokenS = System.currentTimeMillis() / 1_000;
    long wokenNs = System.nanoTime();
    try {
      Signals.stop(zookeeper);
      for (Worker old : olds) {
        Signals.goOn(old.process());
      }
      stage.stay("ZooKeeper stands still", ZOOKEEPER_STILL_MS - Stage.msSince(wokenNs));
    } finally {
      Signals.goOn(zookeeper);
    }
    stage.awaitFault(
        "puts of the old copies beside those of the new",
        () -> copies.find(ports, wokenS, System.currentTimeMillis() / 1_000).isPresent());
    long mendedS = System.currentTimeMillis() / 1_000;
    long mendedNs = System.nanoTime();
    Signals.goOn(supervisor);
    stage.await(
        "the end of the old copies",
        () -> olds.stream().noneMatch(old -> old.process().isAlive()),
        Stage.MEND_MS);
    stage.awaitActive();
    stage.backlog().awaitProgress(Stage.MEND_MS);
    long recoveryMs = Stage.msSince(mendedNs);
    overlaps.add(copies.between(ports, wokenS, mendedS));
    return recoveryMs;
  }

  @Override
  public String proof(Stage stage) {
    return "stood still %d s in all; %s".formatted(stoodMs / 1_000, describe(overlaps));
  }

  /** What overlapped, in one sentence. */
  static String describe(List<Copies.Overlap> overlaps) {
    Copies.Overlap longest =
        overlaps.stream().max(Comparator.comparingLong(Copies.Overlap::seconds)).orElseThrow();
    return "2 copies of task %d lived together for %d s (%d tasks double); %,d puts of the old copies beside %,d of the new, %,d answered by siblings or in doubt, merged"
        .formatted(
            longest.task(),
            longest.seconds(),
            overlaps.stream().mapToInt(Copies.Overlap::tasks).sum(),
            overlaps.stream().mapToLong(Copies.Overlap::oldPuts).sum(),
            overlaps.stream().mapToLong(Copies.Overlap::newPuts).sum(),
            overlaps.stream().mapToLong(Copies.Overlap::conflicts).sum());
  }
}
