package clickcounter.drill;

import clickcounter.devcluster.AuditResult;
import clickcounter.drill.ServiceLoad.Archives;
import clickcounter.metrics.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

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
  private final Archives archives;
  private final long seed;

  /**
   * @param archives where the services and the author of verdicts write
   */
  DrillRun(TestBed bed, Archives archives, long seed) {
    this.bed = bed;
    this.archives = archives;
    this.seed = seed;
  }

  /** Duplicates and conflicts that the topology has counted. */
  private record Encounters(long duplicates, long conflicts) {
    static Encounters of(TestBed bed) throws IOException {
      return new Encounters(
          bed.counters().sum(Metric.DUPLICATE_EVENTS),
          Stream.of("siblings", "doubt")
              .mapToLong(end -> bed.counters().sum(Metric.ENDED_PUTS, end))
              .sum());
    }
  }

  /**
   * Runs it. Whatever fails while services log, everything that was logged is audited. A topology
   * that does not start is stuck.
   *
   * @throws IOException if no service was started
   */
  DrillResult run(Drill drill) throws IOException, InterruptedException {
    DrillFindings beginning = new DrillFindings();
    Optional<Encounters> before =
        beginning.of(
            () -> {
              bed.makeReady(drill.settings());
              return Encounters.of(bed);
            });
    return before.isPresent()
        ? run(drill, before.get())
        : DrillResult.stuck(drill.name(), beginning.text());
  }

  private DrillResult run(Drill drill, Encounters before) throws IOException, InterruptedException {
    RandomAds traffic = new RandomAds(drill.name(), ADS, new Random(seed));
    ServiceLoad load = ServiceLoad.start(plan(traffic), archives);
    bed.begin(load);
    List<String> ads = traffic.adIds();
    bed.watchStates(ads);
    DrillFindings findings = new DrillFindings();
    List<Long> recoveries = strikeAndSettle(drill, load, findings);
    Optional<AuditResult> audit = findings.of(bed::audit);
    findings.note(() -> bed.requireStates(ads));
    bed.stay("waiting for the workers' last figures", LAST_REPORT_MS);
    Optional<String> proof =
        findings.isEmpty() ? findings.of(() -> drill.proof(bed)) : Optional.empty();
    Encounters after = findings.of(() -> Encounters.of(bed)).orElse(before);
    return new DrillResult(
        drill.name(),
        findings.outcome(audit.orElse(null)),
        load.events() + drill.logged(),
        after.duplicates() - before.duplicates(),
        after.conflicts() - before.conflicts(),
        audit.orElse(null),
        recoveries,
        findings.isEmpty() ? proof.orElseThrow() : findings.text());
  }

  /** The recovery time of each strike, in ms. */
  private List<Long> strikeAndSettle(Drill drill, ServiceLoad load, DrillFindings findings)
      throws InterruptedException {
    List<Long> recoveries = new ArrayList<>();
    if (!findings.note(() -> strike(drill, recoveries))) {
      findings.note(bed::mend);
    }
    if (findings.note(() -> load.stop(bed.timing().settleMs()))) {
      findings.note(
          () ->
              ArchiveNumbers.of(archives.ofServices()).requireAll(load.logged() + drill.logged()));
    } else {
      load.abandon();
    }
    findings.note(() -> bed.backlog().awaitEmpty(bed.timing().settleMs()));
    return recoveries;
  }

  private ServiceLoad.Plan plan(RandomAds traffic) {
    return new ServiceLoad.Plan(
        traffic,
        SERVICES,
        bed.timing().eventsPerS(),
        bed.cluster().options().brokerUrl(),
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
