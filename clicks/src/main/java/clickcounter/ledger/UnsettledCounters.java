package clickcounter.ledger;

import clickcounter.document.CounterView;
import clickcounter.document.UnsettledIds;
import clickcounter.ids.LongRanges;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The unsettled ids of one ad by counter, and how many there are.
 *
 * <p>The counters are in one array, ordered and exactly as long as needed: most ads have ids of one
 * or two counters, and a million ads are in memory.
 *
 * <p>Mutable, not thread-safe.
 */
public final class UnsettledCounters {
  private static final CounterIds[] NONE = {};

  /** Bytes that a counter takes in the document besides its name: {@code "":"",}. */
  private static final int COUNTER_TEXT_BYTES = 6;

  /** Bytes that an id takes in the document, about: {@code 123456i,}. */
  private static final int ID_TEXT_BYTES = 8;

  private CounterIds[] counters = NONE;
  private int size;
  private int pending;
  private int pendingTextBytes;
  private int setAside;

  /** Null while there are none, which is the rule. */
  private RepeatedWaiters repeated;

  /** The ids of this counter, or null when there are none. */
  CounterIds get(String counterId) {
    // Events of one counter mostly share the String.
    for (CounterIds each : counters) {
      if (each.counterId == counterId) {
        return each;
      }
    }
    int at = indexOf(counterId);
    return at < 0 ? null : counters[at];
  }

  /** As {@link Arrays#binarySearch}. */
  private int indexOf(String counterId) {
    int low = 0;
    int high = counters.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = counters[middle].counterId.compareTo(counterId);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  /** Adds a counter that has none yet. */
  private CounterIds added(String counterId) {
    int at = -indexOf(counterId) - 1;
    CounterIds[] longer = new CounterIds[counters.length + 1];
    System.arraycopy(counters, 0, longer, 0, at);
    longer[at] = new CounterIds(counterId);
    System.arraycopy(counters, at, longer, at + 1, counters.length - at);
    counters = longer;
    return longer[at];
  }

  /**
   * Adds what a document lists. What its write added is not known to be stored by a quorum: our
   * next write names it as added, too.
   */
  void load(String counterId, UnsettledIds ids) {
    CounterIds loaded = added(counterId);
    loaded.load(ids);
    size += loaded.size();
  }

  /**
   * Whether the id is counted already. If its event has to wait for a put, the waiter is kept.
   *
   * @param ids of its counter, see {@link #get}
   * @return null when it is not among these ids
   */
  OfferResult duplicate(CounterIds ids, long sequence, long waiter, boolean putInFlight) {
    if (ids == null || !ids.mayContain(sequence)) {
      return null;
    }
    if (ids.isPending(sequence)) {
      return awaitNextPut(waiter);
    }
    if (ids.isInFlight(sequence)) {
      return awaitPutInFlight(waiter);
    }
    if (ids.isDurable(sequence)) {
      return OfferResult.DUPLICATE_DURABLE;
    }
    if (!ids.isLoaded(sequence)) {
      return null;
    }
    return putInFlight ? awaitPutInFlight(waiter) : awaitNextPut(waiter);
  }

  private OfferResult awaitNextPut(long waiter) {
    if (waiter != AdLedger.NOBODY) {
      repeated().awaitNextPut(waiter);
    }
    return OfferResult.DUPLICATE_NEEDS_PUT;
  }

  private OfferResult awaitPutInFlight(long waiter) {
    if (waiter != AdLedger.NOBODY) {
      repeated().awaitPutInFlight(waiter);
    }
    return OfferResult.DUPLICATE_PUT_IN_FLIGHT;
  }

  private RepeatedWaiters repeated() {
    if (repeated == null) {
      repeated = new RepeatedWaiters();
    }
    return repeated;
  }

  /**
   * Adds an id that this copy counts.
   *
   * @param known the ids of its counter, see {@link #get}
   */
  void add(CounterIds known, String counterId, long sequence, long contribution, long waiter) {
    CounterIds ids = known == null ? added(counterId) : known;
    if (ids.pendingIds() == 0) {
      pendingTextBytes += counterId.length() + COUNTER_TEXT_BYTES;
    }
    pendingTextBytes += ID_TEXT_BYTES;
    ids.addPending(sequence, contribution, waiter);
    pending++;
    size++;
  }

  /** Reads what most look-ups read. */
  int lookAt() {
    return counters.length == 0 ? 0 : counters[0].pendingIds();
  }

  /** Reads what a put will. */
  public int lookAtAll() {
    int seen = 0;
    for (CounterIds each : counters) {
      seen += each.size();
    }
    return seen;
  }

  /** How many ids there are, pending ones included. */
  public int size() {
    return size;
  }

  /** How many ids the next put would add. */
  public int pending() {
    return pending;
  }

  /** Bytes that the next put adds to the document for these ids and their counters, about. */
  public int pendingTextBytes() {
    return pendingTextBytes;
  }

  /** How many ids belong to the counters that were set aside. */
  public int setAside() {
    return setAside;
  }

  /**
   * Excludes the ids of these counters from the limit on unsettled ids. While a counter's document
   * cannot be read, its ids cannot settle, and no new ones are counted.
   */
  public void setAside(Predicate<String> counterIds) {
    setAside = 0;
    for (CounterIds ids : counters) {
      if (counterIds.test(ids.counterId)) {
        setAside += ids.size();
      }
    }
  }

  boolean hasUnprovenIds() {
    return Arrays.stream(counters).anyMatch(CounterIds::hasUnprovenIds);
  }

  /** Passes the ids of each counter that a put of this copy made durable. They may be marked. */
  public void forEachDurable(BiConsumer<String, LongRanges> counterAndIds) {
    for (CounterIds ids : counters) {
      if (ids.durable() != null) {
        counterAndIds.accept(ids.counterId, ids.durable());
      }
    }
  }

  /** Passes the counters that have unsettled ids. */
  public void forEachCounter(Consumer<String> counterIds) {
    for (CounterIds ids : counters) {
      counterIds.accept(ids.counterId);
    }
  }

  /** Removes the ids that these views confirm, and returns how many there were. */
  int forgetSettled(Function<String, CounterView> views) {
    int before = size;
    int left = 0;
    for (CounterIds ids : counters) {
      CounterView view = ids.mayForget() ? views.apply(ids.counterId) : null;
      if (view != null) {
        size -= ids.forget(view);
      }
      left += ids.isEmpty() ? 0 : 1;
    }
    if (left < counters.length) {
      removeEmpty(left);
    }
    return before - size;
  }

  private void removeEmpty(int left) {
    CounterIds[] rest = left == 0 ? NONE : new CounterIds[left];
    int at = 0;
    for (CounterIds ids : counters) {
      if (!ids.isEmpty()) {
        rest[at++] = ids;
      }
    }
    counters = rest;
  }

  /** What is pending is in flight now. Writes all ids as the document names them. */
  void beginPut(PutBuffers buffers) {
    for (CounterIds ids : counters) {
      ids.beginPut(buffers);
    }
    pending = 0;
    pendingTextBytes = 0;
    if (repeated != null) {
      repeated.beginPut();
    }
  }

  void putSucceeded(WaiterSink done) {
    for (CounterIds ids : counters) {
      ids.putSucceeded(done);
    }
    if (repeated != null) {
      repeated.putSucceeded(done);
    }
  }

  void forEachWaiter(WaiterSink sink) {
    for (CounterIds ids : counters) {
      ids.forEachWaiter(sink);
    }
    if (repeated != null) {
      repeated.forEach(sink);
    }
  }

  UnsettledCounters copy() {
    UnsettledCounters copy = new UnsettledCounters();
    copy.counters = Arrays.stream(counters).map(CounterIds::copy).toArray(CounterIds[]::new);
    copy.size = size;
    copy.pending = pending;
    copy.pendingTextBytes = pendingTextBytes;
    copy.setAside = setAside;
    return copy;
  }

  @Override
  public String toString() {
    return Arrays.toString(counters) + (setAside > 0 ? ", set aside " + setAside : "");
  }
}
