package clickcounter.devnode;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.UnaryOperator;

/** Reads objects, and changes them one change of a key at a time. */
final class StoredObjects {

  private static final long CACHE_BYTES = 64L << 20;

  /** What an object takes in the cache beside its content and its key: about. */
  private static final int CACHE_ENTRY_BYTES = 250;

  private final ObjectStore store;
  private final Tombstones tombstones;

  /**
   * What was read or written last: each put reads first, and RocksDB has most of it in compressed
   * blocks.
   */
  private final Cache<ObjectKey, StoredSiblings> cache =
      Caffeine.newBuilder()
          .maximumWeight(CACHE_BYTES)
          .weigher(
              (ObjectKey key, StoredSiblings versions) ->
                  CACHE_ENTRY_BYTES + key.bytes().length + versions.encodedSize())
          .executor(Runnable::run)
          .build();

  StoredObjects(ObjectStore store, Tombstones tombstones) {
    this.store = store;
    this.tombstones = tombstones;
  }

  /** Also what was deleted a moment ago; ABSENT for what is unknown. */
  StoredSiblings read(ObjectKey key) {
    return known(cache.get(key, this::readFromStore));
  }

  /**
   * Nothing else changes the key meanwhile. When the change refuses, or gives back what was there,
   * nothing is written.
   *
   * @param change may refuse by an exception
   * @return what is there after it
   */
  StoredSiblings change(ObjectKey key, UnaryOperator<StoredSiblings> change) {
    return cache
        .asMap()
        .compute(
            key,
            (same, cached) -> {
              StoredSiblings before = known(cached == null ? readFromStore(key) : cached);
              StoredSiblings after = change.apply(before);
              if (after != before) {
                store.write(key.bytes(), after.encode());
              }
              return after;
            });
  }

  private StoredSiblings readFromStore(ObjectKey key) {
    byte[] stored = store.read(key.bytes());
    return stored == null ? StoredSiblings.ABSENT : StoredSiblings.decode(stored);
  }

  private StoredSiblings known(StoredSiblings stored) {
    return tombstones.isReaped(stored) ? StoredSiblings.ABSENT : stored;
  }
}
