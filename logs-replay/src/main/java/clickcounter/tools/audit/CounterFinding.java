package clickcounter.tools.audit;

import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.table.AdSums.ArchivedCounter;
import clickcounter.tools.table.AdSums.Difference;
import java.util.ArrayList;
import java.util.List;

/**
 * What the archives have of one counter, held against its document.
 *
 * @param missing numbers that are archived and not counted, including those written off
 * @param rejected of these, the ones with a time at which nothing is counted; filled in the end
 * @param unsettled numbers that are counted in an ad's document and not yet in the counter's
 * @param underWay numbers that were archived during the audit and are not counted yet
 * @param cannotTell archived numbers, if the counter's document cannot be read
 * @param inNoFile numbers in an open gap that are in no file
 * @param writtenOff numbers that are written off; of these the archived ones, if not all were read
 * @param inNoArchive numbers that are counted and in no file
 * @param differences fields of the document that are wrong; filled in the end
 */
public record CounterFinding(
    CounterReading reading,
    ArchivedCounter archived,
    LongRanges missing,
    LongRanges rejected,
    LongRanges unsettled,
    LongRanges underWay,
    LongRanges cannotTell,
    LongRanges inNoFile,
    LongRanges writtenOff,
    LongRanges inNoArchive,
    List<Difference> differences) {

  /**
   * Decides about each archived number, and about those that are in no file.
   *
   * @param archivedFirst numbers that were archived when the audit began: others may be in flight
   * @param listed numbers that ads' documents have, whatever the counter's document says
   * @param accepted null if only events of some ads are known, so that others may be archived
   */
  static CounterFinding of(
      CounterReading reading,
      ArchivedCounter archived,
      LongRanges archivedFirst,
      LongRanges listed,
      AcceptedLosses accepted) {
    LongRanges none = new LongRanges();
    LongRanges open = without(archived.numbers(), reading.counted());
    LongRanges notListed = without(open, listed);
    LongRanges fresh = without(notListed, archivedFirst);
    boolean isUnknown = reading.blocked() != null;
    LongRanges gaps = new LongRanges();
    LongRanges writtenOff = new LongRanges();
    for (Gap gap : reading.gaps().gaps()) {
      (gap.isWrittenOff() ? writtenOff : gaps).addRange(gap.from(), gap.to());
    }
    boolean hasAllIds = accepted != null;
    LongRanges inNoArchive =
        hasAllIds ? accepted.mustBeArchived(reading.counterId(), reading.counted()) : none;
    return new CounterFinding(
        reading,
        archived,
        isUnknown ? none : without(notListed, fresh),
        new LongRanges(),
        without(open, notListed),
        isUnknown ? none : fresh,
        isUnknown ? notListed : none,
        hasAllIds ? without(gaps, archived.numbers()) : none,
        hasAllIds ? writtenOff : without(writtenOff, without(writtenOff, archived.numbers())),
        without(inNoArchive, archived.numbers()),
        new ArrayList<>());
  }

  private static LongRanges without(LongRanges ids, LongRanges others) {
    LongRanges rest = ids.copy();
    rest.removeAll(others);
    return rest;
  }

  /**
   * Compares the rest of the document, in the end.
   *
   * @param countedLastMs the latest time of its archived events that are counted; 0 if there is
   *     none
   */
  void compare(long countedLastMs) {
    // The time and the type of events that are in no file are unknown.
    if (reading.blocked() != null || !inNoArchive.isEmpty() || countedLastMs == 0) {
      return;
    }
    boolean closed = archived.closedAt() >= 0 && reading.seen(archived.closedAt());
    if (closed != reading.closed()) {
      differences.add(new Difference("closed", "" + closed, "" + reading.closed()));
    }
    // An earlier time is not wrong: ids that are marked a second time, to make room in a full ad
    // document, have no time.
    if (countedLastMs < reading.lastEventAtMs()) {
      differences.add(
          new Difference("lastEventAt", "" + countedLastMs, "" + reading.lastEventAtMs()));
    }
  }

  String counterId() {
    return reading.counterId();
  }

  /** How many different numbers are archived. */
  long events() {
    return archived.numbers().size();
  }

  /** Whether the counter has recorded all that is archived. */
  boolean isAllCounted() {
    return missing.isEmpty() && unsettled.isEmpty() && underWay.isEmpty() && cannotTell.isEmpty();
  }

  /** Whether events are missing, archived or not. */
  boolean isLacking() {
    return !missing.isEmpty() || !inNoFile.isEmpty();
  }

  /** Whether another reading could tell more. */
  boolean isOpen() {
    return !isAllCounted() || isLacking();
  }

  boolean isWrong() {
    return reading.blocked() != null || !differences.isEmpty();
  }

  /** Whether the document matches the archive. */
  boolean isEqual() {
    return !isWrong() && missing.isEmpty() && inNoFile.isEmpty() && inNoArchive.isEmpty();
  }
}
