package clickcounter.devnode;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * The objects and the node's own settings, in RocksDB.
 *
 * <p>A write that has returned is in the operating system's hands (write-ahead log, no fsync): it
 * survives {@code kill -9} of the process, not a power loss.
 */
final class ObjectStore implements AutoCloseable {

  private static final long WRITE_BUFFER_BYTES = 64L << 20;
  private static final long MAX_WAL_BYTES = 256L << 20;
  private static final int BLOOM_BITS_PER_KEY = 10;
  private static final long CACHE_BYTES = 64L << 20;

  /** What an object takes in the cache beside its content and its key: about. */
  private static final int CACHE_ENTRY_BYTES = 250;

  private static final byte[] SETTINGS = {'s', 'e', 't', 't', 'i', 'n', 'g', 's'};

  static {
    RocksDB.loadLibrary();
  }

  private final List<AutoCloseable> options = new ArrayList<>();
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final RocksDB db;

  /**
   * What was read or written last: each put reads first, and RocksDB has most of it in compressed
   * blocks.
   */
  private final Cache<ObjectKey, Versions> cache =
      Caffeine.newBuilder()
          .maximumWeight(CACHE_BYTES)
          .weigher(
              (ObjectKey key, Versions versions) ->
                  CACHE_ENTRY_BYTES + key.bytes().length + versions.encodedSize())
          .executor(Runnable::run)
          .build();

  private ObjectStore(Path directory) throws RocksDBException {
    ColumnFamilyOptions family = keep(familyOptions());
    DBOptions database = keep(databaseOptions());
    try {
      db =
          RocksDB.open(
              database,
              directory.toString(),
              List.of(
                  new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, family),
                  new ColumnFamilyDescriptor(SETTINGS, family)),
              families);
    } catch (RocksDBException e) {
      closeOptions();
      throw e;
    }
  }

  static ObjectStore open(Path directory) throws IOException {
    try {
      Files.createDirectories(directory);
      return new ObjectStore(directory);
    } catch (RocksDBException e) {
      throw cannotOpen(directory, e);
    }
  }

  private static IOException cannotOpen(Path directory, RocksDBException e) {
    boolean locked = e.getMessage() != null && e.getMessage().contains("lock");
    String advice =
        locked
            ? "another process uses it: stop that one, or choose another directory with --data"
            : "choose another directory with --data, or remove this one if its data may be lost";
    return new IOException(
        "cannot open the data directory %s: %s (%s)"
            .formatted(directory.toAbsolutePath(), advice, e.getMessage()),
        e);
  }

  private ColumnFamilyOptions familyOptions() {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig().setFilterPolicy(keep(new BloomFilter(BLOOM_BITS_PER_KEY)));
    return new ColumnFamilyOptions()
        .setWriteBufferSize(WRITE_BUFFER_BYTES)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(table);
  }

  private static DBOptions databaseOptions() {
    return new DBOptions()
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setMaxTotalWalSize(MAX_WAL_BYTES)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(2);
  }

  private <T extends AutoCloseable> T keep(T option) {
    options.add(option);
    return option;
  }

  /**
   * Of one key at a time, so that what was read before a write does not get into the cache after
   * it.
   */
  Versions read(ObjectKey key) {
    return cache.get(key, this::readFromDatabase);
  }

  private Versions readFromDatabase(ObjectKey key) {
    try {
      // To say that there is nothing, get throws and catches an exception of C++, which takes
      // longer than the look-up.
      if (!db.keyMayExist(key.bytes(), null)) {
        return Versions.ABSENT;
      }
      byte[] stored = db.get(key.bytes());
      return stored == null ? Versions.ABSENT : Versions.decode(stored);
    } catch (RocksDBException e) {
      throw failed("read an object", e);
    }
  }

  void write(ObjectKey key, Versions versions) {
    try {
      db.put(key.bytes(), versions.encode());
      cache.put(key, versions);
    } catch (RocksDBException e) {
      cache.invalidate(key);
      throw failed("write an object", e);
    }
  }

  void remove(ObjectKey key) {
    try {
      db.delete(key.bytes());
      cache.invalidate(key);
    } catch (RocksDBException e) {
      throw failed("remove an object", e);
    }
  }

  byte[] readSetting(byte[] name) {
    try {
      return db.get(settings(), name);
    } catch (RocksDBException e) {
      throw failed("read a setting", e);
    }
  }

  void writeSetting(byte[] name, byte[] value) {
    try {
      db.put(settings(), name, value);
    } catch (RocksDBException e) {
      throw failed("write a setting", e);
    }
  }

  void removeSetting(byte[] name) {
    try {
      db.delete(settings(), name);
    } catch (RocksDBException e) {
      throw failed("remove a setting", e);
    }
  }

  void eachSetting(byte[] prefix, BiConsumer<byte[], byte[]> action) {
    try (RocksIterator at = db.newIterator(settings())) {
      for (at.seek(prefix); at.isValid() && startsWith(at.key(), prefix); at.next()) {
        action.accept(Arrays.copyOfRange(at.key(), prefix.length, at.key().length), at.value());
      }
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
    try (RocksIterator at = db.newIterator()) {
      at.seek(from);
      while (at.isValid() && startsWith(at.key(), prefix) && visitor.visit(at.key(), at.value())) {
        at.next();
      }
    }
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  private ColumnFamilyHandle settings() {
    return families.get(1);
  }

  private static IllegalStateException failed(String what, RocksDBException e) {
    return new IllegalStateException(
        "development node could not " + what + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    families.forEach(ColumnFamilyHandle::close);
    db.close();
    closeOptions();
  }

  private void closeOptions() {
    for (AutoCloseable option : options) {
      try {
        option.close();
      } catch (Exception e) {
        throw new IllegalStateException("cannot free the database's options", e);
      }
    }
  }
}
