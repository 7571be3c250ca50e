package clickcounter.drill;

import clickcounter.devcluster.ClusterExtras;
import clickcounter.devcluster.ClusterExtras.Host;
import clickcounter.devcluster.Workers.WorkerProcess;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A host is cut off from Nimbus and ZooKeeper, but not from Riak, the broker and the other host's
 * workers. Its workers continue beside their replacements until they give up or the line is mended.
 * Then Nimbus may give an old worker its tasks back, if the topology lacks a worker.
 */
final class HostCut implements Drill {
  private static final String SUPERVISOR = "supervisor-2";
  private static final String OTHER = "supervisor-1";
  private static final long TOGETHER_MS = 25_000;

  /**
   * Nimbus' nimbus.task.launch.secs: for so long Nimbus takes a silent worker for one that is
   * starting. A worker without ZooKeeper ends after two minutes, so it must be older when it is cut
   * off.
   */
  private static final long LAUNCH_MS = 120_000;

  private final List<TaskCopies.Overlap> overlaps = new ArrayList<>();
  private NetworkNamespace host;

  @Override
  public ClusterExtras extras() throws IOException {
    host = NetworkNamespace.make();
    return new ClusterExtras(
        Map.of(),
        NetworkNamespace.STORM,
        Map.of(
            SUPERVISOR,
            new Host(NetworkNamespace.INSIDE, host.enter()),
            OTHER,
            new Host(NetworkNamespace.LINES, List.of())));
  }

  /**
   * Half of the old copy's tuples are never answered, so it works until its pending limit is
   * reached. The limits here let it work until its replacement has started: two minutes, with a
   * dozen lines a message and 40 messages a second for each spout.
   */
  @Override
  public Map<String, String> settings() {
    return Map.of(
        "maxPendingMb",
        "28",
        "deferralMs",
        "8000",
        // Workers inside are asked for their counters from outside.
        "metrics.host",
        "0.0.0.0");
  }

  @Override
  public String lineAddress() {
    return NetworkNamespace.LINES;
  }

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    spread(bed);
    bed.await(
        "workers old enough that Nimbus misses them",
        () -> bed.workers().stream().allMatch(HostCut::isLaunched));
    bed.requireWork();
    List<WorkerProcess> olds = inside(bed);
    Set<Integer> ports = olds.stream().map(WorkerProcess::port).collect(Collectors.toSet());
    Set<Integer> tasks = bed.requireAdsTasks(ports);
    TaskCopies copies = new TaskCopies(bed.counters, ports);
    long cutMs = System.currentTimeMillis();
    long cutS = cutMs / 1_000;
    int supervisorPort = bed.cluster.port(SUPERVISOR);
    host.cut(supervisorPort);
    try {
      requireCut(bed);
      bed.awaitReplaced(tasks, ports, cutMs);
      bed.stay("both hosts count", Math.min(bed.setting.lastingMs(), TOGETHER_MS));
      bed.awaitFault(
          "puts of the old copies beside those of the new",
          () -> copies.find(cutS, System.currentTimeMillis() / 1_000).isPresent());
    } finally {
      host.mend(supervisorPort);
    }
    long mendedS = System.currentTimeMillis() / 1_000;
    long mendedNs = System.nanoTime();
    bed.await(
        "the old copies to end, or to get their tasks back",
        () -> {
          Set<Integer> inUse = bed.assignedPorts();
          return olds.stream()
              .noneMatch(old -> old.process().isAlive() && !inUse.contains(old.port()));
        });
    bed.cluster.startAndAwait(SUPERVISOR);
    bed.awaitActive();
    long recoveryMs = bed.awaitProgress(mendedNs);
    overlaps.add(copies.between(cutS, mendedS));
    return recoveryMs;
  }

  private static boolean isLaunched(WorkerProcess worker) {
    return worker
        .process()
        .info()
        .startInstant()
        .map(start -> Duration.between(start, Instant.now()).toMillis() > LAUNCH_MS)
        .orElse(false);
  }

  /**
   * Moves some tasks back: after a cut all of them are on the other host. It orders as many workers
   * as before, one on each host. With more, Nimbus would also change the tasks of the other worker,
   * and Storm 2.8.3 ends a worker that gets a tuple for a task that it does not have
   * (apache/storm#7533, fixed later). The old copy sends such tuples all the time, so no
   * replacement would survive.
   */
  private void spread(TestBed bed) throws IOException, InterruptedException {
    if (!inside(bed).isEmpty()) {
      return;
    }
    bed.await("two supervisors", () -> bed.cluster.nimbus().summary().get_supervisors_size() == 2);
    bed.rebalance(TestBed.WORKERS, 1);
    bed.await("a worker on " + SUPERVISOR, () -> !inside(bed).isEmpty());
    bed.awaitActive();
  }

  private static List<WorkerProcess> inside(TestBed bed) throws IOException {
    return bed.workers().stream().filter(w -> w.supervisor().equals(SUPERVISOR)).toList();
  }

  private void requireCut(TestBed bed) throws IOException, InterruptedException {
    int nimbus = bed.cluster.options().ports().nimbus();
    if (host.reaches(NetworkNamespace.STORM, nimbus)) {
      throw new Unproven("the host still reaches Nimbus");
    }
    if (!host.reaches(NetworkNamespace.LINES, bed.riakLines.get(0).socketAddress().getPort())) {
      throw new Unproven("the host no longer reaches Riak");
    }
  }

  @Override
  public String proof(TestBed bed) {
    return "in a network namespace; Nimbus out of reach, Riak in reach, each time; "
        + TaskCopies.Overlap.describe(overlaps);
  }

  @Override
  public void close() throws IOException {
    if (host != null) {
      host.close();
    }
  }
}
