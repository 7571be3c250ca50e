package clickcounter.states;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The ads that are remembered: so many at most, the least recently used leave. Thread-safe.
 *
 * <p>It is in parts with a lock each, so that threads rarely wait for each other. Each part has its
 * share of the ads, so a few may leave before the table is full. A library's cache would do, but
 * services get no library with this module.
 */
final class StateTable {
  private static final int MOST_PARTS = 64;
  private static final int LEAST_ADS_OF_A_PART = 1_024;

  private final Part[] parts;

  StateTable(int maxAds) {
    int wanted = Math.max(1, Math.min(MOST_PARTS, maxAds / LEAST_ADS_OF_A_PART));
    parts = new Part[Integer.highestOneBit(wanted)];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new Part(maxAds / parts.length);
    }
  }

  /** One ad. Used under the lock of its part. */
  static final class Entry {
    /** No connection of the feed has this number. */
    static final int NEVER = -1;

    /** Null if nothing is known. */
    StateMessage known;

    /** The number of the document's write when it was last read. */
    long writeNumber;

    /** The read under way, or null. */
    Reading reading;

    /** The last read, if it failed; else null. */
    Failure failure;

    /** The era of the feed in which the read began that made sure what is known. */
    int era = NEVER;

    /** When that read ended. */
    long readNs;

    @Override
    public String toString() {
      String read =
          reading == null ? "none" : "of era " + reading.era + " beside " + reading.knownBefore;
      return "known %s, read %s, write %d, failure %s, era %d at %d"
          .formatted(known, read, writeNumber, failure, era, readNs);
    }
  }

  /**
   * A read under way.
   *
   * @param knownBefore what was known when it began: the document contains it
   * @param era the era of the feed in which it began
   */
  record Reading(StateMessage knownBefore, int era, CompletableFuture<StateAnswer> answer) {}

  /** A read that has failed. */
  record Failure(String reason, long atNs) {}

  /** Uses the ad's entry, which is made if there is none. */
  <R> R with(String adId, Function<Entry, R> use) {
    return part(adId).with(adId, use);
  }

  /** Uses the ad's entry, or null if there is none. */
  <R> R withOrNull(String adId, Function<Entry, R> use) {
    return part(adId).withOrNull(adId, use);
  }

  /** How many ads are remembered. */
  int size() {
    int size = 0;
    for (Part part : parts) {
      size += part.size();
    }
    return size;
  }

  private Part part(String adId) {
    int hash = adId.hashCode();
    return parts[(hash ^ hash >>> 16) & parts.length - 1];
  }

  private static final class Part {
    private final int most;
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    Part(int most) {
      this.most = most;
    }

    synchronized <R> R with(String adId, Function<Entry, R> use) {
      Entry entry = entries.get(adId);
      if (entry == null) {
        entry = new Entry();
        entries.put(adId, entry);
        evict();
      }
      return use.apply(entry);
    }

    synchronized <R> R withOrNull(String adId, Function<Entry, R> use) {
      return use.apply(entries.get(adId));
    }

    private void evict() {
      if (entries.size() > most) {
        Iterator<Entry> eldest = entries.values().iterator();
        eldest.next();
        eldest.remove();
      }
    }

    synchronized int size() {
      return entries.size();
    }
  }
}
