package clickcounter.tools.audit;

import clickcounter.tools.archive.Trouble;
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
}
