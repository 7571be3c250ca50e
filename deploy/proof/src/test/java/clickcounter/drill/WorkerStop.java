package clickcounter.drill;

import clickcounter.devcluster.Cluster;
import clickcounter.devcluster.Workers.WorkerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A host is paused in the middle of its puts, until other workers have its tasks. Then its workers
 * resume, and each task has two live copies.
 *
 * <p>A worker ends as soon as it learns, from its supervisor or ZooKeeper, that others have its
 * tasks. On an idle machine that happens before it puts anything. So the supervisor resumes later,
 * and ZooKeeper is paused for the first seconds.
 */
final class WorkerStop implements Drill {
  /** A third of the session of ZooKeeper's clients: no live client loses its session. */
  private static final long ZOOKEEPER_STILL_MS = 6_000;

  /**
   * The lines hang for so long, so that some puts have no answer yet when the workers are paused.
   */
  private static final long HANG_MS = 1_500;

  private final List<TaskCopies.Overlap> overlaps = new ArrayList<>();
  private long stoodMs;

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    bed.requireWork();
    String supervisor = bed.workers().get(0).supervisor();
    List<WorkerProcess> olds =
        bed.workers().stream().filter(w -> w.supervisor().equals(supervisor)).toList();
    List<ProcessHandle> all = new ArrayList<>();
    all.add(bed.cluster.requireProcess(supervisor));
    olds.forEach(old -> all.add(old.process()));
    Set<Integer> ports = olds.stream().map(WorkerProcess::port).collect(Collectors.toSet());
    Set<Integer> tasks = bed.requireAdsTasks(ports);
    try {
      stopWhilePutting(bed, all);
      long stoppedMs = System.currentTimeMillis();
      bed.awaitReplaced(tasks, ports, stoppedMs);
      stoodMs += System.currentTimeMillis() - stoppedMs;
      return wake(bed, all.get(0), olds, ports);
    } finally {
      bed.riakLines.forEach(Line::resume);
      for (ProcessHandle each : all) {
        Signals.resume(each);
      }
    }
  }

  /** Pauses them while puts are on their way and others are deferred; those are overdue later. */
  private static void stopWhilePutting(TestBed bed, List<ProcessHandle> all)
      throws IOException, InterruptedException {
    bed.riakLines.forEach(Line::hang);
    bed.stay("puts pile up", HANG_MS);
    for (ProcessHandle each : all) {
      Signals.stop(each, bed);
    }
    bed.riakLines.forEach(Line::resume);
  }

  private long wake(
      TestBed bed, ProcessHandle supervisor, List<WorkerProcess> olds, Set<Integer> ports)
      throws IOException, InterruptedException {
    TaskCopies copies = new TaskCopies(bed.counters, ports);
    ProcessHandle zookeeper = bed.cluster.requireProcess(Cluster.ZOOKEEPER);
    long wokenS = System.currentTimeMillis() / 1_000;
    long wokenNs = System.nanoTime();
    try {
      Signals.stop(zookeeper, bed);
      for (WorkerProcess old : olds) {
        Signals.resume(old.process());
      }
      bed.stay("ZooKeeper stands still", ZOOKEEPER_STILL_MS - TestBed.msSince(wokenNs));
    } finally {
      Signals.resume(zookeeper);
    }
    bed.awaitFault(
        "puts of the old copies beside those of the new",
        () -> copies.find(wokenS, System.currentTimeMillis() / 1_000).isPresent());
    long mendedS = System.currentTimeMillis() / 1_000;
    long mendedNs = System.nanoTime();
    Signals.resume(supervisor);
    bed.await(
        "the old copies to end", () -> olds.stream().noneMatch(old -> old.process().isAlive()));
    bed.awaitActive();
    long recoveryMs = bed.awaitProgress(mendedNs);
    overlaps.add(copies.between(wokenS, mendedS));
    return recoveryMs;
  }

  @Override
  public String proof(TestBed bed) {
    return "stood still %d s in all; %s"
        .formatted(stoodMs / 1_000, TaskCopies.Overlap.describe(overlaps));
  }
}
