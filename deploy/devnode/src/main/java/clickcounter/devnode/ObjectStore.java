package clickcounter.devnode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The objects and the node's own numbers, in RocksDB.
 *
 * <p>A write that has returned is in the operating system's hands (write-ahead log, no fsync): it
 * survives {@code kill -9} of the process, not a power loss.
 */
final class ObjectStore implements AutoCloseable {

  private static final long BUFFER_BYTES = 64L << 20;
  private static final int BLOOM_BITS_PER_KEY = 10;

  static {
    RocksDB.loadLibrary();
  }

  private final BloomFilter filter = new BloomFilter(BLOOM_BITS_PER_KEY);
  private final LRUCache cache = new LRUCache(BUFFER_BYTES);
  private final Options options =
      new Options()
          .setCreateIfMissing(true)
          .setWriteBufferSize(BUFFER_BYTES)
          .setCompressionType(CompressionType.LZ4_COMPRESSION)
          .setTableFormatConfig(
              new BlockBasedTableConfig().setFilterPolicy(filter).setBlockCache(cache))
          .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
          .setKeepLogFileNum(2);

  /** One change of a key at a time. Keys share them. */
  private final Object[] locks = Stream.generate(Object::new).limit(64).toArray();

  private final RocksDB db;

  ObjectStore(Path directory) throws IOException {
    try {
      Files.createDirectories(directory);
      db = RocksDB.open(options, directory.toString());
    } catch (RocksDBException e) {
      closeOptions();
      throw cannotOpen(directory, e);
    }
  }

  private static IOException cannotOpen(Path directory, RocksDBException e) {
    // RocksDB names the file: "…/LOCK: Resource temporarily unavailable" of another process, "lock
    // hold by current process … /LOCK: No locks available" of this one. A word such as "block" in
    // a message of corruption is no lock.
    boolean locked = e.getMessage() != null && e.getMessage().contains("/LOCK: ");
    String advice =
        locked
            ? "another process uses it: stop that one, or choose another directory with --data"
            : "choose another directory with --data, or remove this one if its data may be lost";
    return new IOException(
        "cannot open the data directory %s: %s (%s)"
            .formatted(directory.toAbsolutePath(), advice, e.getMessage()),
        e);
  }

  /** Also what was deleted; ABSENT for what is unknown. */
  StoredSiblings read(ObjectKey key) {
    byte[] stored = get(key.bytes());
    return stored == null ? StoredSiblings.ABSENT : StoredSiblings.decode(stored);
  }

  /**
   * Nothing else changes the key meanwhile. When the change refuses, or gives back what was there,
   * nothing is written.
   *
   * @param change may refuse by an exception
   * @return what is there after it
   */
  StoredSiblings change(ObjectKey key, UnaryOperator<StoredSiblings> change) {
    synchronized (locks[Math.floorMod(key.check(), locks.length)]) {
      StoredSiblings before = read(key);
      StoredSiblings after = change.apply(before);
      if (after != before) {
        put(key.bytes(), after.encode());
      }
      return after;
    }
  }

  /** One of the node's own numbers; 0 if it was never written. */
  long number(byte name) {
    byte[] stored = get(new byte[] {name});
    return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
  }

  /** Its name is shorter than any key of an object. */
  void writeNumber(byte name, long value) {
    put(new byte[] {name}, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  private byte[] get(byte[] key) {
    try {
      return db.get(key);
    } catch (RocksDBException e) {
      throw new IllegalStateException("the database cannot be read: " + e.getMessage(), e);
    }
  }

  private void put(byte[] key, byte[] value) {
    try {
      db.put(key, value);
    } catch (RocksDBException e) {
      throw new IllegalStateException("the database cannot be written: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    db.close();
    closeOptions();
  }

  private void closeOptions() {
    options.close();
    cache.close();
    filter.close();
  }
}
