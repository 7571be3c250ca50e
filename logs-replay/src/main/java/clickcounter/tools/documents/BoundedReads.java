package clickcounter.tools.documents;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import dev.failsafe.RateLimiter;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store whose documents are read at a steady rate at most, so that a tool leaves the store to the
 * topology. A read that would exceed it begins later; its caller, which may be a thread of the
 * store, does not wait. Puts and deletions are not delayed: tools make at most one after each read,
 * but for a recount of everything, beside which nothing is counted.
 *
 * @param permits takes the next permit, and says how long after now a read may begin with it
 * @param later runs a task after a time
 */
public record BoundedReads(
    DocumentStore store, Supplier<Duration> permits, BiConsumer<Duration, Runnable> later)
    implements DocumentStore {
  /**
   * The store with a limit.
   *
   * @param readsPerSecond 0 for no limit
   */
  public static DocumentStore of(
      DocumentStore store, long readsPerSecond, BiConsumer<Duration, Runnable> later) {
    if (readsPerSecond == 0) {
      return store;
    }
    RateLimiter<Object> limiter =
        RateLimiter.smoothBuilder(readsPerSecond, Duration.ofSeconds(1)).build();
    return new BoundedReads(store, limiter::reservePermit, later);
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    Duration delay = permits.get();
    if (delay.isZero()) {
      store.fetch(key, answer);
    } else {
      later.accept(delay, () -> store.fetch(key, answer));
    }
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    store.put(key, value, context, answer);
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    store.delete(key, context, failure);
  }

  @Override
  public void close() {
    store.close();
  }
}
