package clickcounter.document;

import clickcounter.event.EventKind;
import java.util.Arrays;

/**
 * Clicks by the hour of one ad, of the hours that are <em>open</em>: those that are counted in the
 * ad's document. Of every other hour that has events, the {@link HoursDocument} of its day has the
 * whole count: it was rolled. So each hour is in one place, and all hours together are the totals.
 *
 * <p>An hour is named by the quarter in which it begins, see {@link Quarters}; if hours of 15
 * minutes are kept, each quarter is one. The newest hour is never rolled, nor is any that begins
 * less than an hour before it or one hour before it. All hours up to {@link #rolledTo()} that are
 * not open may be rolled: they have to be taken back before an event is added. Hours behind it that
 * are not open have no events.
 *
 * <p>In the document they are a text, newest hour first:
 *
 * <pre>
 * 1536828:112i2c240000,520i1c120000,7i@8;
 *
 * 1536828        the newest hour begins with quarter 1536828 since the epoch, 2013-10-30 15:00
 * 112i2c240000   112 impressions, and 2 clicks that cost 240000 micros together
 * 520i1c120000   the hour before it
 * 7i@8           the hour that begins 8 quarters before that one, instead of 4
 * ;              the hour before that one may be rolled, and all before it
 * ;8             likewise, the hour that begins 8 quarters before that one, instead of 4
 * ;-16           likewise, the hour that begins 16 quarters after it
 * </pre>
 *
 * <p>Quarter 0 has what was counted before clicks were counted by the hour.
 *
 * <p>Mutable, not thread-safe. 32 bytes an open hour.
 */
public final class AdHours {
  /** No hour was rolled. */
  public static final long NONE = -1;

  private static final long[] NOTHING = {};
  private static final int NUMBERS = 4;
  private static final int QUARTER = 0;
  private static final int IMPRESSIONS = 1;
  private static final int CLICKS = 2;
  private static final int COST_MICROS = 3;

  /** The open hours in ascending order, {@value #NUMBERS} numbers each. */
  private long[] open = NOTHING;

  private long rolledTo = NONE;

  /** Receives an open hour. */
  public interface Consumer {
    void accept(long quarter, HourCounts counts);
  }

  /** Nothing counted yet. */
  public AdHours() {}

  /** How many hours are open. */
  public int openHours() {
    return open.length / NUMBERS;
  }

  /** The quarter of the newest hour; {@link #NONE} if there is none. */
  public long newest() {
    return open.length == 0 ? NONE : open[open.length - NUMBERS];
  }

  /** The quarter of the newest hour that may be rolled; {@link #NONE} if none is. */
  public long rolledTo() {
    return rolledTo;
  }

  /** Whether this hour has to be taken back before an event is added to it. */
  public boolean mayBeRolled(long quarter) {
    return quarter <= rolledTo && find(quarter) < 0;
  }

  /** Whether an hour has to be taken back before an event of this kind is added to it. */
  public boolean needsTakeBack(EventKind kind, long quarter) {
    return kind != EventKind.BUDGET && mayBeRolled(quarter);
  }

  public boolean isOpen(long quarter) {
    return find(quarter) >= 0;
  }

  /** What is counted here of this hour. */
  public HourCounts counts(long quarter) {
    int index = find(quarter);
    return index < 0 ? HourCounts.NONE : countsAt(index);
  }

  /** Passes the open hours in ascending order. */
  public void forEach(Consumer consumer) {
    for (int i = 0; i < openHours(); i++) {
      consumer.accept(quarterAt(i), countsAt(i));
    }
  }

  /** The sum of the open hours. */
  public HourCounts sum() {
    HourCounts sum = HourCounts.NONE;
    for (int i = 0; i < openHours(); i++) {
      sum = sum.plus(countsAt(i));
    }
    return sum;
  }

  /** Adds an event that is counted by now. A budget event has no hour. */
  public void add(Contribution event) {
    add(event.kind(), event.amountMicros(), event.quarter());
  }

  /**
   * Adds an event. A budget event has no hour.
   *
   * @param quarter in which its hour begins
   * @throws IllegalStateException when the hour has to be taken back before
   */
  public void add(EventKind kind, long amountMicros, long quarter) {
    if (kind == EventKind.BUDGET) {
      return;
    }
    int at = indexToChange(quarter);
    if (kind == EventKind.CLICK) {
      open[at + CLICKS]++;
      open[at + COST_MICROS] = Math.addExact(open[at + COST_MICROS], amountMicros);
    } else {
      open[at + IMPRESSIONS]++;
    }
  }

  /**
   * Adds counts to an hour.
   *
   * @throws IllegalStateException when the hour has to be taken back before
   */
  public void add(long quarter, HourCounts counts) {
    int at = indexToChange(quarter);
    open[at + IMPRESSIONS] += counts.impressions();
    open[at + CLICKS] += counts.clicks();
    open[at + COST_MICROS] = Math.addExact(open[at + COST_MICROS], counts.costMicros());
  }

  private int indexToChange(long quarter) {
    int index = find(quarter);
    if (index < 0) {
      if (quarter <= rolledTo) {
        throw new IllegalStateException(
            "hour "
                + quarter
                + " may be rolled, as all up to "
                + rolledTo
                + ": take it back first");
      }
      index = insert(-index - 1, quarter);
    }
    return index * NUMBERS;
  }

  private int insert(int index, long quarter) {
    int at = index * NUMBERS;
    long[] longer = new long[open.length + NUMBERS];
    System.arraycopy(open, 0, longer, 0, at);
    longer[at + QUARTER] = quarter;
    System.arraycopy(open, at, longer, at + NUMBERS, open.length - at);
    open = longer;
    return index;
  }

  /**
   * Opens an hour that may be rolled.
   *
   * @param counts of the day's document
   */
  public void takeBack(long quarter, HourCounts counts) {
    if (!mayBeRolled(quarter)) {
      throw new IllegalStateException("hour " + quarter + " is not rolled, up to " + rolledTo);
    }
    insert(-find(quarter) - 1, quarter);
    add(quarter, counts);
  }

  /** Removes an hour whose count is in the day's document. */
  public void drop(long quarter) {
    int index = find(quarter);
    if (index < 0 || !isClosed(index)) {
      throw new IllegalStateException("hour " + quarter + " is not closed, newest " + newest());
    }
    int at = index * NUMBERS;
    long[] shorter = new long[open.length - NUMBERS];
    System.arraycopy(open, 0, shorter, 0, at);
    System.arraycopy(open, at + NUMBERS, shorter, at, shorter.length - at);
    open = shorter;
    rolledTo = Math.max(rolledTo, quarter);
  }

  /** Whether few events are to be expected of the hour with this index. */
  public boolean isClosed(int index) {
    return quarterAt(index) < newest() - Quarters.PER_HOUR;
  }

  public long quarterAt(int index) {
    return open[index * NUMBERS + QUARTER];
  }

  /** What is counted in the open hour with this index. */
  public HourCounts countsAt(int index) {
    int at = index * NUMBERS;
    return new HourCounts(open[at + IMPRESSIONS], open[at + CLICKS], open[at + COST_MICROS]);
  }

  /** Whether the closed hours take at least this many bytes in the document, about. */
  public boolean closedTake(int bytes) {
    int sum = 0;
    for (int i = 0; i < openHours() && isClosed(i) && sum < bytes; i++) {
      sum += textBytes(i);
    }
    return sum >= bytes;
  }

  private int textBytes(int index) {
    int at = index * NUMBERS;
    int impressions = open[at + IMPRESSIONS] == 0 ? 0 : 1 + digits(open[at + IMPRESSIONS]);
    int clicks =
        open[at + CLICKS] == 0 ? 0 : 1 + digits(open[at + CLICKS]) + digits(open[at + COST_MICROS]);
    boolean isApart = quarterAt(index + 1) - quarterAt(index) != Quarters.PER_HOUR;
    return impressions + clicks + (isApart ? 3 : 1);
  }

  private static int digits(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  /** As {@link Arrays#binarySearch}, of hours. Events are mostly of the newest. */
  private int find(long quarter) {
    int low = 0;
    int high = openHours() - 1;
    if (high >= 0 && quarterAt(high) == quarter) {
      return high;
    }
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long found = quarterAt(middle);
      if (found == quarter) {
        return middle;
      }
      if (found < quarter) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  public AdHours copy() {
    AdHours copy = new AdHours();
    copy.open = open.clone();
    copy.rolledTo = rolledTo;
    return copy;
  }

  /**
   * Hours as a document says.
   *
   * @param newRolledTo {@link #NONE} if no hour was rolled
   */
  static AdHours read(AdHours open, long newRolledTo) {
    if (newRolledTo < NONE || newRolledTo > NONE && newRolledTo >= open.newest()) {
      throw new IllegalArgumentException(
          "hours: expected the newest rolled hour before the newest of all, "
              + open.newest()
              + ", found "
              + newRolledTo);
    }
    open.rolledTo = newRolledTo;
    return open;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AdHours h
        && rolledTo == h.rolledTo
        && open.length == h.open.length
        && hasCountsOf(h);
  }

  private boolean hasCountsOf(AdHours other) {
    for (int i = 0; i < openHours(); i++) {
      if (quarterAt(i) != other.quarterAt(i) || !countsAt(i).equals(other.countsAt(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = Long.hashCode(rolledTo);
    for (int i = 0; i < openHours(); i++) {
      hash = 31 * (31 * hash + Long.hashCode(quarterAt(i))) + countsAt(i).hashCode();
    }
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(open) + " rolled to " + rolledTo;
  }
}
