package clickcounter.drill;

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
  private final Consumer<DrillResult> results;

  private TemporaryCluster cluster;
  private Stage stage;
  private boolean shared;
  private int clusters;

  /**
   * @param results told of each drill as it ends
   */
  Troupe(Path home, Path jar, Path directory, Pace pace, long seed, Consumer<DrillResult> results) {
    this.home = home;
    this.jar = jar;
    this.directory = directory;
    this.pace = pace;
    this.seed = seed;
    this.results = results;
  }

  /** Storm's settings for a cluster of drills, over those of one of them. */
  static Staging staging(Staging own) {
    Map<String, Object> storm = new HashMap<>(IMPATIENT);
    storm.putAll(own.storm());
    return new Staging(storm, own.supervisorJvm(), own.address(), own.hosts());
  }

  /**
   * Runs them. One that could not be run to its end, or whose fault did not take place, has a
   * second attempt on a new cluster: faults have to strike at the right moment, which a busy
   * machine can spoil. Counts that are wrong once are wrong.
   */
  void run(List<Drill> drills) throws IOException, InterruptedException {
    try {
      for (Drill drill : drills) {
        DrillResult first = run(drill, directory);
        results.accept(
            first.outcome() == Outcome.FAILED ? again(drill.name()).after(first) : first);
      }
    } finally {
      strike();
    }
  }

  private DrillResult again(String name) throws IOException, InterruptedException {
    strike();
    return run(Drills.named(List.of(name)).get(0), directory.resolve("again"));
  }

  private DrillResult run(Drill drill, Path where) throws IOException, InterruptedException {
    var why = drill.whyNotHere();
    if (why.isPresent()) {
      return DrillResult.skipped(drill.name(), why.get());
    }
    // Also when the program is interrupted.
    Thread closer = new Thread(() -> close(drill), "drill-close");
    Runtime.getRuntime().addShutdownHook(closer);
    try (drill) {
      Staging own = drill.stage(where.resolve(drill.name()));
      set(drill, own, where);
      return new DrillRun(stage, where.resolve("drills"), seed).run(drill);
    } catch (IOException e) {
      return DrillResult.failed(drill.name(), String.valueOf(e.getMessage()));
    } finally {
      Runtime.getRuntime().removeShutdownHook(closer);
      if (!shared) {
        strike();
      }
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
    stage = Stage.on(cluster.cluster(), home, jar, pace, drill.lineAddress(), seed);
  }

  /** Takes the stage down. */
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
