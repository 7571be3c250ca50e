package clickcounter.benchmark;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * A store in memory that answers at once, and has one version of each document. It shows the cost
 * of everything except the store. Documents of ads can be left out: a store is another process, and
 * its memory is not the worker's.
 */
final class InstantStore implements DocumentStore {
  private static final StoreContext CONTEXT = new StoreContext(new byte[] {1});

  private final Map<DocumentKey, StoredValue> values = new ConcurrentHashMap<>();
  private final Calls reads = new Calls();
  private final Calls puts = new Calls();

  /** The ads that were read; null unless each may be read once only. */
  private final Set<DocumentKey> readOnce;

  InstantStore() {
    this(null);
  }

  private InstantStore(Set<DocumentKey> readOnce) {
    this.readOnce = readOnce;
  }

  /** A store that keeps no documents of ads. A second read of an ad ends the run. */
  static InstantStore withoutAds() {
    return new InstantStore(ConcurrentHashMap.newKeySet());
  }

  /** How often documents were read, or put, by their bucket. */
  private static final class Calls {
    private final LongAdder ads = new LongAdder();
    private final LongAdder counters = new LongAdder();
    private final LongAdder directory = new LongAdder();

    void count(DocumentKey key) {
      switch (key.bucket()) {
        case DocumentKey.ADS -> ads.increment();
        case DocumentKey.COUNTERS -> counters.increment();
        case DocumentKey.DIRECTORY -> directory.increment();
        default -> {}
      }
    }
  }

  /** Of documents of ads, so far. */
  long adReads() {
    return reads.ads.sum();
  }

  long adPuts() {
    return puts.ads.sum();
  }

  /** Of documents of counters and of their directory, so far. */
  long counterReads() {
    return reads.counters.sum() + reads.directory.sum();
  }

  long counterPuts() {
    return puts.counters.sum() + directoryPuts();
  }

  /** Of the counters' directory, so far; {@link #counterPuts} contains them. */
  long directoryPuts() {
    return puts.directory.sum();
  }

  static boolean isAd(DocumentKey key) {
    return key.bucket().equals(DocumentKey.ADS);
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    reads.count(key);
    StoredValue value = values.get(key);
    if (readOnce != null && isAd(key) && !readOnce.add(key)) {
      throw new IllegalStateException(key + " is read again, but not kept: set a larger cacheMb");
    }
    answer.accept(
        value == null
            ? new Fetched.Absent(StoreContext.NONE)
            : new Fetched.Found(List.of(value), CONTEXT));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    puts.count(key);
    if (readOnce == null || !isAd(key)) {
      values.put(key, value);
    }
    answer.accept(new Stored.Single(CONTEXT));
  }

  @Override
  public void close() {
    values.clear();
  }
}
