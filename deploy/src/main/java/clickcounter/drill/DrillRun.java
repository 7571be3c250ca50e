package clickcounter.drill;

import clickcounter.cluster.AuditResult;
import clickcounter.drill.DrillResult.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a drill: services log, the fault is made again and again, the services end, all settles, and
 * every document is compared with what the services wrote.
 */
final class DrillRun {
  private static final int SERVICES = 4;
  private static final int ADS = 1_000;
  private static final long SETTLE_MS = 300_000;

  /** Workers report their counters each second. */
  private static final long LAST_REPORT_MS = 1_500;

  private final Stage stage;
  private final Path directory;
  private final long seed;

  /**
   * @param directory where drills keep their archives, each in one of its own
   */
  DrillRun(Stage stage, Path directory, long seed) {
    this.stage = stage;
    this.directory = directory;
    this.seed = seed;
  }

  private record Met(long duplicates, long conflicts) {
    static Met of(Stage stage) throws IOException {
      return new Met(
          stage.counted("duplicates"),
          stage.counted("puts.siblings")
              + stage.counted("puts.conflict")
              + stage.counted("puts.doubt"));
    }
  }

  /**
   * Runs it. What is counted is compared also when the fault is unproven: wrong is wrong.
   *
   * @throws IOException when something did not work
   */
  DrillResult run(Drill drill) throws IOException, InterruptedException {
    stage.makeReady(drill.settings());
    Met before = Met.of(stage);
    Load load = Load.start(plan(drill), drill.archive(directory.resolve(drill.name())));
    stage.begin(load);
    List<Long> recoveries = List.of();
    Unproven unproven = null;
    try {
      recoveries = strikeWhile(load, drill);
    } catch (Unproven e) {
      unproven = e;
    }
    stage.backlog().awaitEmpty(SETTLE_MS);
    AuditResult audit = stage.operator().audit(load.archive());
    Thread.sleep(LAST_REPORT_MS);
    String proof = null;
    try {
      proof = unproven == null ? drill.proof(stage) : null;
    } catch (Unproven e) {
      unproven = e;
    }
    if (unproven != null && audit.isEqual()) {
      throw unproven;
    }
    Met after = Met.of(stage);
    return new DrillResult(
        drill.name(),
        audit.isEqual() ? Outcome.PASSED : Outcome.WRONG,
        load.given() + load.counters(),
        after.duplicates() - before.duplicates(),
        after.conflicts() - before.conflicts(),
        audit,
        recoveries,
        unproven == null ? proof : unproven.getMessage());
  }

  private Load.Plan plan(Drill drill) {
    return new Load.Plan(
        drill.name(),
        SERVICES,
        ADS,
        stage.pace().eventsPerS(),
        stage.cluster().options().brokerUrl(),
        drill.servicesClock(),
        seed);
  }

  private List<Long> strikeWhile(Load load, Drill drill) throws IOException, InterruptedException {
    List<Long> recoveries = new ArrayList<>();
    IOException trouble = null;
    try {
      strike(drill, recoveries);
    } catch (IOException e) {
      trouble = e;
    }
    try {
      load.stop();
    } catch (IOException e) {
      if (trouble == null) {
        throw e;
      }
      trouble.addSuppressed(e);
    }
    if (trouble != null) {
      throw trouble;
    }
    return recoveries;
  }

  private void strike(Drill drill, List<Long> recoveries) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    Pace pace = stage.pace();
    stage.backlog().awaitProgress(Stage.MEND_MS);
    do {
      pause(pace);
      recoveries.add(drill.strike(stage));
    } while (recoveries.size() < pace.strikes() || Stage.msSince(startNs) < pace.loadMs());
  }

  private void pause(Pace pace) throws InterruptedException {
    Thread.sleep(
        pace.leastPauseMs() + stage.random().nextInt(pace.mostPauseMs() - pace.leastPauseMs()));
  }
}
