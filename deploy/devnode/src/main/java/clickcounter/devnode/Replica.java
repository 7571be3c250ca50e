package clickcounter.devnode;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Arrays;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** The objects of one replica, in a column family of the database. */
final class Replica {

  private static final long CACHE_BYTES = 64L << 20;

  /** What an object takes in the cache beside its content and its key: about. */
  private static final int CACHE_ENTRY_BYTES = 250;

  private final RocksDB db;
  private final ColumnFamilyHandle family;

  /**
   * What was read or written last: each put reads first, and RocksDB has most of it in compressed
   * blocks.
   */
  private final Cache<ObjectKey, StoredSiblings> cache;

  Replica(RocksDB db, ColumnFamilyHandle family, int replicas) {
    this.db = db;
    this.family = family;
    cache =
        Caffeine.newBuilder()
            .maximumWeight(CACHE_BYTES / replicas)
            .weigher(
                (ObjectKey key, StoredSiblings versions) ->
                    CACHE_ENTRY_BYTES + key.bytes().length + versions.encodedSize())
            .executor(Runnable::run)
            .build();
  }

  /**
   * Of one key at a time, so that what was read before a write does not get into the cache after
   * it.
   */
  StoredSiblings read(ObjectKey key) {
    return cache.get(key, this::readFromDatabase);
  }

  private StoredSiblings readFromDatabase(ObjectKey key) {
    try {
      // To say that there is nothing, get throws and catches an exception of C++, which takes
      // longer than the look-up.
      if (!db.keyMayExist(family, key.bytes(), null)) {
        return StoredSiblings.ABSENT;
      }
      byte[] stored = db.get(family, key.bytes());
      return stored == null ? StoredSiblings.ABSENT : StoredSiblings.decode(stored);
    } catch (RocksDBException e) {
      throw ObjectStore.failed("read an object", e);
    }
  }

  void write(ObjectKey key, StoredSiblings versions) {
    try {
      db.put(family, key.bytes(), versions.encode());
      cache.put(key, versions);
    } catch (RocksDBException e) {
      cache.invalidate(key);
      throw ObjectStore.failed("write an object", e);
    }
  }

  /** Removes all that begins with the prefix. Nothing else may use the replica meanwhile. */
  void remove(byte[] prefix) {
    try {
      db.deleteRange(family, prefix, ObjectKey.after(prefix));
      cache.invalidateAll();
    } catch (RocksDBException e) {
      throw ObjectStore.failed("wipe a replica", e);
    }
  }

  /** Called for an entry of a scan; says whether the scan goes on. */
  interface Visitor {
    boolean visit(byte[] key, byte[] stored);
  }

  /**
   * Visits objects in the order of their keys. Each call takes its own snapshot: nothing native
   * stays open while a client takes its time over a long listing.
   */
  void scan(byte[] from, byte[] prefix, Visitor visitor) {
    try (RocksIterator at = db.newIterator(family)) {
      at.seek(from);
      while (at.isValid() && startsWith(at.key(), prefix) && visitor.visit(at.key(), at.value())) {
        at.next();
      }
    }
  }

  static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }
}
