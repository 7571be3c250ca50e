package clickcounter.benchmark;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.storm.StoreFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Another store, with the number of its puts and how long they take. */
final class WatchedStore implements DocumentStore {
  /** The topology takes a factory only, and copies it. */
  private static final AtomicReference<WatchedStore> OPENED_LAST = new AtomicReference<>();

  private final DocumentStore store;
  private final AtomicInteger adPutsInFlight = new AtomicInteger();
  private final LongAdder puts = new LongAdder();
  private final LongAdder putNanos = new LongAdder();

  private WatchedStore(DocumentStore store) {
    this.store = store;
  }

  /** Opens what another factory opens, and watches it. */
  record Factory(StoreFactory other) implements StoreFactory {
    @Override
    public DocumentStore open() {
      WatchedStore store = new WatchedStore(other.open());
      OPENED_LAST.set(store);
      return store;
    }
  }

  /** The store of the topology that started last in this JVM. */
  static WatchedStore openedLast() {
    return OPENED_LAST.get();
  }

  int adPutsInFlight() {
    return adPutsInFlight.get();
  }

  /** Puts that were answered, of ads and of counters. */
  long puts() {
    return puts.sum();
  }

  /** From the call to the answer, of all puts together. */
  long putNanos() {
    return putNanos.sum();
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    store.fetch(key, answer);
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    boolean ad = key.bucket().equals(DocumentKey.ADS);
    if (ad) {
      adPutsInFlight.incrementAndGet();
    }
    long start = System.nanoTime();
    store.put(
        key,
        value,
        context,
        stored -> {
          putNanos.add(System.nanoTime() - start);
          puts.increment();
          if (ad) {
            adPutsInFlight.decrementAndGet();
          }
          answer.accept(stored);
        });
  }

  @Override
  public void close() {
    store.close();
  }
}
