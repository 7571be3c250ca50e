package clickcounter.tools.audit;

import clickcounter.cli.ExitCode;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import java.util.List;

/**
 * The result of an audit.
 *
 * @param events distinct events in the files
 * @param repeatedLines lines that repeat an event of an earlier line
 * @param writtenMeanwhile events that were written to the files during the audit; included in
 *     {@code events}
 * @param ads ads in the files at the first reading
 * @param adsWithMissing ads that lack events and are otherwise right
 * @param wrongAds how many ads are wrong; {@code adFindings} lists them, the first ones with
 *     details
 * @param undecidedAds ads that could not be judged: they changed too fast, or have events of a
 *     counter whose document cannot be read
 * @param counters all counters of the files
 * @param unknownCounters counters that have counted events and none in the files; empty if only
 *     some ads or counters are audited
 * @param acceptedAsLost events that are counted and in no archive any more, as an operator knows
 * @param troubles the first problems of the files
 * @param queue what the queue said before documents were last read, if something was missing
 * @param verdicts null if not all ads and counters are audited
 * @param belowZero ads whose documents say less than nothing
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
    List<Loss> acceptedAsLost,
    Money money,
    List<Trouble> troubles,
    long troubleCount,
    QueueAnswer queue,
    VerdictsFound verdicts,
    List<BelowZero> belowZero) {

  /** The conclusion of the audit. */
  public enum AuditVerdict {
    EQUAL(ExitCode.OK),
    MISSING(ExitCode.MISSING),
    WRONG(ExitCode.WRONG),
    /** No document is known to be wrong, but not all could be compared, or not with all files. */
    UNDECIDED(ExitCode.FAILED);

    private final int exitCode;

    AuditVerdict(int exitCode) {
      this.exitCode = exitCode;
    }

    /** The exit code of a command that has this result. */
    public int exitCode() {
      return exitCode;
    }
  }

  /**
   * Why nothing can be said of the documents: the files are not those of the documents. Null if
   * they may be.
   */
  public String noVerdict() {
    if (troubles.stream().anyMatch(Trouble::isBrokenOff)) {
      return "some files could not be read to their end, see above. Audit them when they are whole.";
    }
    if (events == 0) {
      return "there is no event to compare in these files. Check the paths, --ad and --counter.";
    }
    if (ads < scope.adIds().size() || counters.size() < scope.counterIds().size()) {
      return "of some ids of --ad or --counter no file has an event.";
    }
    if (!unknownCounters.isEmpty()) {
      return "Riak knows counters that are in none of these files, see above: name all archives, also"
          + " those of other hosts. To compare only some, use --ad or --counter.";
    }
    return null;
  }

  public AuditVerdict verdict() {
    if (noVerdict() != null) {
      return AuditVerdict.UNDECIDED;
    }
    // A counted event that is in no file contradicts the files. Its ad differs too, unless it is a
    // close notice.
    if (areCountsWrong() || areVerdictsWrong()) {
      return AuditVerdict.WRONG;
    }
    if (!undecidedAds.isEmpty()) {
      return AuditVerdict.UNDECIDED;
    }
    boolean equal =
        counters.stream().allMatch(c -> c.missing().isEmpty() && c.inNoFile().isEmpty());
    return equal ? AuditVerdict.EQUAL : AuditVerdict.MISSING;
  }

  private boolean areCountsWrong() {
    return wrongAds > 0 || wrongCounters() > 0 || inNoArchive() > 0;
  }

  private boolean areVerdictsWrong() {
    return verdicts != null && verdicts.wrong() > 0;
  }

  /** Whether nothing is wrong but verdicts: documents say what the archives say. */
  public boolean isWrongInVerdictsOnly() {
    return areVerdictsWrong() && !areCountsWrong();
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

  /** Events that were written during the audit and are not counted yet. */
  public long underWay() {
    return counters.stream().mapToLong(c -> c.underWay().size()).sum();
  }

  /** Events that are in the files and are counted. */
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
   * @param missingEvents events of the ad that are in the archive and not counted; the expected
   *     values do not include them
   */
  public record AdFinding(
      String adId,
      boolean exists,
      String blocked,
      List<Difference> differences,
      long missingEvents) {
    /** The same without the differences. */
    AdFinding brief() {
      return new AdFinding(adId, exists, blocked, List.of(), missingEvents);
    }
  }

  /**
   * The result for one counter.
   *
   * @param exists whether there is a document
   * @param blocked why the document cannot be read, or null
   * @param next one above the highest id that is counted or written off
   * @param archived ids that the files have
   * @param missing ids that are in the files and not counted, including those written off
   * @param unsettled ids that are counted in an ad's document and not yet in the counter's
   * @param underWay ids that were written during the audit and are not counted yet
   * @param cannotTell ids in the files, if the counter's document cannot be read
   * @param inNoFile ids in an open gap that are in no file
   * @param writtenOff ids that are written off; of these in the files, if not all were read
   * @param inNoArchive ids that are counted and in no file
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

    /** Whether the document matches the archive. */
    public boolean isEqual() {
      return !isWrong() && missing.isEmpty() && inNoFile.isEmpty() && inNoArchive.isEmpty();
    }
  }

  /**
   * The verdicts on clicks in the files.
   *
   * @param total distinct events
   * @param wrong how many are too many, or fit no click: {@code archive check} lists them
   * @param notLookedUp how many are on clicks that are in none of the files
   */
  public record VerdictsFound(long total, long wrong, long notLookedUp) {}

  /** An ad of which more was taken back than was charged, according to its document. */
  public record BelowZero(String adId, long clicks, long costMicros) {}

  /** A field of a document that differs from the archive. */
  public record Difference(String field, String expected, String actual) {
    @Override
    public String toString() {
      return field + ": expected " + expected + ", found " + actual;
    }
  }

  /**
   * The findings in money.
   *
   * @param certainMicros the spend of ads whose documents equal the archive
   * @param atRiskMicros by how much the missing events will change the spend
   * @param unknownAtMostMicros what the ids that are in no file cost if each is a click at the
   *     highest price seen
   * @param wrongMicros the spend according to wrong documents
   */
  public record Money(
      long certainMicros, long atRiskMicros, long unknownAtMostMicros, long wrongMicros) {}
}
