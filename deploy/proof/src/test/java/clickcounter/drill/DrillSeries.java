package clickcounter.drill;

import clickcounter.cli.ShutdownHooks;
import clickcounter.devcluster.ClusterExtras;
import clickcounter.devcluster.Ports;
import clickcounter.devcluster.TemporaryCluster;
import clickcounter.drill.DrillResult.Outcome;
import clickcounter.drill.Drills.Kind;
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

  /** One attempt at a drill, whose files are below a directory. */
  interface DrillAttempt {
    DrillResult run(Kind kind, Path where) throws IOException, InterruptedException;
  }

  void run(List<Kind> drills) throws IOException, InterruptedException {
    try {
      String spoiled = "";
      for (Kind kind : drills) {
        DrillResult result =
            spoiled.isEmpty()
                ? attempts(kind, directory, this::attempt)
                : DrillResult.without(
                    kind.name(), Outcome.NOT_RUN, spoiled + " has left the store wrong");
        spoiled = spoils(result) ? kind.name() : spoiled;
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
  static DrillResult attempts(Kind kind, Path directory, DrillAttempt attempt)
      throws IOException, InterruptedException {
    DrillResult first = attempt.run(kind, directory.resolve(kind.name()));
    return first.outcome().mayBeRetried()
        ? attempt.run(kind, directory.resolve(kind.name() + "-second-attempt")).after(first)
        : first;
  }

  /** Stops the cluster after a drill that did not pass: no other drill may use it. */
  private DrillResult attempt(Kind kind, Path where) throws IOException, InterruptedException {
    setting.progress().accept("drill " + kind.name());
    Drill drill = kind.make().get();
    // Closes the drill if the program is interrupted.
    Thread closer = new Thread(() -> close(drill), "drill-close");
    Runtime.getRuntime().addShutdownHook(closer);
    DrillResult result = null;
    try {
      prepare(drill, where);
      Archives archives = new Archives(where.resolve("archive"), where.resolve("verdicts"));
      result = new DrillRun(kind.name(), drill, bed, archives).run();
    } catch (IOException e) {
      result = DrillResult.without(kind.name(), Outcome.NOT_RUN, String.valueOf(e.getMessage()));
    } finally {
      ShutdownHooks.remove(closer);
      if (result == null || result.outcome() != Outcome.PASSED || !shared) {
        stop();
      }
      close(drill);
    }
    return result;
  }

  private static void close(Drill drill) {
    try {
      drill.close();
    } catch (IOException e) {
      LOG.error("what {} has set up is not removed", drill.getClass().getSimpleName(), e);
    }
  }

  /** Starts a cluster, unless the drill can share the one that runs. */
  private void prepare(Drill drill, Path where) throws IOException, InterruptedException {
    ClusterExtras extras = drill.extras();
    boolean special = extras != ClusterExtras.NONE;
    if (bed != null && shared && !special) {
      return;
    }
    stop();
    shared = !special;
    cluster =
        TemporaryCluster.start(
            setting.home(),
            where.resolve("cluster"),
            SUPERVISORS,
            SLOTS,
            setting.store().nodes(),
            withTimeouts(extras));
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
