package clickcounter.simulation;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.function.Consumer;

/**
 * The store while nothing happens, for the tools of operators: answers at once, and never fails.
 */
record RestingStore(SimulatedStore store) implements DocumentStore {
  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    answer.accept(SimulatedStore.answer(key, store.quorum(key, 0)));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    store.overwrite(key, value);
    answer.accept(new Stored.Single(StoreContext.NONE));
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    store.remove(key);
    failure.accept(null);
  }

  @Override
  public void close() {}
}
