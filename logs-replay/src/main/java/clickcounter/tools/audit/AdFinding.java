package clickcounter.tools.audit;

import clickcounter.tools.table.AdSums.Difference;
import clickcounter.tools.table.AdSums.Spend;
import clickcounter.tools.table.AdSums.Uncounted;
import java.util.List;

/**
 * An ad whose document differs from the archives, or lacks events of them.
 *
 * @param exists whether there is a document at all
 * @param blocked why the document cannot be read or merged, or null
 * @param differences expected is what was counted, without missing events
 * @param missingEvents events of the ad that are archived and not counted
 * @param spend by the archives
 * @param spentMicros according to the document
 */
public record AdFinding(
    String adId,
    Judgement judgement,
    boolean exists,
    String blocked,
    List<Difference> differences,
    long missingEvents,
    Spend spend,
    long spentMicros) {
  /** Whether a document is what the archives say. */
  public enum Judgement {
    RIGHT,
    WRONG,
    /** It changed too fast, or nobody knows whether some of its events are counted. */
    UNDECIDED
  }

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
    boolean isRight = before.isEmpty() || after.isEmpty();
    Judgement judgement;
    if (ad.blocked() != null) {
      judgement = Judgement.WRONG;
    } else if (uncounted.isUnknown()) {
      judgement = Judgement.UNDECIDED;
    } else if (isRight) {
      judgement = Judgement.RIGHT;
    } else {
      boolean isExplained = isUnlike || uncounted.isUnread() || !before.equals(after);
      judgement = isExplained ? Judgement.UNDECIDED : Judgement.WRONG;
    }
    boolean isCompared = judgement == Judgement.WRONG && ad.blocked() == null;
    return new AdFinding(
        ad.adId(),
        judgement,
        ad.exists(),
        ad.blocked(),
        isCompared ? after : List.of(),
        uncounted.missing(),
        spend,
        ad.totals().spentMicros());
  }

  /** Whether nothing is to be said of the ad. */
  boolean isEqual() {
    return judgement == Judgement.RIGHT && missingEvents == 0;
  }

  /** The same without the differences. */
  AdFinding brief() {
    return new AdFinding(
        adId, judgement, exists, blocked, List.of(), missingEvents, spend, spentMicros);
  }
}
