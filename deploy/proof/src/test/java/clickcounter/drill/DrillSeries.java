package clickcounter.drill;

import clickcounter.cli.ShutdownHooks;
import clickcounter.devcluster.ClusterExtras;
import clickcounter.devcluster.Ports;
import clickcounter.devcluster.TemporaryCluster;
import clickcounter.drill.DrillResult.Outcome;
import clickcounter.drill.ServiceLoad.Archives;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs drills one after another. Those without extras share a cluster. */
final class DrillSeries {
  private static final Logger LOG = LoggerFactory.getLogger(DrillSeries.class);
  private static final int SUPERVISORS = 2;
  private static final int SLOTS = 2;

  /**
   * Storm then misses a dead host after half a minute instead of a whole one. A worker that has
   * just been launched keeps Storm's two minutes: on a busy machine it needs one of them.
   */
  private static final Map<String, Object> SHORT_TIMEOUTS =
      Map.of(
          "nimbus.supervisor.timeout.secs", 30,
          "nimbus.monitor.freq.secs", 3,
          "supervisor.heartbeat.frequency.secs", 2,
          // A host that comes back gets tasks at once, not after half an hour on the blacklist.
          "blacklist.scheduler.tolerance.count", 1_000_000);

  private final Path directory;
  private final TestBed.Setting setting;
  private final Consumer<DrillResult> results;

  private TemporaryCluster cluster;
  private TestBed bed;
  private boolean shared;
  private int clusters;

  /**
   * @param results gets the result of each drill as it ends
   */
  DrillSeries(Path directory, TestBed.Setting setting, Consumer<DrillResult> results) {
    this.directory = directory;
    this.setting = setting;
    this.results = results;
  }

  /** The extras of one drill, with Storm's settings for all drills below its own. */
  private static ClusterExtras withTimeouts(ClusterExtras own) {
    Map<String, Object> storm = new HashMap<>(SHORT_TIMEOUTS);
    storm.putAll(own.storm());
    return own.withStorm(storm);
  }

  /** The ports that its clusters will use, unless another program takes them first. */
  static Ports ports() throws IOException {
    return Ports.free(SUPERVISORS, SLOTS);
  }

  /** One attempt at a drill. */
  interface DrillAttempt {
    DrillResult run(Drill drill, Path where) throws IOException, InterruptedException;
  }

  void run(List<Drill> drills) throws IOException, InterruptedException {
    try {
      String spoiled = "";
      for (Drill drill : drills) {
        DrillResult result =
            spoiled.isEmpty()
                ? attempts(drill, directory, this::attempt)
                : DrillResult.notRun(drill.name(), spoiled + " has left the store wrong");
        spoiled = spoils(result) ? drill.name() : spoiled;
        results.accept(result);
      }
    } finally {
      stop();
    }
  }

  /** Clusters have a store of their own, unless it is of others: there it stays as it is. */
  private boolean spoils(DrillResult result) {
    return setting.store().isOfOthers() && result.outcome().compareTo(Outcome.NO_VERDICT) >= 0;
  }

  /**
   * Makes a second attempt, on a new cluster, if the first one could not be set up or its fault
   * missed its moment: a busy machine can cause both. A drill with a worse outcome has no second
   * attempt.
   */
  static DrillResult attempts(Drill drill, Path directory, DrillAttempt attempt)
      throws IOException, InterruptedException {
    DrillResult first = attempt.run(drill, directory);
    if (!first.outcome().mayBeRetried()) {
      return first;
    }
    Drill second = Drills.named(List.of(drill.name())).get(0);
    return attempt.run(second, directory.resolve("second-attempt")).after(first);
  }

  /** Stops the cluster after a drill that did not pass: no other drill may use it. */
  private DrillResult attempt(Drill drill, Path where) throws IOException, InterruptedException {
    setting.progress().begin(drill.name());
    DrillResult result = run(drill, where);
    if (result.outcome() != Outcome.PASSED && result.outcome() != Outcome.SKIPPED) {
      stop();
    }
    return result;
  }

  private DrillResult run(Drill drill, Path where) throws IOException, InterruptedException {
    var why = drill.whyNotHere();
    if (why.isPresent()) {
      return DrillResult.skipped(drill.name(), why.get());
    }
    // Closes the drill if the program is interrupted.
    Thread closer = new Thread(() -> close(drill), "drill-close");
    Runtime.getRuntime().addShutdownHook(closer);
    try {
      ClusterExtras extras = drill.extras(where.resolve(drill.name()));
      prepare(drill, extras, where);
      Path archive = drill.archive(where.resolve("drills").resolve(drill.name()));
      // The disk of the services' archives may be the fault.
      Path verdicts = where.resolve("verdicts").resolve(drill.name());
      return new DrillRun(bed, new Archives(archive, verdicts), setting.seed()).run(drill);
    } catch (IOException e) {
      return DrillResult.notRun(drill.name(), String.valueOf(e.getMessage()));
    } finally {
      ShutdownHooks.remove(closer);
      if (!shared) {
        stop();
      }
      close(drill);
    }
  }

  private static void close(Drill drill) {
    try {
      drill.close();
    } catch (IOException e) {
      LOG.error("what {} has set up is not removed", drill.name(), e);
    }
  }

  /** Starts a cluster, unless the drill can share the one that runs. */
  private void prepare(Drill drill, ClusterExtras extras, Path where)
      throws IOException, InterruptedException {
    boolean special = extras != ClusterExtras.NONE;
    if (bed != null && shared && !special) {
      return;
    }
    stop();
    clusters++;
    Path data =
        special
            ? where.resolve(drill.name()).resolve("cluster")
            : directory.resolve(clusters == 1 ? "cluster" : "cluster-" + clusters);
    cluster =
        TemporaryCluster.start(
            setting.home(),
            data,
            SUPERVISORS,
            SLOTS,
            setting.store().nodes(),
            withTimeouts(extras));
    shared = !special;
    if (!setting.store().isOfOthers()) {
      setting.archives().clear();
    }
    bed = TestBed.on(cluster.cluster(), drill.lineAddress(), setting);
  }

  /** Stops the cluster. */
  private void stop() throws IOException {
    if (bed != null) {
      bed.close();
      bed = null;
    }
    if (cluster != null) {
      cluster.close();
      cluster = null;
    }
  }
}
