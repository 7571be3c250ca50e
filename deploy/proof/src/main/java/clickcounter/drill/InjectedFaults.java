package clickcounter.drill;

import clickcounter.cluster.Cluster;
import clickcounter.cluster.Workers;
import clickcounter.cluster.Workers.WorkerProcess;
import clickcounter.drill.RiakLine.PutFaults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The drills of one shape: wait until messages are under way, break something, mend it, wait until
 * messages are acknowledged again. Each method makes a new drill, whose figures begin at zero.
 *
 * <p>Drills that need a cluster of their own, or prove more than a counter shows, have classes.
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

  static Drill workerKill() {
    LongAdder killed = new LongAdder();
    LongAdder underWay = new LongAdder();
    return new InjectedFault(
        "worker-kill",
        "workers end by kill -9",
        bed -> {
          WorkerProcess victim = anyWorker(bed);
          underWay.add(bed.requireWork().waiting());
          long startNs = System.nanoTime();
          Workers.kill(victim);
          bed.await(
              "another process in the place of " + victim.name(),
              () -> bed.workers().stream().anyMatch(w -> w.replaces(victim)));
          killed.increment();
          bed.awaitActive();
          return bed.awaitProgress(startNs);
        },
        bed ->
            "%d processes gone and replaced, %,d messages under way"
                .formatted(killed.sum(), underWay.sum()));
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
   * nobody is there to restart it.
   */
  static Drill supervisorKill() {
    LongAdder wentOn = new LongAdder();
    LongAdder acknowledged = new LongAdder();
    LongAdder orphansKilled = new LongAdder();
    return new InjectedFault(
        "supervisor-kill",
        "supervisors end by kill -9, each second time with a worker",
        2,
        bed -> {
          bed.requireWork();
          WorkerProcess worker = anyWorker(bed);
          bed.cluster().kill(worker.supervisor());
          if (wentOn.sum() == orphansKilled.sum()) {
            acknowledged.add(requireGoesOn(worker, bed));
            wentOn.increment();
          } else {
            Workers.kill(worker);
            orphansKilled.increment();
          }
          long mendedNs = System.nanoTime();
          bed.cluster().startAndAwait(worker.supervisor());
          bed.awaitActive();
          return bed.awaitProgress(mendedNs);
        },
        bed ->
            "%d supervisors gone; %d times its worker went on alone (%,d messages acknowledged), %d times it was killed with nobody to restart it"
                .formatted(
                    wentOn.sum() + orphansKilled.sum(),
                    wentOn.sum(),
                    acknowledged.sum(),
                    orphansKilled.sum()));
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
    LongAdder killed = new LongAdder();
    LongAdder kept = new LongAdder();
    Growth reconnects = new Growth(bed -> bed.counters().sum("spout", "reconnects"));
    return new InjectedFault(
        "broker-kill",
        "the broker ends by kill -9 and starts again",
        bed -> {
          bed.requireWork();
          long before = reconnects.read(bed);
          bed.cluster().kill(Cluster.BROKER);
          bed.stay("the broker is down", bed.random().nextInt(MOST_BROKER_DOWN_MS));
          long mendedNs = System.nanoTime();
          bed.cluster().startAndAwait(Cluster.BROKER);
          killed.increment();
          kept.add(bed.requireWork().waiting());
          bed.awaitConsumers();
          long recoveryMs = bed.awaitProgress(mendedNs);
          bed.awaitFault("spouts that reconnected", () -> reconnects.read(bed) > before);
          return recoveryMs;
        },
        bed -> {
          if (reconnects.total(bed) <= 0) {
            throw new Unproven("no spout has noticed that the broker was down");
          }
          return "%d times gone and back with %,d messages in all, spouts reconnected %d times"
              .formatted(killed.sum(), kept.sum(), reconnects.total(bed));
        });
  }

  /** The connections stay open, and nothing is refused. */
  static Drill brokerStop() {
    Outages outages = new Outages();
    return new InjectedFault(
        "broker-stop",
        "the broker stands still (SIGSTOP) for a minute",
        bed -> {
          bed.requireWork();
          ProcessHandle broker = bed.cluster().requireProcess(Cluster.BROKER);
          outages.begin(bed);
          try {
            Signals.stop(broker);
            bed.stay("the broker stands still", bed.timing().lastingMs());
            if (!Signals.isStopped(broker)) {
              throw new Unproven(
                  "the broker did not stand still for " + bed.timing().lastingMs() + " ms");
            }
          } finally {
            Signals.resume(broker);
          }
          long mendedNs = outages.end(bed);
          bed.awaitConsumers();
          return bed.awaitProgress(mendedNs);
        },
        bed ->
            "stood still %d times, %d s in all; the services wrote %,d events meanwhile"
                .formatted(outages.times, outages.ms / 1_000, outages.events));
  }

  static Drill brokerAway() {
    return away("broker-away", Cluster.BROKER);
  }

  static Drill storeAway() {
    return away("store-away", Cluster.RIAK);
  }

  /**
   * During a long outage the workers must neither grow nor end. Without a store they must not
   * acknowledge anything; without a broker nobody can.
   */
  private static Drill away(String name, String process) {
    Outages outages = new Outages();
    WorkerBounds bounds = new WorkerBounds();
    boolean isStore = process.equals(Cluster.RIAK);
    return new InjectedFault(
        name,
        "the " + process + " process is gone for --fault-minutes; nothing may grow, end or be lost",
        bed -> {
          bed.requireWork();
          List<WorkerProcess> workers = bed.workers();
          outages.begin(bed);
          bed.cluster().kill(process);
          stayAway(process, Math.min(SETTLE_MS, bed.timing().lastingMs()), workers, bounds, bed);
          long acknowledged = isStore ? bed.backlog().acknowledged() : 0;
          long leftMs = bed.timing().lastingMs() - outages.lastedMs();
          stayAway(process, leftMs, workers, bounds, bed);
          if (isStore) {
            requireNoneAcknowledged(bed.backlog().acknowledged() - acknowledged);
          }
          long mendedNs = outages.end(bed);
          bed.cluster().startAndAwait(process);
          bed.awaitConsumers();
          bed.awaitProgress();
          bounds.check(workers, bed.workers());
          return TestBed.msSince(mendedNs);
        },
        bed ->
            "gone %d times, %d s in all%s; %s; the services wrote %,d events meanwhile"
                .formatted(
                    outages.times,
                    outages.ms / 1_000,
                    isStore ? ", nothing acknowledged without it" : "",
                    bounds.text(),
                    outages.events));
  }

  private static void stayAway(
      String process, long ms, List<WorkerProcess> workers, WorkerBounds bounds, TestBed bed)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    while (TestBed.msSince(startNs) < ms) {
      bounds.check(workers, bed.workers());
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
    Growth recognized = new Growth(bed -> bed.counters().sum("spout", "messages.redelivered"));
    Growth duplicates = new Growth(bed -> bed.counted("duplicates"));
    Growth sentTwice = new Growth(bed -> bed.load().linesTwice());
    Growth.Figure redelivered =
        bed -> recognized.read(bed) + duplicates.read(bed) - sentTwice.read(bed);
    return new InjectedFault(
        "broken-ack",
        "acknowledgements get lost, the same messages are delivered again",
        bed -> {
          bed.requireWork();
          long lostBefore = lost.read(bed);
          long redeliveredBefore = redelivered.of(bed);
          bed.brokerLine().loseAcknowledgements();
          try {
            bed.awaitFault(
                ACKNOWLEDGEMENTS + " acknowledgements to be lost",
                () -> lost.read(bed) - lostBefore >= ACKNOWLEDGEMENTS);
          } finally {
            bed.brokerLine().cutAndMend();
          }
          long mendedNs = System.nanoTime();
          bed.awaitConsumers();
          long recoveryMs = bed.awaitProgress(mendedNs);
          bed.awaitFault(
              "messages that are delivered again", () -> redelivered.of(bed) > redeliveredBefore);
          return recoveryMs;
        },
        bed -> {
          long fromOther = duplicates.total(bed) - sentTwice.total(bed);
          if (recognized.total(bed) == 0 && fromOther <= 0) {
            throw new Unproven(
                lost.total(bed) + " acknowledgements were lost, but no message came again");
          }
          return "%,d acknowledgements lost; %,d messages came again to the spout that knew them, %,d events to the other one (duplicates beyond the %,d lines sent twice)"
              .formatted(
                  lost.total(bed),
                  recognized.total(bed),
                  Math.max(0, fromOther),
                  sentTwice.total(bed));
        });
  }

  static Drill storeKill() {
    LongAdder killed = new LongAdder();
    Growth failed = new Growth(bed -> bed.counted("puts.doubt") + bed.counted("reads.failed"));
    return new InjectedFault(
        "store-kill",
        "the store ends by kill -9 and starts again",
        bed -> {
          bed.requireWork();
          long before = failed.read(bed);
          bed.cluster().kill(Cluster.RIAK);
          bed.awaitFault("puts or reads that fail", () -> failed.read(bed) > before);
          killed.increment();
          bed.stay("the store is down", bed.random().nextInt(MOST_STORE_DOWN_MS));
          long mendedNs = System.nanoTime();
          bed.cluster().startAndAwait(Cluster.RIAK);
          return bed.awaitProgress(mendedNs);
        },
        bed -> {
          if (failed.total(bed) <= 0) {
            throw new Unproven("no put and no read failed while the store was down");
          }
          return "%d times gone and back, %,d puts and reads failed"
              .formatted(killed.sum(), failed.total(bed));
        });
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
    LongAdder times = new LongAdder();
    Growth hits = new Growth(bed -> bed.riakLines().sum(hit));
    Growth doubts = new Growth(bed -> bed.counted("puts.doubt"));
    return new InjectedFault(
        name,
        fault,
        bed -> {
          bed.requireWork();
          long hitsBefore = hits.read(bed);
          long doubtsBefore = doubts.read(bed);
          bed.riakLines().set(faults);
          try {
            bed.stay(
                "the line to the store is bad", Math.min(MOST_BAD_MS, bed.timing().lastingMs()));
            bed.awaitFault(effect, () -> hits.read(bed) > hitsBefore);
            bed.awaitFault("puts in doubt", () -> doubts.read(bed) > doubtsBefore);
          } finally {
            bed.riakLines().set(PutFaults.NONE);
          }
          times.increment();
          return bed.awaitProgress();
        },
        bed ->
            "%d times; %,d %s, %,d of them in doubt for the bolts"
                .formatted(times.sum(), hits.total(bed), effect, doubts.total(bed)));
  }

  /** Nimbus must finish the rebalance when it is back. */
  static Drill nimbusKill() {
    LongAdder killed = new LongAdder();
    WorkerCounts counts = new WorkerCounts();
    return new InjectedFault(
        "nimbus-kill",
        "Nimbus ends by kill -9 during a rebalance and starts again",
        bed -> {
          bed.requireWork();
          int workers = counts.next(bed);
          bed.rebalance(workers, REBALANCE_WAIT_S);
          bed.awaitFault(
              "Nimbus to be " + REBALANCING, () -> bed.topology().get_status().equals(REBALANCING));
          bed.cluster().kill(Cluster.NIMBUS);
          killed.increment();
          long mendedNs = System.nanoTime();
          bed.cluster().startAndAwait(Cluster.NIMBUS);
          counts.await(bed, workers);
          return bed.awaitProgress(mendedNs);
        },
        bed ->
            "%d times gone while the topology was %s; started again it finished the move to %s workers"
                .formatted(killed.sum(), REBALANCING, counts.reached()));
  }

  static Drill rebalance() {
    LongAdder underWay = new LongAdder();
    LongAdder processes = new LongAdder();
    WorkerCounts counts = new WorkerCounts();
    return new InjectedFault(
        "rebalance",
        "the topology moves to other numbers of workers in the middle",
        bed -> {
          underWay.add(bed.requireWork().waiting());
          Set<Long> before = WorkerBounds.pids(bed.workers());
          int workers = counts.next(bed);
          long startNs = System.nanoTime();
          bed.rebalance(workers, 1);
          counts.await(bed, workers);
          bed.awaitProgress();
          Set<Long> added = WorkerBounds.pids(bed.workers());
          added.removeAll(before);
          if (added.isEmpty()) {
            throw new Unproven("no task has moved: the processes are the same");
          }
          processes.add(added.size());
          return TestBed.msSince(startNs);
        },
        bed ->
            "moved to %s workers, %d new processes, %,d messages under way"
                .formatted(counts.reached(), processes.sum(), underWay.sum()));
  }

  static Drill redeploy() {
    List<Integer> adsTasks = new ArrayList<>();
    LongAdder underWay = new LongAdder();
    return new InjectedFault(
        "redeploy",
        "the topology is killed in the middle and submitted with other numbers of tasks",
        bed -> {
          underWay.add(bed.requireWork().waiting());
          int done = adsTasks.size();
          int tasks = ADS_TASKS[done % ADS_TASKS.length];
          String old = bed.topology().get_id();
          long startNs = System.nanoTime();
          bed.killTopology(done % 2);
          bed.submit(
              Map.of(
                  "adsTasks",
                  Integer.toString(tasks),
                  "countersTasks",
                  Integer.toString(1 + done % 3)));
          bed.awaitActive();
          bed.awaitProgress();
          if (bed.topology().get_id().equals(old)) {
            throw new Unproven("the topology is still " + old);
          }
          adsTasks.add(tasks);
          return TestBed.msSince(startNs);
        },
        bed ->
            "%d new topologies with %s ads tasks, %,d messages under way"
                .formatted(
                    adsTasks.size(),
                    adsTasks.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                    underWay.sum()));
  }

  /** How often and how long something was away, and what the services wrote meanwhile. */
  private static final class Outages {
    private int times;
    private long ms;
    private long events;
    private long startNs;
    private long eventsBefore;

    void begin(TestBed bed) {
      eventsBefore = bed.load().logged();
      startNs = System.nanoTime();
    }

    long lastedMs() {
      return TestBed.msSince(startNs);
    }

    /** The time of the end, in the terms of {@link System#nanoTime}. */
    long end(TestBed bed) {
      long nowNs = System.nanoTime();
      ms += (nowNs - startNs) / 1_000_000;
      events += bed.load().logged() - eventsBefore;
      times++;
      return nowNs;
    }
  }
}
