package clickcounter.devcluster;

import clickcounter.tools.audit.AuditReport;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import java.util.Locale;

/**
 * The figures of an audit.
 *
 * @param missing events that are in the archives and not counted
 * @param doubled clicks and impressions that the named ads have too many
 * @param wrongDocuments documents that say something else than the archives
 */
public record AuditResult(AuditVerdict verdict, long missing, long doubled, long wrongDocuments) {
  static AuditResult of(AuditReport report) {
    long doubled =
        report.ads().findings().stream()
            .flatMap(ad -> ad.differences().stream())
            .filter(field -> field.field().equals("clicks") || field.field().equals("impressions"))
            .mapToLong(field -> Long.parseLong(field.actual()) - Long.parseLong(field.expected()))
            .filter(more -> more > 0)
            .sum();
    return new AuditResult(
        report.verdict(),
        report.events().missing(),
        doubled,
        report.ads().wrong() + report.counters().wrong());
  }

  /** The verdict as a word, such as {@code equal}. */
  public String word() {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  public boolean isEqual() {
    return verdict == AuditVerdict.EQUAL;
  }
}
