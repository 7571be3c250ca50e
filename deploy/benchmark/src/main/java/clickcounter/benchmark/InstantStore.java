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

/** A store in memory that answers at once. It shows the cost of everything except the store. */
final class InstantStore implements DocumentStore {
  private static final StoreContext CONTEXT = new StoreContext(new byte[] {1});

  private final Map<DocumentKey, StoredValue> values = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> reads = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> puts = new ConcurrentHashMap<>();

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

  private static long count(Map<String, LongAdder> calls, String bucket) {
    return calls.getOrDefault(bucket, new LongAdder()).sum();
  }

  private static void count(Map<String, LongAdder> calls, DocumentKey key) {
    calls.computeIfAbsent(key.bucket(), bucket -> new LongAdder()).increment();
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    count(reads, key);
    StoredValue value = values.get(key);
    answer.accept(
        value == null
            ? new Fetched.Absent(StoreContext.NONE)
            : new Fetched.Found(List.of(value), CONTEXT));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    count(puts, key);
    values.put(key, value);
    answer.accept(new Stored.Single(CONTEXT));
  }

  @Override
  public void close() {
    values.clear();
  }
}
