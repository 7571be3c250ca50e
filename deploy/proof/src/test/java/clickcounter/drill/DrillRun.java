package clickcounter.drill;

import clickcounter.devcluster.AuditResult;
import clickcounter.drill.DrillResult.Outcome;
import clickcounter.drill.ServiceLoad.Archives;
import clickcounter.metrics.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * One run of a drill: services log, the drill strikes several times, the services end, everything
 * settles, and every document is compared with what the services wrote.
 */
final class DrillRun {
  private static final int SERVICES = 4;
  private static final int ADS = 1_000;

  /** Workers report their counters each second. */
  private static final long LAST_REPORT_MS = 1_500;

  private static final int EVENTS_PER_S = 1_000;
  private static final int LEAST_PAUSE_MS = 2_000;
  private static final int MORE_PAUSE_MS = 4_000;

  private final String name;
  private final Drill drill;
  private final TestBed bed;
  private final Archives archives;
  private final DrillFindings findings = new DrillFindings();

  /**
   * @param archives where the services and the author of verdicts write
   */
  DrillRun(String name, Drill drill, TestBed bed, Archives archives) {
    this.name = name;
    this.drill = drill;
    this.bed = bed;
    this.archives = archives;
  }

  /** Duplicates and conflicts that the topology has counted. */
  private record Encounters(long duplicates, long conflicts) {
    static Encounters of(TestBed bed) {
      CounterSamples counters = bed.counters;
      return new Encounters(
          counters.sum(Metric.DUPLICATE_EVENTS), counters.conflicts(0, Long.MAX_VALUE));
    }
  }

  /**
   * Runs it. Whatever fails while services log, everything that was logged is audited. A topology
   * that does not start is stuck.
   *
   * @throws IOException if no service was started
   */
  DrillResult run() throws IOException, InterruptedException {
    if (!findings.note(() -> bed.makeReady(drill.settings()))) {
      return DrillResult.without(name, Outcome.STUCK, findings.text());
    }
    Encounters before = Encounters.of(bed);
    RandomAds traffic = new RandomAds(name, ADS, new Random(bed.random.nextLong()));
    ServiceLoad load = ServiceLoad.start(plan(traffic), archives);
    bed.begin(archives);
    List<String> ads = traffic.adIds();
    bed.watchStates(ads);
    List<Long> recoveries = strikeAndSettle(load);
    Optional<AuditResult> audit = findings.of(bed::audit);
    findings.note(() -> bed.requireStates(ads));
    bed.stay("waiting for the workers' last figures", LAST_REPORT_MS);
    Optional<String> proof =
        findings.isEmpty() ? findings.of(() -> drill.proof(bed)) : Optional.empty();
    Encounters after = Encounters.of(bed);
    return new DrillResult(
        name,
        findings.outcome(audit.orElse(null)),
        load.events() + drill.logged(),
        after.duplicates() - before.duplicates(),
        after.conflicts() - before.conflicts(),
        audit.orElse(null),
        recoveries,
        proof.orElseGet(findings::text),
        1);
  }

  /** The recovery time of each strike, in ms. */
  private List<Long> strikeAndSettle(ServiceLoad load) throws InterruptedException {
    long settleMs = bed.setting.settleMs();
    List<Long> recoveries = new ArrayList<>();
    if (!findings.note(() -> strike(recoveries))) {
      findings.note(bed::mend);
    }
    if (findings.note(() -> load.stop(settleMs))) {
      findings.note(
          () ->
              ArchiveNumbers.of(archives.ofServices()).requireAll(load.logged() + drill.logged()));
    } else {
      load.abandon();
    }
    findings.note(bed::awaitEmptyQueue);
    return recoveries;
  }

  private ServiceLoad.Plan plan(RandomAds traffic) {
    return new ServiceLoad.Plan(
        traffic,
        SERVICES,
        EVENTS_PER_S,
        bed.cluster.options().brokerUrl(),
        bed.setting.settleMs(),
        bed.random.nextInt());
  }

  private void strike(List<Long> recoveries) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    bed.awaitProgress();
    do {
      bed.stay(
          "counting before the next fault", LEAST_PAUSE_MS + bed.random.nextInt(MORE_PAUSE_MS));
      recoveries.add(drill.strike(bed));
    } while (TestBed.msSince(startNs) < bed.setting.loadMs());
  }
}
