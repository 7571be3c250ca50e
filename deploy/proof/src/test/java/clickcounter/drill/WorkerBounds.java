package clickcounter.drill;

import clickcounter.devcluster.ProcessMemory;
import clickcounter.devcluster.Workers.WorkerProcess;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Bounds on the workers during an outage: no process ends, none grows beyond a limit. */
final class WorkerBounds {
  /**
   * The heap, which is resident from the start, and what a JVM with Storm, Netty and the clients
   * needs besides.
   */
  private static final long MOST_RESIDENT_MB = TestBed.WORKER_HEAP_MB + 256;

  private List<WorkerProcess> before = List.of();
  private long mostResidentMb;

  /** Remembers the workers before an outage. */
  void begin(List<WorkerProcess> workers) {
    before = workers;
  }

  /**
   * Checks the workers of this moment.
   *
   * @throws Breach if they are other processes than before, or one of them is too large
   */
  void check(List<WorkerProcess> now) throws Breach {
    requireSame(before, now);
    for (WorkerProcess worker : now) {
      long residentMb = ProcessMemory.residentMb(worker.process().pid());
      requireSmall(worker.name(), residentMb);
      mostResidentMb = Math.max(mostResidentMb, residentMb);
    }
  }

  /** At least one, and the same processes. */
  static void requireSame(List<WorkerProcess> before, List<WorkerProcess> now) throws Breach {
    if (before.isEmpty() || !pids(before).equals(pids(now))) {
      throw new Breach(
          "the workers' processes were %s and are %s: expected at least one, and the same"
              .formatted(pids(before), pids(now)));
    }
  }

  static Set<Long> pids(List<WorkerProcess> workers) {
    return workers.stream()
        .map(worker -> worker.process().pid())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static void requireSmall(String worker, long residentMb) throws Breach {
    if (residentMb <= 0 || residentMb > MOST_RESIDENT_MB) {
      throw new Breach(
          "%s takes %d MB of memory: expected 1 to %d with a heap of %d MB"
              .formatted(worker, residentMb, MOST_RESIDENT_MB, TestBed.WORKER_HEAP_MB));
    }
  }

  /** What was found, for a proof. */
  String text() {
    return "the same processes before and after, of %d MB heap, took at most %d MB (bound %d)"
        .formatted(TestBed.WORKER_HEAP_MB, mostResidentMb, MOST_RESIDENT_MB);
  }
}
