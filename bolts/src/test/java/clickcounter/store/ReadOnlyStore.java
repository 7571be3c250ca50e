package clickcounter.store;

import java.util.function.Consumer;

/** A store of which a test needs only how it answers reads. */
@FunctionalInterface
public interface ReadOnlyStore extends DocumentStore {
  @Override
  default void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    throw new UnsupportedOperationException("documents are only read here, not put: " + key);
  }

  @Override
  default void close() {}
}
