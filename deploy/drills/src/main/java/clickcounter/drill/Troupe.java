package clickcounter.drill;

import clickcounter.cli.ShutdownHooks;
import clickcounter.cluster.Ports;
import clickcounter.cluster.Staging;
import clickcounter.cluster.TemporaryCluster;
import clickcounter.drill.DrillResult.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs drills one after another; those that need nothing special share a cluster. */
final class Troupe {
  private static final Logger LOG = LoggerFactory.getLogger(Troupe.class);
  private static final int SUPERVISORS = 2;
  private static final int SLOTS = 2;

  /**
   * So that a host that is gone is missed after half a minute, not a whole one. What has just been
   * started gets Storm's two minutes: on a busy machine a worker needs one of them.
   */
  private static final Map<String, Object> IMPATIENT =
      Map.of(
          "nimbus.supervisor.timeout.secs", 30,
          "nimbus.monitor.freq.secs", 3,
          "supervisor.heartbeat.frequency.secs", 2,
          // A host that was away has its tasks again when it is back, not half an hour later.
          "blacklist.scheduler.tolerance.count", 1_000_000);

  private final Path home;
  private final Path jar;
  private final Path directory;
  private final Pace pace;
  private final long seed;
  private final Narrator narrator;
  private final Consumer<DrillResult> results;

  private TemporaryCluster cluster;
  private Stage stage;
  private boolean shared;
  private int clusters;

  /**
   * @param results told of each drill as it ends
   */
  Troupe(
      Path home,
      Path jar,
      Path directory,
      Pace pace,
      long seed,
      Narrator narrator,
      Consumer<DrillResult> results) {
    this.home = home;
    this.jar = jar;
    this.directory = directory;
    this.pace = pace;
    this.seed = seed;
    this.narrator = narrator;
    this.results = results;
  }

  /** Storm's settings for a cluster of drills, over those of one of them. */
  static Staging staging(Staging own) {
    Map<String, Object> storm = new HashMap<>(IMPATIENT);
    storm.putAll(own.storm());
    return own.withStorm(storm);
  }

  /** Those that its clusters take, unless somebody else does meanwhile. */
  static Ports ports() throws IOException {
    return Ports.free(SUPERVISORS, SLOTS);
  }

  /** One attempt at a drill. */
  interface Attempt {
    DrillResult run(Drill drill, Path where) throws IOException, InterruptedException;
  }

  void run(List<Drill> drills) throws IOException, InterruptedException {
    try {
      for (Drill drill : drills) {
        results.accept(attempts(drill, directory, this::attempt));
      }
    } finally {
      strike();
    }
  }

  /**
   * One that could not be set up, or whose fault missed its moment, has a second attempt on a new
   * cluster: a busy machine can spoil both. What got stuck once is stuck, and wrong is wrong.
   */
  static DrillResult attempts(Drill drill, Path directory, Attempt attempt)
      throws IOException, InterruptedException {
    DrillResult first = attempt.run(drill, directory);
    if (!first.outcome().mayBeTriedAgain()) {
      return first;
    }
    Drill again = Drills.named(List.of(drill.name())).get(0);
    return attempt.run(again, directory.resolve("again")).after(first);
  }

  /** What did not pass leaves a stage that nobody else may stand on. */
  private DrillResult attempt(Drill drill, Path where) throws IOException, InterruptedException {
    narrator.begin(drill.name());
    DrillResult result = run(drill, where);
    if (result.outcome() != Outcome.PASSED && result.outcome() != Outcome.SKIPPED) {
      strike();
    }
    return result;
  }

  private DrillResult run(Drill drill, Path where) throws IOException, InterruptedException {
    var why = drill.whyNotHere();
    if (why.isPresent()) {
      return DrillResult.skipped(drill.name(), why.get());
    }
    // Also when the program is interrupted.
    Thread closer = new Thread(() -> close(drill), "drill-close");
    Runtime.getRuntime().addShutdownHook(closer);
    try {
      Staging own = drill.stage(where.resolve(drill.name()));
      set(drill, own, where);
      return new DrillRun(stage, where.resolve("drills"), seed).run(drill);
    } catch (IOException e) {
      return DrillResult.notRun(drill.name(), String.valueOf(e.getMessage()));
    } finally {
      ShutdownHooks.remove(closer);
      if (!shared) {
        strike();
      }
      close(drill);
    }
  }

  private static void close(Drill drill) {
    try {
      drill.close();
    } catch (IOException e) {
      LOG.error("what {} set up is not taken down", drill.name(), e);
    }
  }

  private void set(Drill drill, Staging own, Path where) throws IOException, InterruptedException {
    boolean special = own != Staging.NONE;
    if (stage != null && shared && !special) {
      return;
    }
    strike();
    clusters++;
    Path data =
        special
            ? where.resolve(drill.name()).resolve("cluster")
            : directory.resolve(clusters == 1 ? "cluster" : "cluster-" + clusters);
    cluster = TemporaryCluster.start(home, data, SUPERVISORS, SLOTS, staging(own));
    shared = !special;
    stage = Stage.on(cluster.cluster(), home, jar, pace, drill.lineAddress(), seed, narrator);
  }

  /** Takes the stage down: its processes end. */
  private void strike() throws IOException {
    if (stage != null) {
      stage.close();
      stage = null;
    }
    if (cluster != null) {
      cluster.close();
      cluster = null;
    }
  }
}
