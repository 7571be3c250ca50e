package clickcounter.tools.audit;

import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.audit.AuditReport.AdFinding;
import clickcounter.tools.audit.AuditReport.BelowZero;
import clickcounter.tools.audit.AuditReport.CounterFinding;
import clickcounter.tools.audit.AuditReport.Difference;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.common.Json;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import java.util.List;
import java.util.Locale;

/**
 * An audit's report for a program, to be printed by {@link Json}.
 *
 * @param inNoFile null if it is not known, as not all events of the counters were read
 * @param inNoArchive null if it is not known
 * @param verdicts null if not all ads and counters are audited
 */
record AuditJson(
    String verdict,
    int files,
    long events,
    long repeatedLines,
    long writtenMeanwhile,
    long underWay,
    long missing,
    Long inNoFile,
    Long inNoArchive,
    long writtenOff,
    long unsettled,
    long cannotTell,
    long messagesUnderWay,
    String queueNotKnown,
    AdsJson ads,
    int seriesDays,
    CountersJson counters,
    List<Loss> acceptedAsLost,
    Money spend,
    VerdictsFound verdicts,
    List<BelowZero> belowZero,
    long troubleCount,
    List<Trouble> troubles,
    Json.PassedOverJson filesPassedOver) {

  static AuditJson of(AuditReport report, ArchiveFiles files) {
    return new AuditJson(
        report.verdict().name().toLowerCase(Locale.ROOT),
        report.files(),
        report.events(),
        report.repeatedLines(),
        report.writtenMeanwhile(),
        report.underWay(),
        report.missing(),
        report.scope().hasAllIds() ? report.inNoFile() : null,
        report.scope().hasAllIds() ? report.inNoArchive() : null,
        report.writtenOff(),
        report.unsettled(),
        report.cannotTell(),
        report.queue().messages(),
        report.queue().notKnown(),
        AdsJson.of(report),
        report.scope().series() == null ? 0 : report.scope().series().days(),
        CountersJson.of(report),
        report.acceptedAsLost(),
        report.money(),
        report.verdicts(),
        report.belowZero(),
        report.troubleCount(),
        report.troubles(),
        Json.PassedOverJson.of(files));
  }

  private record AdsJson(
      boolean compared,
      long total,
      long equal,
      long withMissing,
      long wrong,
      List<String> undecided,
      List<AdFindingJson> findings) {
    static AdsJson of(AuditReport report) {
      return new AdsJson(
          report.scope().ads(),
          report.ads(),
          report.equalAds(),
          report.adsWithMissing(),
          report.wrongAds(),
          report.undecidedAds(),
          report.adFindings().stream().map(AdFindingJson::of).toList());
    }
  }

  private record AdFindingJson(
      String adId, boolean exists, String blocked, long missing, List<Difference> differences) {
    static AdFindingJson of(AdFinding ad) {
      return new AdFindingJson(
          ad.adId(), ad.exists(), ad.blocked(), ad.missingEvents(), ad.differences());
    }
  }

  private record CountersJson(
      boolean compared,
      int total,
      long equal,
      long wrong,
      List<String> unknown,
      List<CounterFindingJson> findings) {
    static CountersJson of(AuditReport report) {
      return new CountersJson(
          report.scope().counters(),
          report.counters().size(),
          report.equalCounters(),
          report.wrongCounters(),
          report.unknownCounters(),
          report.counters().stream()
              .filter(counter -> !counter.isEqual() || !counter.writtenOff().isEmpty())
              .map(CounterFindingJson::of)
              .toList());
    }
  }

  private record CounterFindingJson(
      String counterId,
      boolean exists,
      String blocked,
      long next,
      LongRanges missing,
      LongRanges inNoFile,
      LongRanges inNoArchive,
      LongRanges writtenOff,
      List<Difference> differences) {
    static CounterFindingJson of(CounterFinding counter) {
      return new CounterFindingJson(
          counter.counterId(),
          counter.exists(),
          counter.blocked(),
          counter.next(),
          counter.missing(),
          counter.inNoFile(),
          counter.inNoArchive(),
          counter.writtenOff(),
          counter.differences());
    }
  }
}
