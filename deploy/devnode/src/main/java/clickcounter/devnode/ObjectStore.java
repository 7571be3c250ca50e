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
import org.rocksdb.Options;
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
  private static final byte[] SETTINGS = {'s', 'e', 't', 't', 'i', 'n', 'g', 's'};

  static {
    RocksDB.loadLibrary();
  }

  private final List<AutoCloseable> options = new ArrayList<>();
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final RocksDB db;

  private final List<Replica> replicas;

  private ObjectStore(Path directory, int copies) throws RocksDBException {
    ColumnFamilyOptions family = keep(familyOptions());
    DBOptions database = keep(databaseOptions());
    try {
      db =
          RocksDB.open(
              database,
              directory.toString(),
              names(copies).stream().map(name -> new ColumnFamilyDescriptor(name, family)).toList(),
              families);
      replicas = families.stream().skip(1).map(handle -> new Replica(db, handle, copies)).toList();
    } catch (RocksDBException e) {
      closeOptions();
      throw e;
    }
  }

  /** The settings, then a family for each replica; the first has the name that is always there. */
  private static List<byte[]> names(int copies) {
    List<byte[]> names = new ArrayList<>(List.of(SETTINGS, RocksDB.DEFAULT_COLUMN_FAMILY));
    for (int i = 1; i < copies; i++) {
      names.add(replicaName(i));
    }
    return names;
  }

  private static byte[] replicaName(int index) {
    return ("replica-" + (index + 1)).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * @param copies how many replicas; always the same for a directory
   */
  static ObjectStore open(Path directory, int copies) throws IOException {
    try {
      Files.createDirectories(directory);
      requireSameCopies(directory, copies);
      return new ObjectStore(directory, copies);
    } catch (RocksDBException e) {
      throw cannotOpen(directory, e);
    }
  }

  private static void requireSameCopies(Path directory, int copies)
      throws IOException, RocksDBException {
    try (Options any = new Options()) {
      int found = RocksDB.listColumnFamilies(any, directory.toString()).size() - 1;
      if (found > 0 && found != copies) {
        throw new IOException(
            "the data directory %s was made with %d replicas, expected %d: start with --replicas %d, or choose another directory with --data"
                .formatted(directory.toAbsolutePath(), found, copies, found));
      }
    }
  }

  List<Replica> replicas() {
    return replicas;
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
      for (at.seek(prefix); at.isValid() && Replica.startsWith(at.key(), prefix); at.next()) {
        action.accept(Arrays.copyOfRange(at.key(), prefix.length, at.key().length), at.value());
      }
    }
  }

  private ColumnFamilyHandle settings() {
    return families.get(0);
  }

  static IllegalStateException failed(String what, RocksDBException e) {
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
