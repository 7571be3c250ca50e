package clickcounter.states;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The ads that are remembered: so many at most, the least recently used leave. Thread-safe. A
 * library's cache would do, but services get no library with this module.
 */
final class StateTable {
  private final int most;
  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  StateTable(int maxAds) {
    most = maxAds;
  }

  /** One ad. Used under the lock of the table. */
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

  record Failure(String reason, long atNs) {}

  /** Uses the ad's entry, which is made if there is none. */
  synchronized <R> R with(String adId, Function<Entry, R> use) {
    Entry entry = entries.computeIfAbsent(adId, id -> new Entry());
    if (entries.size() > most) {
      Iterator<Entry> eldest = entries.values().iterator();
      eldest.next();
      eldest.remove();
    }
    return use.apply(entry);
  }

  /** Uses the ad's entry, or null if there is none. */
  synchronized <R> R withOrNull(String adId, Function<Entry, R> use) {
    return use.apply(entries.get(adId));
  }

  /** How many ads are remembered. */
  synchronized int size() {
    return entries.size();
  }
}
