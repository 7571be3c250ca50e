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
import java.util.function.Consumer;

/**
 * A store in memory that answers at once, and has one version of each document. It shows the cost
 * of everything except the store. It keeps no documents of ads: a store is another process, and its
 * memory is not the worker's. A second read of an ad ends the run.
 */
final class InstantStore implements DocumentStore {
  private static final StoreContext CONTEXT = new StoreContext(new byte[] {1});

  private final Map<DocumentKey, StoredValue> values = new ConcurrentHashMap<>();
  private final Set<DocumentKey> readAds = ConcurrentHashMap.newKeySet();

  private static boolean isAd(DocumentKey key) {
    return key.bucket().equals(DocumentKey.ADS);
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    if (isAd(key) && !readAds.add(key)) {
      throw new IllegalStateException(
          key + " is read again, but not kept: set a larger workerHeapMb");
    }
    StoredValue value = values.get(key);
    answer.accept(
        value == null
            ? new Fetched.Absent(StoreContext.NONE)
            : new Fetched.Found(List.of(value), CONTEXT));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    if (!isAd(key)) {
      values.put(key, value);
    }
    answer.accept(new Stored.Single(CONTEXT));
  }

  @Override
  public void close() {
    values.clear();
  }
}
