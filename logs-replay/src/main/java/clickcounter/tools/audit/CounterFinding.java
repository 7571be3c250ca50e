package clickcounter.tools.audit;

import clickcounter.cli.Json;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.table.AdSums.ArchivedCounter;
import clickcounter.tools.table.AdSums.Difference;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the archives have of one counter, held against its document.
 *
 * @param numbers those of which something is to be said
 * @param differences fields of the document that are wrong; filled in the end
 */
public record CounterFinding(
    CounterReading reading,
    ArchivedCounter archived,
    Map<Fate, LongRanges> numbers,
    List<Difference> differences) {

  /** What is said of a number. */
  public enum Fate {
    /** Archived and not counted, including those written off. */
    MISSING,
    /** Missing, with a time at which nothing is counted; filled in the end. */
    REJECTED,
    /** Counted in an ad's document, and not yet in the counter's. */
    UNSETTLED,
    /** Archived during the audit, and not counted yet. */
    UNDER_WAY,
    /** Archived, and the counter's document cannot be read. */
    CANNOT_TELL,
    /** In an open gap, and in no file. */
    IN_NO_FILE,
    /** Written off; of these the archived ones, if not all were read. */
    WRITTEN_OFF,
    /** Counted, and in no file. */
    IN_NO_ARCHIVE;

    /** Those of archived numbers that the counter has not recorded. */
    static final Set<Fate> OPEN = EnumSet.of(MISSING, UNSETTLED, UNDER_WAY, CANNOT_TELL);
  }

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
    CounterFinding found =
        new CounterFinding(reading, archived, new EnumMap<>(Fate.class), new ArrayList<>());
    LongRanges open = without(archived.numbers(), reading.counted());
    LongRanges notListed = without(open, listed);
    LongRanges fresh = without(notListed, archivedFirst);
    found.add(Fate.UNSETTLED, without(open, notListed));
    if (reading.blocked() == null) {
      found.add(Fate.MISSING, without(notListed, fresh));
      found.add(Fate.UNDER_WAY, fresh);
    } else {
      found.add(Fate.CANNOT_TELL, notListed);
    }
    LongRanges gaps = new LongRanges();
    LongRanges writtenOff = new LongRanges();
    for (Gap gap : reading.gaps().gaps()) {
      (gap.isWrittenOff() ? writtenOff : gaps).addRange(gap.from(), gap.to());
    }
    if (accepted == null) {
      writtenOff.removeAll(without(writtenOff, archived.numbers()));
    } else {
      LongRanges asked = accepted.mustBeArchived(reading.counterId(), reading.counted());
      found.add(Fate.IN_NO_ARCHIVE, without(asked, archived.numbers()));
      found.add(Fate.IN_NO_FILE, without(gaps, archived.numbers()));
    }
    found.add(Fate.WRITTEN_OFF, writtenOff);
    return found;
  }

  private void add(Fate fate, LongRanges ids) {
    if (!ids.isEmpty()) {
      numbers.put(fate, ids);
    }
  }

  private static LongRanges without(LongRanges ids, LongRanges others) {
    LongRanges rest = ids.copy();
    rest.removeAll(others);
    return rest;
  }

  /** Remembers that an event has a time at which nothing is counted. */
  void reject(long number) {
    if (of(Fate.MISSING).contains(number)) {
      numbers.computeIfAbsent(Fate.REJECTED, fate -> new LongRanges()).add(number);
    }
  }

  /**
   * Compares the rest of the document, in the end.
   *
   * @param countedLastMs the latest time of its archived events that are counted; 0 if there is
   *     none
   */
  void compare(long countedLastMs) {
    // The time and the type of events that are in no file are unknown.
    if (reading.blocked() != null || has(Fate.IN_NO_ARCHIVE) || countedLastMs == 0) {
      return;
    }
    boolean closed = archived.closedAt() >= 0 && reading.seen(archived.closedAt());
    if (closed != reading.closed()) {
      differences.add(new Difference("closed", "" + closed, "" + reading.closed()));
    }
    // An earlier time is not wrong: ids that are marked a second time, to make room in a full ad
    // document, have no time.
    long lastMs = reading.lastEventAtMs();
    if (countedLastMs < lastMs) {
      differences.add(new Difference("lastEventAt", "" + countedLastMs, "" + lastMs));
    }
  }

  String counterId() {
    return reading.counterId();
  }

  LongRanges of(Fate fate) {
    return numbers.getOrDefault(fate, new LongRanges());
  }

  /** Whether it has a number with one of these fates. */
  boolean has(Fate... any) {
    return Stream.of(any).anyMatch(numbers::containsKey);
  }

  /** How many different numbers are archived. */
  long events() {
    return archived.numbers().size();
  }

  /** Whether the counter has recorded all that is archived. */
  boolean isAllCounted() {
    return Collections.disjoint(numbers.keySet(), Fate.OPEN);
  }

  /** Whether events are missing, archived or not. */
  boolean isLacking() {
    return has(Fate.MISSING, Fate.IN_NO_FILE);
  }

  /** Whether another reading could tell more. */
  boolean isOpen() {
    return !isAllCounted() || isLacking() || !reading.hasEnded();
  }

  boolean isWrong() {
    return reading.blocked() != null || !differences.isEmpty();
  }

  /** Whether the document matches the archive. */
  boolean isEqual() {
    return !isWrong() && !has(Fate.MISSING, Fate.IN_NO_FILE, Fate.IN_NO_ARCHIVE);
  }

  @JsonValue
  Json.Fields json() {
    return Json.object()
        .with("counterId", counterId())
        .with("exists", reading.exists())
        .with("blocked", reading.blocked())
        .with("next", reading.next())
        .with("missing", of(Fate.MISSING))
        .with("inNoFile", of(Fate.IN_NO_FILE))
        .with("inNoArchive", of(Fate.IN_NO_ARCHIVE))
        .with("writtenOff", of(Fate.WRITTEN_OFF))
        .with("differences", differences);
  }
}
