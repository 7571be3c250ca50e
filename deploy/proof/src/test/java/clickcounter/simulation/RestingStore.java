package clickcounter.simulation;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.function.Consumer;

/** The store while nothing happens, for an audit: answers reads at once, and none fails. */
record RestingStore(SimulatedStore store) implements DocumentStore {
  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    answer.accept(SimulatedStore.answer(key, store.quorum(key, 0)));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    throw new UnsupportedOperationException("documents are only read here");
  }

  @Override
  public void close() {}
}
