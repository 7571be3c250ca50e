package clickcounter.drill;

import clickcounter.cluster.AuditResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a drill: services log, the fault is made again and again, the services end, all settles, and
 * every document is compared with what the services wrote.
 */
final class DrillRun {
  private static final int SERVICES = 4;
  private static final int ADS = 1_000;

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
   * Runs it. Whatever goes wrong after the set-up, all that was logged is audited: wrong is wrong.
   *
   * @throws IOException when it could not be set up
   */
  DrillResult run(Drill drill) throws IOException, InterruptedException {
    stage.makeReady(drill.settings());
    Met before = Met.of(stage);
    Load load = Load.start(plan(drill), drill.archive(directory.resolve(drill.name())));
    stage.begin(load);
    List<Long> recoveries = new ArrayList<>();
    Findings findings = new Findings();
    if (!findings.note(() -> strike(drill, recoveries))) {
      findings.note(stage::mend);
    }
    if (!findings.note(() -> load.stop(stage.pace().settleMs()))) {
      load.abandon();
    }
    findings.note(() -> stage.backlog().awaitEmpty(stage.pace().settleMs()));
    AtomicReference<AuditResult> audit = new AtomicReference<>();
    findings.note(() -> audit.set(stage.audit()));
    stage.stay("waiting for the workers' last figures", LAST_REPORT_MS);
    AtomicReference<String> proof = new AtomicReference<>();
    if (findings.isEmpty()) {
      findings.note(() -> proof.set(drill.proof(stage)));
    }
    AtomicReference<Met> after = new AtomicReference<>(before);
    findings.note(() -> after.set(Met.of(stage)));
    return new DrillResult(
        drill.name(),
        findings.outcome(audit.get()),
        load.given() + load.counters(),
        after.get().duplicates() - before.duplicates(),
        after.get().conflicts() - before.conflicts(),
        audit.get(),
        recoveries,
        findings.isEmpty() ? proof.get() : findings.text());
  }

  private Load.Plan plan(Drill drill) {
    return new Load.Plan(
        drill.name(),
        SERVICES,
        ADS,
        stage.pace().eventsPerS(),
        stage.cluster().options().brokerUrl(),
        drill.servicesClock(),
        stage.pace().settleMs(),
        seed);
  }

  private void strike(Drill drill, List<Long> recoveries) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    Pace pace = stage.pace();
    stage.backlog().awaitProgress(Stage.MEND_MS);
    do {
      pause(pace);
      recoveries.add(drill.strike(stage));
    } while (recoveries.size() < drill.leastStrikes() || Stage.msSince(startNs) < pace.loadMs());
  }

  private void pause(Pace pace) throws InterruptedException {
    stage.stay(
        "counting before the next fault",
        pace.leastPauseMs() + stage.random().nextInt(pace.mostPauseMs() - pace.leastPauseMs()));
  }
}
