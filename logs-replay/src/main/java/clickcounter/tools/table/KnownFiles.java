package clickcounter.tools.table;

import clickcounter.tools.archive.Compression;
import clickcounter.tools.archive.Prefix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.duckdb.DuckDBAppender;

/**
 * What the table has of each archive file. A file is known by its content, whatever its name is
 * now: one that was renamed, copied or packed goes on where the first one was read to.
 */
final class KnownFiles {
  static final String COLUMNS =
      "file VARCHAR, file_key VARCHAR, size_bytes BIGINT, modified_ms BIGINT, read_bytes BIGINT,"
          + " read_hash BIGINT, edge_hash BIGINT, next_edge_hash BIGINT, first_line_hash BIGINT,"
          + " ending VARCHAR, detail VARCHAR";

  private final Map<String, FileState> byFile = new TreeMap<>();

  /** Those of the last import. */
  private final Map<String, FileState> byKey = new HashMap<>();

  private final Map<Long, Map<Prefix, FileState>> byFirstLine = new HashMap<>();
  private boolean isChanged;

  /** Reads the files' table; null for none. */
  static KnownFiles read(Path parquet, Database database) throws IOException {
    KnownFiles known = new KnownFiles();
    if (parquet == null) {
      return known;
    }
    try (Statement statement = database.connection().createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT * FROM " + Database.parquet(List.of(parquet)))) {
      while (rows.next()) {
        known.add(state(rows));
      }
      return known;
    } catch (SQLException e) {
      throw Database.failed(e);
    }
  }

  private void add(FileState state) {
    byFile.put(state.file(), state);
    if (!state.key().isEmpty()) {
      byKey.put(state.key(), state);
    }
    if (state.firstLineHash() != 0) {
      byFirstLine
          .computeIfAbsent(state.firstLineHash(), hash -> new HashMap<>())
          .put(state.read(), state);
    }
  }

  private static FileState state(ResultSet row) throws SQLException {
    Prefix read =
        new Prefix(
            row.getLong("read_bytes"),
            row.getLong("read_hash"),
            row.getLong("edge_hash"),
            row.getLong("next_edge_hash"));
    return new FileState(
        row.getString("file"),
        row.getString("file_key"),
        row.getLong("size_bytes"),
        row.getLong("modified_ms"),
        read,
        row.getLong("first_line_hash"),
        row.getString("ending"),
        row.getString("detail"));
  }

  /** Whether something was learnt since it was read or written. */
  boolean isChanged() {
    return isChanged;
  }

  /** Writes the files' table. */
  void write(Path parquet, Database database) throws IOException {
    database.run("CREATE OR REPLACE TABLE file (" + COLUMNS + ")");
    try (DuckDBAppender rows = database.appender("file")) {
      for (FileState state : byFile.values()) {
        rows.beginRow()
            .append(state.file())
            .append(state.key())
            .append(state.sizeBytes())
            .append(state.modifiedMs())
            .append(state.read().offset())
            .append(state.read().hash())
            .append(state.read().edgeHash())
            .append(state.read().nextEdgeHash())
            .append(state.firstLineHash())
            .append(state.ending())
            .append(state.detail())
            .endRow();
      }
    } catch (SQLException e) {
      throw Database.failed(e);
    }
    database.run(
        "COPY file TO " + Database.text(parquet.toString()) + " (FORMAT parquet); DROP TABLE file");
    isChanged = false;
  }

  void put(FileState state) {
    isChanged |= !state.equals(byFile.put(state.file(), state));
  }

  /** What is known of a file of this name; null if nothing is. */
  FileState named(String file) {
    return byFile.get(file);
  }

  /** What is known of a file that may have had another name; null if nothing is. */
  FileState withKey(String key) {
    return byKey.get(key);
  }

  /**
   * What was read before, from this file or from another one, of a content that this file begins
   * with; null if nothing was.
   *
   * @param same what is known of this very file; null if nothing is
   */
  FileState beginOf(Path file, FileState same) throws IOException {
    if (same != null && isBegin(same.read(), file)) {
      return same;
    }
    Map<Prefix, FileState> candidates =
        byFirstLine.isEmpty() ? Map.of() : byFirstLine.getOrDefault(firstLineHash(file), Map.of());
    long most = candidates.keySet().stream().mapToLong(Prefix::offset).max().orElse(0);
    return candidates.get(last(file, most, candidates::containsKey));
  }

  /** The hash of a file's first line; 0 if none is whole. */
  private static long firstLineHash(Path file) throws IOException {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    Prefix line = last(file, 1, at -> isFirst.getAndSet(false));
    return line.offset() == 0 ? 0 : line.hash();
  }

  /** The last such beginning of a file that ends with a line. */
  private static Prefix last(Path file, long upTo, Predicate<Prefix> which) throws IOException {
    AtomicReference<Prefix> found = new AtomicReference<>(Prefix.EMPTY);
    if (upTo == 0) {
      return found.get();
    }
    try (InputStream content = Compression.unpacked(file, Files.newInputStream(file))) {
      Prefix.read(
          content,
          upTo,
          at -> {
            if (which.test(at)) {
              found.set(at);
            }
          });
    }
    return found.get();
  }

  private static boolean isBegin(Prefix read, Path file) throws IOException {
    try (InputStream content = Compression.unpacked(file, Files.newInputStream(file))) {
      return read.isBeginOf(content);
    }
  }
}
