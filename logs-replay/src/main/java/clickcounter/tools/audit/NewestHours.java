package clickcounter.tools.audit;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an ad's events add up to in its newest hours, by code of the audit's own. 160 bytes, and 32
 * for each of these hours that has clicks.
 */
final class NewestHours {
  private static final int HOURS = 36;
  private static final long MS_PER_HOUR = 60L * 60 * 1000;
  private static final int NUMBERS = 4;

  /** One entry for each hour, at its number modulo {@value #HOURS}; null before the first event. */
  private int[] impressions;

  /** Number, clicks, cost and invalid clicks of each hour that has any of it, in any order. */
  private long[] clicks = {};

  private long newest;

  /** Adds an impression, a click or a verdict on one, unless it is too old. */
  void add(EventKind kind, long timestampMs, long costMicros) {
    long hour = timestampMs / MS_PER_HOUR;
    if (!makeRoomFor(hour)) {
      return;
    }
    switch (kind) {
      case IMPRESSION -> impressions[place(hour)]++;
      case CLICK -> addClicks(hour, 1, costMicros, 0);
      case INVALIDATION -> addClicks(hour, -1, -costMicros, 1);
      case REINSTATEMENT -> addClicks(hour, 1, costMicros, -1);
      default -> addClicks(hour, 0, 0, 1);
    }
  }

  /** Drops hours that are too old beside this one. Returns false if it is too old itself. */
  private boolean makeRoomFor(long hour) {
    if (impressions == null) {
      impressions = new int[HOURS];
      newest = hour;
    }
    if (hour <= newest - HOURS) {
      return false;
    }
    if (hour > newest) {
      for (long fresh = Math.max(newest + 1, hour - HOURS + 1); fresh <= hour; fresh++) {
        impressions[place(fresh)] = 0;
      }
      newest = hour;
      dropOldClicks();
    }
    return true;
  }

  private static int place(long hour) {
    return (int) (hour % HOURS);
  }

  private void dropOldClicks() {
    int kept = 0;
    for (int at = 0; at < clicks.length; at += NUMBERS) {
      if (clicks[at] > newest - HOURS) {
        System.arraycopy(clicks, at, clicks, kept, NUMBERS);
        kept += NUMBERS;
      }
    }
    clicks = kept == clicks.length ? clicks : Arrays.copyOf(clicks, kept);
  }

  private void addClicks(long hour, long count, long costMicros, long invalid) {
    int at = 0;
    while (at < clicks.length && clicks[at] != hour) {
      at += NUMBERS;
    }
    if (at == clicks.length) {
      clicks = Arrays.copyOf(clicks, at + NUMBERS);
      clicks[at] = hour;
    }
    clicks[at + 1] += count;
    clicks[at + 2] += costMicros;
    clicks[at + 3] += invalid;
  }

  /** Adds the sums of other events of the same ad. */
  void add(NewestHours other) {
    other
        .counts()
        .forEach(
            (hour, counts) -> {
              if (makeRoomFor(hour)) {
                impressions[place(hour)] += (int) counts.impressions();
                if (counts.clicks() != 0 || counts.costMicros() != 0 || counts.invalid() != 0) {
                  addClicks(hour, counts.clicks(), counts.costMicros(), counts.invalid());
                }
              }
            });
  }

  /** By the hour since the epoch; hours without an event are absent. */
  SortedMap<Long, HourCounts> counts() {
    SortedMap<Long, HourCounts> counts = new TreeMap<>();
    if (impressions == null) {
      return counts;
    }
    for (long hour = Math.max(0, newest - HOURS + 1); hour <= newest; hour++) {
      if (impressions[place(hour)] > 0) {
        counts.put(hour, new HourCounts(impressions[place(hour)], 0, 0));
      }
    }
    for (int at = 0; at < clicks.length; at += NUMBERS) {
      HourCounts ofHour = new HourCounts(0, clicks[at + 1], clicks[at + 2], clicks[at + 3]);
      counts.merge(clicks[at], ofHour, HourCounts::plus);
    }
    return counts;
  }
}
