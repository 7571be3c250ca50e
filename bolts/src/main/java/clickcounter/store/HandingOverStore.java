package clickcounter.store;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Gives the answers of another store on other threads, so that what is done with a large document
 * does not delay the store's own thread and with it all other answers. Closes nothing.
 *
 * @param executor on which answers are given
 */
public record HandingOverStore(DocumentStore store, Executor executor) implements DocumentStore {
  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    store.fetch(key, fetched -> executor.execute(() -> answer.accept(fetched)));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    store.put(key, value, context, stored -> executor.execute(() -> answer.accept(stored)));
  }

  /** The other store is closed by its owner. */
  @Override
  public void close() {}
}
