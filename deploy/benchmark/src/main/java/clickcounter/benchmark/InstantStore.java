package clickcounter.benchmark;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A store in memory that answers at once, and has one version of each document. It shows the cost
 * of everything except the store. Documents of ads can be left out: a store is another process, and
 * its memory is not the worker's.
 */
final class InstantStore implements DocumentStore {
  private static final StoreContext CONTEXT = new StoreContext(new byte[] {1});

  /** Stands for a document that is left out. */
  private static final StoredValue LEFT_OUT = new StoredValue("text/plain", new byte[0]);

  private final Map<DocumentKey, StoredValue> values = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> reads = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> puts = new ConcurrentHashMap<>();
  private final Supplier<StoreContext> contexts;

  /** What is kept for an ad's document; null for nothing. */
  private volatile UnaryOperator<StoredValue> keptOfAd = UnaryOperator.identity();

  private volatile boolean silent;

  InstantStore() {
    this(() -> CONTEXT);
  }

  /** A store whose answers carry these contexts. */
  InstantStore(Supplier<StoreContext> contexts) {
    this.contexts = contexts;
  }

  /**
   * From now on, documents of ads are not kept, to save memory. They must be read once only: the
   * caller gives the tasks a cache that holds all.
   */
  void forgetAds() {
    keptOfAd = document -> null;
  }

  /** A store that keeps the ids of ads alone. A second read of an ad ends the run. */
  static InstantStore ofKeysOfAds() {
    InstantStore store = new InstantStore();
    store.keptOfAd = document -> LEFT_OUT;
    return store;
  }

  /** From now on, puts of ads are never answered. */
  void silencePutsOfAds() {
    silent = true;
  }

  /** Of documents of ads, so far. */
  long adReads() {
    return count(reads, DocumentKey.ADS);
  }

  long adPuts() {
    return count(puts, DocumentKey.ADS);
  }

  /** Of documents of counters and of their directory, so far. */
  long counterReads() {
    return count(reads, DocumentKey.COUNTERS) + count(reads, DocumentKey.DIRECTORY);
  }

  long counterPuts() {
    return count(puts, DocumentKey.COUNTERS) + count(puts, DocumentKey.DIRECTORY);
  }

  /** Of the counters' directory, so far; {@link #counterPuts} contains them. */
  long directoryPuts() {
    return count(puts, DocumentKey.DIRECTORY);
  }

  private static long count(Map<String, LongAdder> calls, String bucket) {
    return calls.getOrDefault(bucket, new LongAdder()).sum();
  }

  private static void count(Map<String, LongAdder> calls, DocumentKey key) {
    calls.computeIfAbsent(key.bucket(), bucket -> new LongAdder()).increment();
  }

  private static boolean isAd(DocumentKey key) {
    return key.bucket().equals(DocumentKey.ADS);
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    count(reads, key);
    StoredValue value = values.get(key);
    if (value == LEFT_OUT) {
      throw new IllegalStateException(key + " is read again, but not kept: set a larger cacheMb");
    }
    answer.accept(
        value == null
            ? new Fetched.Absent(StoreContext.NONE)
            : new Fetched.Found(List.of(value), contexts.get()));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    count(puts, key);
    StoredValue kept = isAd(key) ? keptOfAd.apply(value) : value;
    if (kept != null) {
      values.put(key, kept);
    }
    if (!silent || !isAd(key)) {
      answer.accept(new Stored.Single(contexts.get()));
    }
  }

  @Override
  public void close() {
    values.clear();
  }
}
