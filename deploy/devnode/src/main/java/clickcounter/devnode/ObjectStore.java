package clickcounter.devnode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  /** The settings, and the objects in the family that is always there. */
  private static final List<byte[]> FAMILIES =
      List.of("settings".getBytes(StandardCharsets.US_ASCII), RocksDB.DEFAULT_COLUMN_FAMILY);

  static {
    RocksDB.loadLibrary();
  }

  private final List<AutoCloseable> options = new ArrayList<>();
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final RocksDB db;

  private ObjectStore(Path directory) throws RocksDBException {
    ColumnFamilyOptions family = keep(familyOptions());
    DBOptions database = keep(databaseOptions());
    try {
      db =
          RocksDB.open(
              database,
              directory.toString(),
              FAMILIES.stream().map(name -> new ColumnFamilyDescriptor(name, family)).toList(),
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

  /** Null if there is nothing. */
  byte[] read(byte[] key) {
    try {
      // To say that there is nothing, get throws and catches an exception of C++, which takes
      // longer than the look-up.
      return db.keyMayExist(objects(), key, null) ? db.get(objects(), key) : null;
    } catch (RocksDBException e) {
      throw failed("read an object", e);
    }
  }

  void write(byte[] key, byte[] value) {
    try {
      db.put(objects(), key, value);
    } catch (RocksDBException e) {
      throw failed("write an object", e);
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

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  private ColumnFamilyHandle settings() {
    return families.get(0);
  }

  private ColumnFamilyHandle objects() {
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
