package clickcounter.tools.audit;

import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.Json;
import java.util.List;
import java.util.Locale;

/** An audit's report for a program, to be printed by {@link Json}. */
final class AuditJson {
  private AuditJson() {}

  /** What is not known is null. */
  static Json.Fields of(AuditReport report, int files, ArchiveFiles others) {
    boolean hasAllIds = report.scope().hasAllIds();
    return Json.object()
        .with("verdict", report.verdict().name().toLowerCase(Locale.ROOT))
        .with("files", files)
        .with("events", report.events())
        .with("writtenMeanwhile", report.writtenMeanwhile())
        .with("underWay", report.underWay())
        .with("missing", report.missing())
        .with("rejected", report.rejected())
        .with("inNoFile", hasAllIds ? report.inNoFile() : null)
        .with("inNoArchive", hasAllIds ? report.inNoArchive() : null)
        .with("writtenOff", report.writtenOff())
        .with("unsettled", report.unsettled())
        .with("cannotTell", report.cannotTell())
        .with("messagesUnderWay", report.queue().messages())
        .with("queueNotKnown", report.queue().notKnown())
        .with("ads", ads(report))
        .with("counters", counters(report))
        .with("acceptedAsLost", report.acceptedAsLost())
        .with("spend", report.money())
        .with("verdicts", report.verdicts())
        .with("belowZero", report.belowZero())
        .with("troubleCount", report.troubles().total())
        .with("troubles", report.troubles().kept())
        .with("filesPassedOver", Json.PassedOverJson.of(others));
  }

  private static Json.Fields ads(AuditReport report) {
    return Json.object()
        .with("compared", report.scope().ads())
        .with("total", report.ads())
        .with("equal", report.equalAds())
        .with("withMissing", report.adsWithMissing())
        .with("wrong", report.wrongAds().size())
        .with("undecided", report.undecidedAds())
        .with("findings", Json.list(report.wrongAds(), AuditJson::finding));
  }

  private static Json.Fields finding(AdFinding ad) {
    return Json.object()
        .with("adId", ad.adId())
        .with("exists", ad.exists())
        .with("blocked", ad.blocked())
        .with("missing", ad.missingEvents())
        .with("differences", ad.differences());
  }

  private static Json.Fields counters(AuditReport report) {
    List<CounterFinding> told =
        report.counters().stream()
            .filter(counter -> !counter.isEqual() || !counter.writtenOff().isEmpty())
            .toList();
    return Json.object()
        .with("compared", report.scope().counters())
        .with("total", report.counters().size())
        .with("equal", report.equalCounters())
        .with("wrong", report.wrongCounters())
        .with("unknown", report.unknownCounters())
        .with("findings", Json.list(told, AuditJson::finding));
  }

  private static Json.Fields finding(CounterFinding counter) {
    return Json.object()
        .with("counterId", counter.counterId())
        .with("exists", counter.reading().exists())
        .with("blocked", counter.reading().blocked())
        .with("next", counter.reading().next())
        .with("missing", counter.missing())
        .with("inNoFile", counter.inNoFile())
        .with("inNoArchive", counter.inNoArchive())
        .with("writtenOff", counter.writtenOff())
        .with("differences", counter.differences());
  }
}
