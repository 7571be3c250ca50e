package clickcounter.tools.audit;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.tools.audit.OpenEvents.OpenEvent;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sums of one ad's events in an archive. The code is the audit's own and uses nothing of the
 * code that counts, so that one can be checked against the other.
 */
final class AdSum {
  private static final int DAYS = 8;
  private static final long MS_PER_DAY = 24L * 60 * 60 * 1000;

  private boolean funded;
  private long budgetMicros;
  private long costMicros;
  private long clicks;
  private long impressions;

  /** Filtered clicks by class; null before the first. */
  private SortedMap<String, Long> filtered;

  private long invalidated;
  private long invalidatedMicros;
  private long firstMs = Long.MAX_VALUE;
  private long lastMs = Long.MIN_VALUE;

  /**
   * Clicks of the newest eight days, each at its day number modulo eight; null before the first.
   */
  private int[] clicksByDay;

  private int[] impressionsByDay;
  private long newestDay;
  private final NewestHours hours = new NewestHours();

  /** Events of the ad that were not settled when they were read. */
  int open;

  void add(OpenEvent event) {
    add(event.kind(), event.timestampMs(), event.amountMicros());
  }

  void add(EventKind kind, long timestampMs, long amountMicros) {
    firstMs = Math.min(firstMs, timestampMs);
    lastMs = Math.max(lastMs, timestampMs);
    if (kind == EventKind.BUDGET) {
      funded = true;
      budgetMicros += amountMicros;
      return;
    }
    hours.add(kind, timestampMs, amountMicros);
    if (kind.isFiltered()) {
      filter(kind.filterClass(), 1);
      return;
    }
    long day = timestampMs / MS_PER_DAY;
    boolean kept = makeRoomFor(day);
    int place = (int) (day % DAYS);
    switch (kind) {
      case CLICK -> charge(1, amountMicros, kept, place);
      case INVALIDATION -> {
        invalidated++;
        invalidatedMicros += amountMicros;
        charge(-1, -amountMicros, kept, place);
      }
      case REINSTATEMENT -> {
        invalidated--;
        invalidatedMicros -= amountMicros;
        charge(1, amountMicros, kept, place);
      }
      default -> {
        impressions++;
        impressionsByDay[place] += kept ? 1 : 0;
      }
    }
  }

  private void charge(int moreClicks, long moreMicros, boolean kept, int place) {
    clicks += moreClicks;
    costMicros += moreMicros;
    clicksByDay[place] += kept ? moreClicks : 0;
  }

  private void filter(String filterClass, long more) {
    filtered = filtered == null ? new TreeMap<>() : filtered;
    filtered.merge(filterClass, more, Long::sum);
  }

  /** Makes room for this day by dropping old ones. Returns false if this day itself is too old. */
  private boolean makeRoomFor(long day) {
    if (clicksByDay == null) {
      clicksByDay = new int[DAYS];
      impressionsByDay = new int[DAYS];
      newestDay = day;
    }
    if (day <= newestDay - DAYS) {
      return false;
    }
    for (long fresh = Math.max(newestDay + 1, day - DAYS + 1); fresh <= day; fresh++) {
      clicksByDay[(int) (fresh % DAYS)] = 0;
      impressionsByDay[(int) (fresh % DAYS)] = 0;
    }
    newestDay = Math.max(newestDay, day);
    return true;
  }

  /** Adds a sum of other events of the same ad. */
  void add(AdSum other) {
    funded |= other.funded;
    budgetMicros += other.budgetMicros;
    costMicros += other.costMicros;
    clicks += other.clicks;
    impressions += other.impressions;
    invalidated += other.invalidated;
    invalidatedMicros += other.invalidatedMicros;
    if (other.filtered != null) {
      other.filtered.forEach(this::filter);
    }
    firstMs = Math.min(firstMs, other.firstMs);
    lastMs = Math.max(lastMs, other.lastMs);
    open += other.open;
    hours.add(other.hours);
    if (other.clicksByDay == null) {
      return;
    }
    makeRoomFor(other.newestDay);
    for (int age = DAYS - 1; age >= 0; age--) {
      long day = other.newestDay - age;
      if (day >= 0 && makeRoomFor(day)) {
        int place = (int) (day % DAYS);
        clicksByDay[place] += other.clicksByDay[place];
        impressionsByDay[place] += other.impressionsByDay[place];
      }
    }
  }

  AdSum copy() {
    AdSum copy = new AdSum();
    copy.add(this);
    return copy;
  }

  boolean isEmpty() {
    return firstMs > lastMs;
  }

  long budgetMicros() {
    return budgetMicros;
  }

  long costMicros() {
    return costMicros;
  }

  long clicks() {
    return clicks;
  }

  long impressions() {
    return impressions;
  }

  long firstMs() {
    return firstMs;
  }

  long lastMs() {
    return lastMs;
  }

  /** The cost, limited to the budget. */
  long spentMicros() {
    return Math.max(0, costMicros < budgetMicros ? costMicros : budgetMicros);
  }

  /** The filtered clicks of a class. */
  long filtered(String filterClass) {
    return filtered == null ? 0 : filtered.getOrDefault(filterClass, 0L);
  }

  /** Clicks that were taken back, less those that were given back. */
  long invalidated() {
    return invalidated;
  }

  long invalidatedMicros() {
    return invalidatedMicros;
  }

  String state() {
    if (!funded) {
      return "unfunded";
    }
    return budgetMicros > costMicros ? "active" : "exhausted";
  }

  /**
   * The newest day with an impression, a click or a verdict on one, in days since the epoch; 0
   * without any.
   */
  long newestDay() {
    return clicksByDay == null ? 0 : newestDay;
  }

  /** Clicks of the day this many days before the newest. */
  long clicksOn(int daysBefore) {
    return clicksByDay == null || daysBefore > newestDay ? 0 : clicksByDay[place(daysBefore)];
  }

  /** Impressions of the day this many days before the newest. */
  long impressionsOn(int daysBefore) {
    return impressionsByDay == null || daysBefore > newestDay
        ? 0
        : impressionsByDay[place(daysBefore)];
  }

  /** What the newest hours counted, by the hour since the epoch. */
  SortedMap<Long, HourCounts> hours() {
    return hours.counts();
  }

  private int place(int daysBefore) {
    return (int) ((newestDay - daysBefore) % DAYS);
  }
}
