package clickcounter.tools.audit;

import clickcounter.cli.ExitCode;
import clickcounter.ids.LongRanges;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.function.Function;

/**
 * The result of an audit.
 *
 * @param events distinct events in the archives
 * @param writtenMeanwhile events that were archived during the audit; included in {@code events}
 * @param ads ads in the archives at the first reading
 * @param adsWithMissing ads that lack events and are otherwise right
 * @param wrongAds by id, the first ones with details
 * @param undecidedAds ads that could not be judged: they changed too fast, or have events of a
 *     counter whose document cannot be read, or a number that several events have
 * @param counters all counters of the archives
 * @param unknownCounters counters that have counted events and none in the archives; empty if only
 *     some ads or counters are audited
 * @param acceptedAsLost events that are counted and in no archive any more, as an operator knows
 * @param queue what the queue said before documents were last read, if something was missing
 * @param verdicts null if not all ads and counters are audited
 * @param belowZero ads whose documents say less than nothing
 */
public record AuditReport(
    AuditScope scope,
    long events,
    long writtenMeanwhile,
    long ads,
    long equalAds,
    long adsWithMissing,
    List<AdFinding> wrongAds,
    List<String> undecidedAds,
    List<CounterFinding> counters,
    List<String> unknownCounters,
    List<Loss> acceptedAsLost,
    Money money,
    Troubles troubles,
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
    if (troubles.kept().stream().anyMatch(Trouble::isBrokenOff)) {
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
    boolean isLacking = counters.stream().anyMatch(CounterFinding::isLacking);
    return isLacking ? AuditVerdict.MISSING : AuditVerdict.EQUAL;
  }

  private boolean areCountsWrong() {
    return !wrongAds.isEmpty() || wrongCounters() > 0 || inNoArchive() > 0;
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

  private long sum(Function<CounterFinding, LongRanges> numbers) {
    return counters.stream().mapToLong(counter -> numbers.apply(counter).size()).sum();
  }

  public long missing() {
    return sum(CounterFinding::missing);
  }

  /** Of these, those that are rejected for their times. */
  public long rejected() {
    return sum(CounterFinding::rejected);
  }

  public long inNoFile() {
    return sum(CounterFinding::inNoFile);
  }

  public long inNoArchive() {
    return sum(CounterFinding::inNoArchive);
  }

  public long writtenOff() {
    return sum(CounterFinding::writtenOff);
  }

  /** Events that were written during the audit and are not counted yet. */
  public long underWay() {
    return sum(CounterFinding::underWay);
  }

  /** Events that are in the files and are counted. */
  public long counted() {
    return events - missing() - underWay() - cannotTell();
  }

  /** Events in the files whose counters' documents cannot be read. */
  public long cannotTell() {
    return sum(CounterFinding::cannotTell);
  }

  public long unsettled() {
    return sum(CounterFinding::unsettled);
  }

  /**
   * What could not be used in the files.
   *
   * @param kept the first of them
   */
  public record Troubles(List<Trouble> kept, long total) {}

  /**
   * A part of a file that is no event.
   *
   * @param at the byte of the file's content
   */
  @JsonPropertyOrder({"file", "byte", "kind", "detail"})
  public record Trouble(String file, @JsonProperty("byte") long at, String kind, String detail) {
    static final String BAD_LINE = "bad line";
    private static final String HALF_LINE = "half line";

    /** Whether it is not known what else the file has. */
    boolean isBrokenOff() {
      return !kind.equals(BAD_LINE) && !kind.equals(HALF_LINE);
    }

    @Override
    public String toString() {
      return file + ", byte " + at + ": " + kind + ": " + detail;
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
