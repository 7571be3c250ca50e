package clickcounter.drill;

import clickcounter.devcluster.Cluster;
import clickcounter.devcluster.Workers;
import clickcounter.devcluster.Workers.WorkerProcess;
import clickcounter.drill.InjectedFault.Action;
import clickcounter.drill.RiakLine.PutFaults;
import clickcounter.metrics.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The table of drills of one shape. Each method makes a new drill, whose figures begin at zero.
 *
 * <p>Drills that need a cluster of their own, or two copies of a task, have classes.
 */
final class InjectedFaults {
  private static final int MOST_BROKER_DOWN_MS = 3_000;
  private static final int MOST_STORE_DOWN_MS = 4_000;
  private static final long ACKNOWLEDGEMENTS = 20;

  /** After an outage begins, requests that were under way may still complete for this long. */
  private static final long SETTLE_MS = 5_000;

  private static final long CHECK_MS = 500;

  /** Long enough to see the topology in the middle of a rebalance. */
  private static final int REBALANCE_WAIT_S = 10;

  private static final String REBALANCING = "REBALANCING";
  private static final int[] ADS_TASKS = {7, 3, 5, 4};

  /** Around the time-out: some puts are answered in time, some are in doubt, all are done. */
  private static final long LEAST_SLOW_MS = TestBed.RIAK_TIMEOUT_MS - 1_000;

  private static final long MOST_SLOW_MS = TestBed.RIAK_TIMEOUT_MS + 1_500;
  private static final double BAD_SHARE = 0.15;
  private static final long MOST_BAD_MS = 20_000;

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

  /**
   * The workers must go on without their supervisor. Each second time a worker is killed too, and
   * no supervisor restarts it.
   */
  static Drill supervisorKill() {
    AtomicReference<String> supervisor = new AtomicReference<>();
    LongAdder wentOn = new LongAdder();
    LongAdder acknowledged = new LongAdder();
    LongAdder orphansKilled = new LongAdder();
    return drill("supervisor-kill", "supervisors end by kill -9, each second time with a worker")
        .leastStrikes(2)
        .inject(
            bed -> {
              WorkerProcess worker = anyWorker(bed);
              supervisor.set(worker.supervisor());
              bed.cluster().kill(worker.supervisor());
              if (wentOn.sum() == orphansKilled.sum()) {
                acknowledged.add(requireGoesOn(worker, bed));
                wentOn.increment();
              } else {
                Workers.kill(worker);
                orphansKilled.increment();
              }
            })
        .recover(
            bed -> {
              bed.cluster().startAndAwait(supervisor.get());
              bed.awaitActive();
            })
        .lasts(true)
        .proof(
            (bed, tally) ->
                "%d supervisors gone; %d times its worker went on alone (%,d messages acknowledged), %d times it was killed with nobody to restart it"
                    .formatted(
                        tally.times(), wentOn.sum(), acknowledged.sum(), orphansKilled.sum()))
        .build();
  }

  /** Messages that were acknowledged while the worker had no supervisor. */
  private static long requireGoesOn(WorkerProcess worker, TestBed bed)
      throws IOException, InterruptedException {
    long before = bed.backlog().acknowledged();
    bed.awaitProgress();
    if (!worker.process().isAlive()) {
      throw new Breach(worker.name() + " ended with its supervisor: expected it to go on alone");
    }
    return bed.backlog().acknowledged() - before;
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

  /** The connections stay open, and nothing is refused. */
  static Drill brokerStop() {
    return drill("broker-stop", "the broker stands still (SIGSTOP) for a minute")
        .inject(
            bed -> {
              ProcessHandle broker = bed.cluster().requireProcess(Cluster.BROKER);
              long lastingMs = bed.timing().lastingMs();
              Signals.stop(broker);
              bed.stay("the broker stands still", lastingMs);
              if (!Signals.isStopped(broker)) {
                throw new Unproven("the broker did not stand still for " + lastingMs + " ms");
              }
            })
        .end(bed -> Signals.resume(bed.cluster().requireProcess(Cluster.BROKER)))
        .recover(TestBed::awaitConsumers)
        .lasts(true)
        .proof(
            (bed, tally) ->
                "stood still %d times, %d s in all; the services wrote %,d events meanwhile"
                    .formatted(tally.times(), tally.seconds(), tally.logged()))
        .build();
  }

  static Drill brokerAway() {
    return away(
        "broker-away",
        Cluster.BROKER,
        false,
        bed -> bed.cluster().kill(Cluster.BROKER),
        bed -> bed.cluster().startAndAwait(Cluster.BROKER));
  }

  static Drill storeAway() {
    return away("store-away", Cluster.RIAK, true, TestBed::takeStoreAway, TestBed::bringStoreBack);
  }

  /**
   * During a long outage the workers must neither grow nor end. Without a store they must not
   * acknowledge anything; without a broker that is impossible.
   */
  private static Drill away(
      String name, String process, boolean isStore, Action goes, Action comes) {
    WorkerBounds bounds = new WorkerBounds();
    return drill(
            name,
            "the " + process + " process is gone for --fault-for; nothing may grow, end or be lost")
        .inject(
            bed -> {
              bounds.begin(bed.workers());
              long startNs = System.nanoTime();
              goes.on(bed);
              stayAway(process, Math.min(SETTLE_MS, bed.timing().lastingMs()), bounds, bed);
              long acknowledged = isStore ? bed.backlog().acknowledged() : 0;
              stayAway(process, bed.timing().lastingMs() - TestBed.msSince(startNs), bounds, bed);
              if (isStore) {
                requireNoneAcknowledged(bed.backlog().acknowledged() - acknowledged);
              }
            })
        .recover(
            bed -> {
              comes.on(bed);
              bed.awaitConsumers();
            })
        .lasts(true)
        .confirm(bed -> bounds.check(bed.workers()))
        .proof(
            (bed, tally) ->
                "gone %d times, %d s in all%s; %s; the services wrote %,d events meanwhile"
                    .formatted(
                        tally.times(),
                        tally.seconds(),
                        isStore ? ", nothing acknowledged without it" : "",
                        bounds.text(),
                        tally.logged()))
        .build();
  }

  private static void stayAway(String process, long ms, WorkerBounds bounds, TestBed bed)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    while (TestBed.msSince(startNs) < ms) {
      bounds.check(bed.workers());
      bed.stay("the " + process + " stays away", CHECK_MS);
    }
  }

  private static void requireNoneAcknowledged(long acknowledged) throws Breach {
    if (acknowledged != 0) {
      throw new Breach(
          acknowledged + " messages were acknowledged while there was no store to settle them in");
    }
  }

  /**
   * The broker delivers the same messages a second time, to the same spout or to the other one. A
   * spout recognizes what it delivered itself; what the other one delivered shows as duplicate
   * events, beyond those that the services sent twice.
   */
  static Drill brokenAck() {
    Growth lost = new Growth(bed -> bed.brokerLine().acknowledgementsLost.sum());
    Growth recognized = new Growth(bed -> bed.counters().sum(Metric.REDELIVERED_MESSAGES));
    Growth toOther =
        new Growth(bed -> bed.counters().sum(Metric.DUPLICATE_EVENTS) - bed.load().linesTwice());
    Growth sentTwice = new Growth(bed -> bed.load().linesTwice());
    return drill("broken-ack", "acknowledgements get lost, the same messages are delivered again")
        .inject(
            bed -> {
              Growth.begin(bed, lost, recognized, toOther, sentTwice);
              bed.brokerLine().loseAcknowledgements();
              bed.awaitFault(
                  ACKNOWLEDGEMENTS + " acknowledgements to be lost",
                  () -> lost.inStrike(bed) >= ACKNOWLEDGEMENTS);
            })
        .end(bed -> bed.brokerLine().cutAndMend())
        .recover(TestBed::awaitConsumers)
        .lasts(true)
        .confirm(
            bed ->
                bed.awaitFault(
                    "messages that are delivered again",
                    () -> recognized.inStrike(bed) + toOther.inStrike(bed) > 0))
        .proof(
            (bed, tally) -> {
              if (recognized.total(bed) == 0 && toOther.total(bed) <= 0) {
                throw new Unproven(
                    lost.total(bed) + " acknowledgements were lost, but no message came again");
              }
              return "%,d acknowledgements lost; %,d messages came again to the spout that knew them, %,d events to the other one (duplicates beyond the %,d lines sent twice)"
                  .formatted(
                      lost.total(bed),
                      recognized.total(bed),
                      Math.max(0, toOther.total(bed)),
                      sentTwice.total(bed));
            })
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

  static Drill storeSlow() {
    return badLine(
        "store-slow",
        "each put takes about as long as the bolts wait for it",
        PutFaults.slow(LEAST_SLOW_MS, MOST_SLOW_MS),
        line -> line.heldUp.sum(),
        "puts held up for " + LEAST_SLOW_MS + " to " + MOST_SLOW_MS + " ms");
  }

  static Drill storeErrors() {
    return badLine(
        "store-errors",
        "the store answers errors, half of them after it has done the put",
        PutFaults.bad(BAD_SHARE, BAD_SHARE, 0),
        line -> line.refused.sum() + line.deniedAfterwards.sum(),
        "puts answered with an error");
  }

  static Drill storeSilent() {
    return badLine(
        "store-silent",
        "the store does the put and answers nothing",
        PutFaults.bad(0, 0, BAD_SHARE),
        line -> line.answersLost.sum(),
        "answers dropped after the put was done");
  }

  /**
   * @param hit counts the puts that a line has spoiled
   */
  private static Drill badLine(
      String name, String fault, PutFaults faults, ToLongFunction<RiakLine> hit, String effect) {
    Growth hits = new Growth(bed -> bed.riakLines().sum(hit));
    Growth doubts = new Growth(InjectedFaults::doubts);
    return drill(name, fault)
        .inject(
            bed -> {
              Growth.begin(bed, hits, doubts);
              bed.riakLines().set(faults);
              bed.stay(
                  "the line to the store is bad", Math.min(MOST_BAD_MS, bed.timing().lastingMs()));
              hits.await(effect, bed);
              doubts.await("puts in doubt", bed);
            })
        .end(bed -> bed.riakLines().set(PutFaults.NONE))
        .lasts(true)
        .proof(
            (bed, tally) ->
                "%d times; %,d %s, %,d of them in doubt for the bolts"
                    .formatted(tally.times(), hits.total(bed), effect, doubts.total(bed)))
        .build();
  }

  /** Nimbus must finish the rebalance when it is back. */
  static Drill nimbusKill() {
    WorkerCounts counts = new WorkerCounts();
    return drill("nimbus-kill", "Nimbus ends by kill -9 during a rebalance and starts again")
        .inject(
            bed -> {
              counts.order(bed, REBALANCE_WAIT_S);
              bed.awaitFault(
                  "Nimbus to be " + REBALANCING,
                  () -> bed.topology().get_status().equals(REBALANCING));
              bed.cluster().kill(Cluster.NIMBUS);
            })
        .recover(
            bed -> {
              bed.cluster().startAndAwait(Cluster.NIMBUS);
              counts.await(bed);
            })
        .lasts(true)
        .proof(
            (bed, tally) ->
                "%d times gone while the topology was %s; started again it finished the move to %s workers"
                    .formatted(tally.times(), REBALANCING, counts.reached()))
        .build();
  }

  static Drill rebalance() {
    WorkerCounts counts = new WorkerCounts();
    Set<Long> known = new HashSet<>();
    LongAdder processes = new LongAdder();
    return drill("rebalance", "the topology moves to other numbers of workers in the middle")
        .inject(
            bed -> {
              known.clear();
              known.addAll(WorkerBounds.pids(bed.workers()));
              counts.order(bed, 1);
            })
        .recover(counts::await)
        .confirm(
            bed -> {
              Set<Long> added = WorkerBounds.pids(bed.workers());
              added.removeAll(known);
              if (added.isEmpty()) {
                throw new Unproven("no task has moved: the processes are the same");
              }
              processes.add(added.size());
            })
        .proof(
            (bed, tally) ->
                "moved to %s workers, %d new processes, %,d messages under way"
                    .formatted(counts.reached(), processes.sum(), tally.underWay()))
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
