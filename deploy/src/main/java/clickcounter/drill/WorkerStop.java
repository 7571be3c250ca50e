package clickcounter.drill;

import clickcounter.cluster.Workers.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A host is paused: supervisor and workers stand still until their tasks live elsewhere. Then the
 * workers go on, the supervisor, which would end them, later: two live copies of each task.
 */
final class WorkerStop implements Drill {
  /** Storm's workers end by themselves when they see that others have their tasks. */
  private static final long MOST_TOGETHER_MS = 12_000;

  private final List<Copies.Overlap> overlaps = new ArrayList<>();
  private long stoodMs;

  @Override
  public String name() {
    return "worker-stop";
  }

  @Override
  public String fault() {
    return "a supervisor and its workers stand still (SIGSTOP) until their tasks are reassigned, then go on";
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
      for (ProcessHandle each : all) {
        Signals.stop(each);
      }
      long stoppedMs = System.currentTimeMillis();
      stage.awaitReplaced(tasks, ports, stoppedMs / 1_000 + 1);
      stoodMs += System.currentTimeMillis() - stoppedMs;
      return wake(stage, all.get(0), olds, ports);
    } finally {
      for (ProcessHandle each : all) {
        Signals.goOn(each);
      }
    }
  }

  private long wake(Stage stage, ProcessHandle supervisor, List<Worker> olds, Set<Integer> ports)
      throws IOException, InterruptedException {
    long wokenS = System.currentTimeMillis() / 1_000;
    for (Worker old : olds) {
      Signals.goOn(old.process());
    }
    Thread.sleep(Math.min(stage.pace().lastingMs(), MOST_TOGETHER_MS));
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
    overlaps.add(new Copies(stage.counters()).between(ports, wokenS, mendedS));
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
