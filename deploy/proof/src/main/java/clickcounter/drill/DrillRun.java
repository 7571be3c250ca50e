package clickcounter.drill;

import clickcounter.cluster.AuditResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One run of a drill: services log, the drill strikes several times, the services end, everything
 * settles, and every document is compared with what the services wrote.
 */
final class DrillRun {
  private static final int SERVICES = 4;
  private static final int ADS = 1_000;

  /** Workers report their counters each second. */
  private static final long LAST_REPORT_MS = 1_500;

  private final TestBed bed;
  private final Path directory;
  private final long seed;

  /**
   * @param directory for the archives, with a directory for each drill
   */
  DrillRun(TestBed bed, Path directory, long seed) {
    this.bed = bed;
    this.directory = directory;
    this.seed = seed;
  }

  /** Duplicates and conflicts that the topology has counted. */
  private record Encounters(long duplicates, long conflicts) {
    static Encounters of(TestBed bed) throws IOException {
      return new Encounters(
          bed.counted("duplicates"),
          bed.counted("puts.siblings") + bed.counted("puts.conflict") + bed.counted("puts.doubt"));
    }
  }

  /**
   * Runs it. Whatever fails after the set-up, everything that was logged is audited.
   *
   * @throws IOException if it could not be set up
   */
  DrillResult run(Drill drill) throws IOException, InterruptedException {
    bed.makeReady(drill.settings());
    Encounters before = Encounters.of(bed);
    Load load = Load.start(plan(drill), drill.archive(directory.resolve(drill.name())));
    bed.begin(load);
    List<Long> recoveries = new ArrayList<>();
    Findings findings = new Findings();
    if (!findings.note(() -> strike(drill, recoveries))) {
      findings.note(bed::mend);
    }
    if (!findings.note(() -> load.stop(bed.timing().settleMs()))) {
      load.abandon();
    }
    findings.note(() -> bed.backlog().awaitEmpty(bed.timing().settleMs()));
    AtomicReference<AuditResult> audit = new AtomicReference<>();
    findings.note(() -> audit.set(bed.audit()));
    bed.stay("waiting for the workers' last figures", LAST_REPORT_MS);
    AtomicReference<String> proof = new AtomicReference<>();
    if (findings.isEmpty()) {
      findings.note(() -> proof.set(drill.proof(bed)));
    }
    AtomicReference<Encounters> after = new AtomicReference<>(before);
    findings.note(() -> after.set(Encounters.of(bed)));
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
        bed.timing().eventsPerS(),
        bed.cluster().options().brokerUrl(),
        drill.servicesClock(),
        bed.timing().settleMs(),
        seed);
  }

  private void strike(Drill drill, List<Long> recoveries) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    DrillTiming timing = bed.timing();
    bed.awaitProgress();
    do {
      pause(timing);
      recoveries.add(drill.strike(bed));
    } while (recoveries.size() < drill.leastStrikes()
        || TestBed.msSince(startNs) < timing.loadMs());
  }

  private void pause(DrillTiming timing) throws InterruptedException {
    bed.stay(
        "counting before the next fault",
        timing.leastPauseMs() + bed.random().nextInt(timing.mostPauseMs() - timing.leastPauseMs()));
  }
}
