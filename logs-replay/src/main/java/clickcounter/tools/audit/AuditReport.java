package clickcounter.tools.audit;

import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.audit.Audit.AuditScope;
import java.util.List;

/**
 * What an audit found.
 *
 * @param events different events in the files
 * @param repeatedLines lines that name an event which an earlier line named
 * @param writtenMeanwhile events that were written to the files while the audit ran; among {@code
 *     events}
 * @param ads ads in the files, when they were first read
 * @param adsWithMissing ads that lack events and are right but for these
 * @param wrongAds how many ads are wrong; {@code adFindings} names the first ones
 * @param undecidedAds ads of which nothing can be said: they changed too fast, or have events of a
 *     counter whose document cannot be read
 * @param counters of the files, all of them
 * @param unknownCounters counters of which something is counted and no file has anything; not
 *     looked for when only some ads or counters are audited
 * @param troubles the first ones that the files gave
 * @param rechecks how many times documents were read again because they differed
 */
public record AuditReport(
    AuditScope scope,
    int files,
    long events,
    long repeatedLines,
    long writtenMeanwhile,
    long ads,
    long equalAds,
    long adsWithMissing,
    long wrongAds,
    List<AdFinding> adFindings,
    List<String> undecidedAds,
    List<CounterFinding> counters,
    List<String> unknownCounters,
    Money money,
    List<Trouble> troubles,
    long troubleCount,
    int rechecks) {

  /** The audit's answer. */
  public enum Verdict {
    EQUAL,
    MISSING,
    WRONG,
    /** Nothing is wrong, but not everything could be compared. */
    UNDECIDED
  }

  public Verdict verdict() {
    // What no file has cannot be what the files say; the ads show it too, but for closing events.
    if (wrongAds > 0 || wrongCounters() > 0 || inNoArchive() > 0 || !unknownCounters.isEmpty()) {
      return Verdict.WRONG;
    }
    if (!undecidedAds.isEmpty()) {
      return Verdict.UNDECIDED;
    }
    boolean equal =
        counters.stream().allMatch(c -> c.missing().isEmpty() && c.inNoFile().isEmpty());
    return equal ? Verdict.EQUAL : Verdict.MISSING;
  }

  /** Counters whose documents cannot be read or have wrong fields. */
  public long wrongCounters() {
    return scope.counters() ? counters.stream().filter(CounterFinding::isWrong).count() : 0;
  }

  public long equalCounters() {
    return counters.stream().filter(CounterFinding::isEqual).count();
  }

  public long missing() {
    return counters.stream().mapToLong(c -> c.missing().size()).sum();
  }

  public long inNoFile() {
    return counters.stream().mapToLong(c -> c.inNoFile().size()).sum();
  }

  public long inNoArchive() {
    return counters.stream().mapToLong(c -> c.inNoArchive().size()).sum();
  }

  public long writtenOff() {
    return counters.stream().mapToLong(c -> c.writtenOff().size()).sum();
  }

  /** Events that were written while the audit ran and are not counted yet. */
  public long underWay() {
    return counters.stream().mapToLong(c -> c.underWay().size()).sum();
  }

  /** Events that are in the files and counted. */
  public long counted() {
    return events - missing() - underWay() - cannotTell();
  }

  /** Events in the files whose counters' documents cannot be read. */
  public long cannotTell() {
    return counters.stream().mapToLong(c -> c.cannotTell().size()).sum();
  }

  public long unsettled() {
    return counters.stream().mapToLong(c -> c.unsettled().size()).sum();
  }

  /**
   * An ad whose document is wrong.
   *
   * @param blocked why the document cannot be read or merged, or null
   * @param exists whether there is a document at all
   * @param missingEvents events of the ad that are in the archive and not counted; the expectation
   *     is without them
   */
  public record AdFinding(
      String adId,
      boolean exists,
      String blocked,
      List<Difference> differences,
      long missingEvents) {
    /** The same without the details. */
    AdFinding brief() {
      return new AdFinding(adId, exists, blocked, List.of(), missingEvents);
    }
  }

  /**
   * What the audit says of one counter.
   *
   * @param exists whether there is a document
   * @param blocked why the document cannot be read, or null
   * @param next one above the highest id that is counted or written off
   * @param archived ids that the files have
   * @param missing ids that the files have and that are not counted, those written off included
   * @param unsettled ids that are counted in an ad's document and not yet in this one
   * @param underWay ids that the files got while the audit ran and that are not counted yet
   * @param cannotTell ids that the files have, of a document that cannot be read
   * @param inNoFile ids in a gap that somebody waits for, which no file has
   * @param writtenOff ids that are written off
   * @param inNoArchive ids that are counted although no file has them
   * @param differences fields of the document that are wrong
   */
  public record CounterFinding(
      String counterId,
      boolean exists,
      boolean closed,
      String blocked,
      long next,
      LongRanges archived,
      LongRanges missing,
      LongRanges unsettled,
      LongRanges underWay,
      LongRanges cannotTell,
      LongRanges inNoFile,
      LongRanges writtenOff,
      LongRanges inNoArchive,
      List<Difference> differences) {
    public boolean isWrong() {
      return blocked != null || !differences.isEmpty();
    }

    /** Whether the document and the archive say the same. */
    public boolean isEqual() {
      return !isWrong() && missing.isEmpty() && inNoFile.isEmpty() && inNoArchive.isEmpty();
    }
  }

  /** A field that says something else than the archive. */
  public record Difference(String field, String expected, String actual) {
    @Override
    public String toString() {
      return field + ": expected " + expected + ", found " + actual;
    }
  }

  /**
   * What the numbers mean in money.
   *
   * @param certainMicros the spend of ads whose documents equal the archive
   * @param atRiskMicros by how much the missing events of the archive will change the spend
   * @param unknownAtMostMicros what the ids that no file has may have cost, were each a click at
   *     the highest price seen
   * @param wrongMicros what the wrong documents say is spent
   */
  public record Money(
      long certainMicros, long atRiskMicros, long unknownAtMostMicros, long wrongMicros) {}
}
