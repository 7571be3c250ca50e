package clickcounter.drill;

import clickcounter.devcluster.Cluster;
import clickcounter.devcluster.Workers;
import clickcounter.devcluster.Workers.WorkerProcess;
import clickcounter.metrics.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The table of drills of one shape. Each method makes a new drill, whose figures begin at zero.
 *
 * <p>Drills that need a cluster of their own, or two copies of a task, have classes.
 */
final class InjectedFaults {
  private static final int MOST_BROKER_DOWN_MS = 3_000;
  private static final int MOST_STORE_DOWN_MS = 4_000;
  private static final int[] ADS_TASKS = {7, 3, 5, 4};

  private InjectedFaults() {}

  private static InjectedFaultBuilder drill(String name, String fault) {
    return InjectedFaultBuilder.builder().name(name).fault(fault);
  }

  static Drill workerKill() {
    return drill("worker-kill", "workers end by kill -9")
        .inject(
            bed -> {
              WorkerProcess victim = anyWorker(bed);
              Workers.kill(victim);
              bed.await(
                  "another process in the place of " + victim.name(),
                  () -> bed.workers().stream().anyMatch(w -> w.replaces(victim)));
            })
        .recover(TestBed::awaitActive)
        .proof(
            (bed, tally) ->
                "%d processes gone and replaced, %,d messages under way"
                    .formatted(tally.times(), tally.underWay()))
        .build();
  }

  private static WorkerProcess anyWorker(TestBed bed) throws IOException {
    List<WorkerProcess> workers = bed.workers();
    if (workers.isEmpty()) {
      throw new Unproven("no worker runs that could be killed");
    }
    return workers.get(bed.random().nextInt(workers.size()));
  }

  static Drill brokerKill() {
    LongAdder kept = new LongAdder();
    Growth reconnects = new Growth(bed -> bed.counters().sum(Metric.RECONNECTS));
    return drill("broker-kill", "the broker ends by kill -9 and starts again")
        .inject(
            bed -> {
              reconnects.begin(bed);
              bed.cluster().kill(Cluster.BROKER);
              bed.stay("the broker is down", bed.random().nextInt(MOST_BROKER_DOWN_MS));
            })
        .recover(
            bed -> {
              bed.cluster().startAndAwait(Cluster.BROKER);
              kept.add(bed.requireWork().waiting());
              bed.awaitConsumers();
            })
        .lasts(true)
        .confirm(bed -> reconnects.await("spouts that reconnected", bed))
        .proof(
            (bed, tally) ->
                "%d times gone and back with %,d messages in all, spouts reconnected %d times"
                    .formatted(
                        tally.times(),
                        kept.sum(),
                        reconnects.require("no spout has noticed that the broker was down", bed)))
        .build();
  }

  static long doubts(TestBed bed) {
    return bed.counters().sum(Metric.ENDED_PUTS, "doubt");
  }

  static Drill storeKill() {
    Growth failed = new Growth(bed -> doubts(bed) + bed.counters().sum(Metric.FAILED_READS));
    return drill("store-kill", "the store ends by kill -9 and starts again")
        .inject(
            bed -> {
              failed.begin(bed);
              bed.takeStoreAway();
              failed.await("puts or reads that fail", bed);
              bed.stay("the store is down", bed.random().nextInt(MOST_STORE_DOWN_MS));
            })
        .recover(TestBed::bringStoreBack)
        .lasts(true)
        .proof(
            (bed, tally) ->
                "%d times gone and back, %,d puts and reads failed"
                    .formatted(
                        tally.times(),
                        failed.require("no put and no read failed while the store was down", bed)))
        .build();
  }

  static Drill redeploy() {
    AtomicReference<String> old = new AtomicReference<>();
    List<Integer> adsTasks = new ArrayList<>();
    return drill(
            "redeploy",
            "the topology is killed in the middle and submitted with other numbers of tasks")
        .inject(
            bed -> {
              int done = adsTasks.size();
              adsTasks.add(ADS_TASKS[done % ADS_TASKS.length]);
              old.set(bed.topology().get_id());
              bed.killTopology(done % 2);
              bed.submit(
                  Map.of(
                      "adsTasks",
                      Integer.toString(adsTasks.get(done)),
                      "countersTasks",
                      Integer.toString(1 + done % 3)));
            })
        .recover(TestBed::awaitActive)
        .confirm(
            bed -> {
              if (bed.topology().get_id().equals(old.get())) {
                throw new Unproven("the topology is still " + old.get());
              }
            })
        .proof(
            (bed, tally) ->
                "%d new topologies with %s ads tasks, %,d messages under way"
                    .formatted(
                        tally.times(),
                        adsTasks.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                        tally.underWay()))
        .build();
  }
}
