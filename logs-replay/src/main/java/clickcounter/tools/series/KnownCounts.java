package clickcounter.tools.series;

import clickcounter.hours.HourCounts;
import clickcounter.ids.LongRanges;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known to have been counted, and of which times it is not known. A time is counted by
 * whole hours of UTC, or by {@link Slots}.
 *
 * <p>Mutable, not thread-safe.
 */
public final class KnownCounts {
  private final SortedMap<Long, HourCounts> counts = new TreeMap<>();
  private final LongRanges known = new LongRanges();
  private final LongRanges bySlot = new LongRanges();
  private String whyUnknown;

  /**
   * Adds a day of UTC that is not known yet.
   *
   * @param day since the epoch
   * @param isBySlot whether each slot is counted by itself; otherwise whole hours are
   * @param ofDay by the slot in which each hour begins, or each slot; what is absent counted
   *     nothing
   */
  public void addDay(long day, boolean isBySlot, SortedMap<Long, HourCounts> ofDay) {
    long first = Slots.firstOf(day);
    long last = Slots.firstOf(day + 1) - 1;
    known.addRange(first, last);
    if (isBySlot) {
      bySlot.addRange(first, last);
    }
    counts.putAll(ofDay);
  }

  /** Adds an hour, since the epoch, if it is not known yet. */
  void addHour(long hour, HourCounts ofHour) {
    long first = hour * Slots.PER_HOUR;
    if (!known.contains(first)) {
      known.addRange(first, first + Slots.PER_HOUR - 1);
      if (!ofHour.isNone()) {
        counts.put(first, ofHour);
      }
    }
  }

  /** Says, for a person, why the rest is not known. */
  KnownCounts withWhyUnknown(String reason) {
    whyUnknown = reason;
    return this;
  }

  /** Null if it is not known because there are no files of it. */
  String whyUnknown() {
    return whyUnknown;
  }

  /** What was counted, by the slot in which each hour, or each slot, begins; never none. */
  public SortedMap<Long, HourCounts> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }

  /** Whether all these slots are known. */
  boolean isKnown(long fromSlot, long toSlot) {
    return unknown(fromSlot, toSlot).isEmpty();
  }

  /** The slots between these that are not known. */
  LongRanges unknown(long fromSlot, long toSlot) {
    LongRanges unknown = LongRanges.ofRange(fromSlot, toSlot - 1);
    unknown.removeAll(known);
    return unknown;
  }

  /**
   * Whether a time is neither the beginning nor the end of what was counted around it: how much of
   * that was before is not known.
   */
  boolean isCut(long timeMs) {
    long slot = Slots.of(timeMs);
    long first = bySlot.contains(slot) ? slot : Slots.hourOf(slot);
    return Slots.startMs(first) < timeMs && counts.containsKey(first);
  }

  /** The sum from one time to another; null if it is not known. */
  HourCounts between(long fromMs, long toMs) {
    long end = Slots.from(toMs);
    boolean isKnown = isKnown(Slots.of(fromMs), end) && !isCut(fromMs) && !isCut(toMs);
    return isKnown ? HourCounts.sum(counts.subMap(Slots.from(fromMs), end).values()) : null;
  }
}
