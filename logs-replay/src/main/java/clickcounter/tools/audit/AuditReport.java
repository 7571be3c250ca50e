package clickcounter.tools.audit;

import clickcounter.cli.ExitCode;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.common.OtherFiles.PassedOver;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * The result of an audit. Programs depend on the names and the order of its components.
 *
 * @param files how many were read
 * @param queue what the queue said before documents were last read, if something was missing
 * @param acceptedAsLost events that are counted and in no archive any more, as an operator knows
 * @param verdicts null if not all ads and counters are audited
 * @param belowZero ads whose documents say less than nothing
 * @param troubleCount how many parts of the files could not be used
 * @param troubles the first of them
 */
@JsonPropertyOrder("verdict")
public record AuditReport(
    @JsonIgnore AuditScope scope,
    int files,
    @JsonUnwrapped Events events,
    @JsonUnwrapped QueueAnswer queue,
    Ads ads,
    Counters counters,
    List<Loss> acceptedAsLost,
    Money spend,
    VerdictsFound verdicts,
    List<BelowZero> belowZero,
    long troubleCount,
    List<Trouble> troubles,
    PassedOver filesPassedOver) {

  /** The conclusion about all, or about an ad. */
  public enum AuditVerdict {
    EQUAL(ExitCode.OK),
    MISSING(ExitCode.MISSING),
    WRONG(ExitCode.WRONG),
    /** It is not known to be wrong, but could not be compared, or not with all files. */
    UNDECIDED(ExitCode.FAILED);

    /** The exit code of a command that has this result. */
    final int exitCode;

    AuditVerdict(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  /**
   * How many events there are, and what is known of them.
   *
   * @param events distinct events in the archives
   * @param writtenMeanwhile of these, the ones that were archived during the audit
   * @param underWay of these, the ones that are not counted yet
   * @param rejected of the missing ones, those with a time at which nothing is counted
   * @param inNoFile null if counters are not compared
   * @param inNoArchive counted and in none of the files; null if counters are not compared
   * @param cannotTell those of counters whose documents cannot be read
   */
  public record Events(
      long events,
      long writtenMeanwhile,
      long underWay,
      long missing,
      long rejected,
      Long inNoFile,
      Long inNoArchive,
      long writtenOff,
      long unsettled,
      long cannotTell) {

    /** Events that are in the files and are counted. */
    long counted() {
      return events - missing - underWay - cannotTell;
    }

    boolean areInNoArchive() {
      return inNoArchive != null && inNoArchive > 0;
    }
  }

  /**
   * What was found of ads.
   *
   * @param total in the archives at the first reading
   * @param withMissing how many lack events and are otherwise right
   * @param undecided those that could not be judged: they changed too fast, or have events of a
   *     counter whose document cannot be read, or a number that several events have
   * @param findings those that are wrong, by id
   */
  public record Ads(
      boolean compared,
      long total,
      long equal,
      long withMissing,
      int wrong,
      List<String> undecided,
      List<AdFinding> findings) {}

  /**
   * What was found of counters.
   *
   * @param total in the archives
   * @param wrong how many have documents that cannot be read or have wrong fields
   * @param unknown those that have counted events and none in the archives; empty if only some ads
   *     or counters are audited
   * @param findings those that are not equal, or have numbers that are written off
   */
  public record Counters(
      boolean compared,
      int total,
      long equal,
      long wrong,
      List<String> unknown,
      List<CounterFinding> findings) {}

  /**
   * Why nothing can be said of the documents: the files are not those of the documents. Null if
   * they may be.
   */
  public String noVerdict() {
    if (troubles.stream().anyMatch(Trouble::isBrokenOff)) {
      return "some files could not be read to their end, see above. Audit them when they are whole.";
    }
    if (events.events() == 0) {
      return "there is no event to compare in these files. Check the paths, --ad and --counter.";
    }
    if (ads.total() < scope.adIds().size() || counters.total() < scope.counterIds().size()) {
      return "no file has an event for some ids of --ad or --counter.";
    }
    if (!counters.unknown().isEmpty()) {
      return "Riak knows counters that are in none of these files, see above: name all archives,"
          + " also those of other hosts. To compare only some, use --ad or --counter.";
    }
    return null;
  }

  @JsonProperty
  public AuditVerdict verdict() {
    if (noVerdict() != null) {
      return AuditVerdict.UNDECIDED;
    }
    // A counted event that is in no file contradicts the files. Its ad differs too, unless it is a
    // close notice.
    if (areCountsWrong() || verdicts != null && verdicts.wrong() > 0) {
      return AuditVerdict.WRONG;
    }
    if (!ads.undecided().isEmpty()) {
      return AuditVerdict.UNDECIDED;
    }
    boolean areLacking = events.missing() > 0 || events.inNoFile() != null && events.inNoFile() > 0;
    return areLacking ? AuditVerdict.MISSING : AuditVerdict.EQUAL;
  }

  private boolean areCountsWrong() {
    return ads.wrong() > 0 || counters.wrong() > 0 || events.areInNoArchive();
  }

  /** Whether nothing is wrong but verdicts: documents say what the archives say. */
  public boolean isWrongInVerdictsOnly() {
    return verdict() == AuditVerdict.WRONG && !areCountsWrong();
  }

  /**
   * A part of a file that is no event.
   *
   * @param at the byte of the file's content
   */
  @JsonPropertyOrder({"file", "byte", "kind", "detail"})
  public record Trouble(String file, @JsonProperty("byte") long at, String kind, String detail) {
    /** Whether it is not known what else the file has. */
    boolean isBrokenOff() {
      return !kind.equals("bad line") && !kind.equals(FileState.HALF_LINE);
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
