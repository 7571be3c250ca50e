package clickcounter.tools.table;

import clickcounter.tools.archive.Compression;
import clickcounter.tools.archive.Prefix;
import clickcounter.tools.table.FileState.End;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  private final Map<Long, Set<Prefix>> byFirstLine = new HashMap<>();
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
      byFirstLine.computeIfAbsent(state.firstLineHash(), h -> new HashSet<>()).add(state.read());
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
        End.of(row.getString("ending")),
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
            .append(state.end().label())
            .append(state.detail())
            .endRow();
      }
    } catch (SQLException e) {
      throw Database.failed(e);
    }
    database.run(
        "COPY (FROM file ORDER BY file) TO "
            + Database.text(parquet.toString())
            + " (FORMAT parquet); DROP TABLE file");
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
   * How much of a file's content was read before, from this file or from another one.
   *
   * @param same what is known of this very file; null if nothing is
   * @param firstLineHash of this file
   */
  Prefix readOf(Path file, FileState same, long firstLineHash) throws IOException {
    if (same != null && isBegin(same.read(), file)) {
      return same.read();
    }
    Set<Prefix> candidates = byFirstLine.getOrDefault(firstLineHash, Set.of());
    long most = candidates.stream().mapToLong(Prefix::offset).max().orElse(0);
    List<Prefix> found = new ArrayList<>(List.of(Prefix.EMPTY));
    if (most > 0) {
      try (InputStream content = Compression.unpacked(file, Files.newInputStream(file))) {
        Prefix.read(
            content,
            most,
            at -> {
              if (candidates.contains(at)) {
                found.set(0, at);
              }
            });
      }
    }
    return found.get(0);
  }

  private static boolean isBegin(Prefix read, Path file) throws IOException {
    try (InputStream content = Compression.unpacked(file, Files.newInputStream(file))) {
      return read.isBeginOf(content);
    }
  }

  /** The hash of a file's first line; 0 if none is whole. */
  static long firstLineHash(Path file) throws IOException {
    List<Prefix> lines = new ArrayList<>();
    try (InputStream content = Compression.unpacked(file, Files.newInputStream(file))) {
      Prefix.read(
          content,
          1,
          at -> {
            if (lines.isEmpty()) {
              lines.add(at);
            }
          });
    }
    return lines.isEmpty() ? 0 : lines.get(0).hash();
  }
}
