package clickcounter.tools.audit;

import clickcounter.tools.audit.AuditReport.AuditVerdict;
import clickcounter.tools.table.AdSums.Difference;
import clickcounter.tools.table.AdSums.Spend;
import clickcounter.tools.table.AdSums.Uncounted;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * An ad's document, held against the archives.
 *
 * @param exists whether there is a document at all
 * @param blocked why the document cannot be read or merged, or null
 * @param missing events of the ad that are archived and not counted
 * @param differences expected is what was counted, without missing events
 * @param spend by the archives
 * @param spentMicros according to the document
 */
public record AdFinding(
    String adId,
    boolean exists,
    String blocked,
    long missing,
    List<Difference> differences,
    @JsonIgnore AuditVerdict verdict,
    @JsonIgnore Spend spend,
    @JsonIgnore long spentMicros) {

  /**
   * Judges a document. What was recorded while documents were read may be in it or not: it is wrong
   * if no event explains its differences.
   *
   * @param before differences from what counters had recorded before it was read
   * @param after differences from what they had recorded afterwards
   * @param isUnlike whether one of its numbers is archived with several contents
   */
  static AdFinding of(
      ReadAd ad,
      List<Difference> before,
      List<Difference> after,
      boolean isUnlike,
      Uncounted uncounted,
      Spend spend) {
    AuditVerdict verdict;
    if (ad.blocked() != null) {
      verdict = AuditVerdict.WRONG;
    } else if (uncounted.isUnknown()) {
      verdict = AuditVerdict.UNDECIDED;
    } else if (before.isEmpty() || after.isEmpty()) {
      verdict = uncounted.missing() == 0 ? AuditVerdict.EQUAL : AuditVerdict.MISSING;
    } else {
      boolean isExplained = isUnlike || uncounted.isUnread() || !before.equals(after);
      verdict = isExplained ? AuditVerdict.UNDECIDED : AuditVerdict.WRONG;
    }
    return new AdFinding(
        ad.adId(),
        ad.exists(),
        ad.blocked(),
        uncounted.missing(),
        ad.blocked() == null ? after : List.of(),
        verdict,
        spend,
        ad.amount("spentMicros"));
  }
}
