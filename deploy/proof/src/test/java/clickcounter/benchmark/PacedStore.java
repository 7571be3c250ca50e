package clickcounter.benchmark;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.storm.StoreFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A store in memory that takes so many puts of ads a second, one after the other. */
final class PacedStore implements DocumentStore {
  private final InstantStore store = new InstantStore();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final long nanosEach;
  private long freeAtNs = System.nanoTime();

  private PacedStore(int putsPerSecond) {
    nanosEach = TimeUnit.SECONDS.toNanos(1) / putsPerSecond;
  }

  record Factory(int putsPerSecond) implements StoreFactory {
    @Override
    public DocumentStore open() {
      return new PacedStore(putsPerSecond);
    }
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    store.fetch(key, answer);
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    if (InstantStore.isAd(key)) {
      timer.schedule(() -> store.put(key, value, context, answer), waitNs(), TimeUnit.NANOSECONDS);
    } else {
      store.put(key, value, context, answer);
    }
  }

  private synchronized long waitNs() {
    long nowNs = System.nanoTime();
    freeAtNs = Math.max(freeAtNs, nowNs) + nanosEach;
    return freeAtNs - nowNs;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    store.close();
  }
}
