package clickcounter.tools.series.files;

import clickcounter.hours.HourCounts;
import clickcounter.tools.archive.ByteNames;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Sums by ad and hour, in one flat hash table with linear probing: with a map for each ad, most of
 * the time of reading a month went into the garbage collector (320,000 events/s instead of
 * 800,000). Not thread-safe.
 */
final class HourSums {
  /** What an hour takes at most: five numbers in twice as many places, and the table before it. */
  static final int BYTES_PER_HOUR = 160;

  private static final int SMALLEST = 1 << 10;

  /** Enough for every valid timestamp: {@link clickcounter.event.EventLimits#MAX_TIMESTAMP_MS}. */
  private static final int SLOT_BITS = 22;

  private static final int COUNTS = 4;

  /** The ad's number plus one, and the slot in which the hour begins; 0 is empty. */
  private long[] keys = new long[SMALLEST];

  /** Behind each other for each key: impressions, clicks, costMicros, invalid. */
  private long[] counts = new long[SMALLEST * COUNTS];

  private int size;

  /** How many hours there are. */
  int size() {
    return size;
  }

  /**
   * @throws ArithmeticException when the cost of an hour does not fit a long
   */
  void add(int ad, long slot, HourCounts more) {
    int at = place(ad + 1L << SLOT_BITS | slot) * COUNTS;
    counts[at] += more.impressions();
    counts[at + 1] += more.clicks();
    counts[at + 2] = Math.addExact(counts[at + 2], more.costMicros());
    counts[at + 3] += more.invalid();
    if (size * 2 > keys.length) {
      grow();
    }
  }

  /** Where the key is, or is put. */
  private int place(long key) {
    int mask = keys.length - 1;
    int at = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & mask;
    while (keys[at] != key) {
      if (keys[at] == 0) {
        keys[at] = key;
        size++;
        break;
      }
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldCounts = counts;
    keys = new long[oldKeys.length * 2];
    counts = new long[keys.length * COUNTS];
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        System.arraycopy(oldCounts, i * COUNTS, counts, place(oldKeys[i]) * COUNTS, COUNTS);
      }
    }
  }

  /** Passes the hours of each ad, in ascending order of the ids. */
  void forEachAd(ByteNames names, BiConsumer<String, SortedMap<Long, HourCounts>> each) {
    String[] ids = IntStream.range(0, names.size()).mapToObj(names::name).toArray(String[]::new);
    long[] byAd = Arrays.stream(keys).filter(key -> key != 0).sorted().toArray();
    IntStream.range(0, ids.length)
        .boxed()
        .sorted(Comparator.comparing(ad -> ids[ad]))
        .forEach(
            ad -> {
              SortedMap<Long, HourCounts> hours = hours(ad, byAd);
              if (!hours.isEmpty()) {
                each.accept(ids[ad], hours);
              }
            });
  }

  private SortedMap<Long, HourCounts> hours(int ad, long[] byAd) {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    int found = Arrays.binarySearch(byAd, ad + 1L << SLOT_BITS);
    int at = found < 0 ? -found - 1 : found;
    for (; at < byAd.length && byAd[at] >>> SLOT_BITS == ad + 1L; at++) {
      int from = place(byAd[at]) * COUNTS;
      hours.put(
          byAd[at] & (1L << SLOT_BITS) - 1,
          new HourCounts(counts[from], counts[from + 1], counts[from + 2], counts[from + 3]));
    }
    return hours;
  }
}
