package clickcounter.tools.audit;

import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.AuditReport.AdFinding;
import clickcounter.tools.audit.AuditReport.CounterFinding;
import clickcounter.tools.audit.AuditReport.Difference;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.documents.CounterReading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Builds the report of an audit. */
final class ReportBuilder {
  private final AuditScope scope;
  private final Comparison comparison;

  ReportBuilder(AuditScope scope, Comparison comparison) {
    this.scope = scope;
    this.comparison = comparison;
  }

  /**
   * Builds it.
   *
   * @param verdicts null if they were not checked
   */
  AuditReport build(int files, Troubles troubles, VerdictsFound verdicts) {
    List<CounterFinding> counters = new ArrayList<>();
    long events = 0;
    for (AuditedCounter counter : comparison.counters()) {
      counters.add(finding(counter));
      events += counter.archived().size();
    }
    counters.sort(Comparator.comparing(CounterFinding::counterId));
    List<AdFinding> wrong = comparison.wrong();
    List<String> undecided = comparison.undecided();
    long withMissing = comparison.adsWithMissing();
    long inNoFile = counters.stream().mapToLong(c -> c.inNoFile().size()).sum();
    return new AuditReport(
        scope,
        files,
        events,
        comparison.repeatedLines(),
        comparison.writtenMeanwhile(),
        comparison.ads(),
        scope.ads() ? comparison.ads() - wrong.size() - withMissing - undecided.size() : 0,
        withMissing,
        wrong.size(),
        wrong,
        undecided,
        counters,
        comparison.countersInNoFile(),
        comparison.accepted().accepted(),
        comparison.money(inNoFile),
        troubles.kept(),
        troubles.total(),
        comparison.queue(),
        verdicts,
        comparison.belowZero());
  }

  private CounterFinding finding(AuditedCounter counter) {
    CounterReading reading = counter.reading;
    LongRanges inNoArchive = new LongRanges();
    LongRanges writtenOff = new LongRanges();
    for (Gap gap : reading.gaps().gaps()) {
      if (gap.isWrittenOff()) {
        writtenOff.addRange(gap.from(), gap.to());
      }
    }
    if (scope.hasAllIds()) {
      inNoArchive = comparison.mustBeArchived(reading);
      inNoArchive.removeAll(counter.archived());
    } else {
      LongRanges notMet = writtenOff.copy();
      notMet.removeAll(counter.archived());
      writtenOff.removeAll(notMet);
    }
    return new CounterFinding(
        counter.counterId,
        reading.exists(),
        reading.closed(),
        reading.blocked(),
        reading.next(),
        counter.archived(),
        counter.missing,
        counter.unsettled,
        counter.underWay,
        counter.cannotTell,
        comparison.gapsInNoFile(counter),
        writtenOff,
        inNoArchive,
        differences(counter, inNoArchive));
  }

  private List<Difference> differences(AuditedCounter counter, LongRanges inNoArchive) {
    CounterReading reading = counter.reading;
    // The time and the type of events that were not read are unknown.
    if (!scope.hasAllIds()
        || reading.blocked() != null
        || !inNoArchive.isEmpty()
        || counter.countedLastMs() == 0) {
      return List.of();
    }
    List<Difference> differences = new ArrayList<>();
    boolean closed = counter.closeSequence() >= 0 && reading.seen(counter.closeSequence());
    if (closed != reading.closed()) {
      differences.add(
          new Difference("closed", Boolean.toString(closed), Boolean.toString(reading.closed())));
    }
    // An earlier time is not wrong: ids that are marked a second time, to make room in a full ad
    // document, have no time.
    if (counter.countedLastMs() < reading.lastEventAtMs()) {
      differences.add(
          new Difference(
              "lastEventAt",
              Long.toString(counter.countedLastMs()),
              Long.toString(reading.lastEventAtMs())));
    }
    return differences;
  }
}
