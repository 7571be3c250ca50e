package clickcounter.deploy;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A store that answers at once, from memory: shows what everything but the store costs. */
final class InstantStore implements DocumentStore {
  private static final StoreContext CONTEXT = new StoreContext(new byte[] {1});

  private final Map<DocumentKey, StoredValue> values = new ConcurrentHashMap<>();

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    StoredValue value = values.get(key);
    answer.accept(
        value == null
            ? new Fetched.Absent(StoreContext.NONE)
            : new Fetched.Found(List.of(value), CONTEXT));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    values.put(key, value);
    answer.accept(new Stored.Single(CONTEXT));
  }

  @Override
  public void close() {
    values.clear();
  }
}
