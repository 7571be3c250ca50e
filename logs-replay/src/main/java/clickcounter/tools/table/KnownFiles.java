package clickcounter.tools.table;

import clickcounter.tools.archive.FileState;
import clickcounter.tools.archive.Prefix;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.duckdb.DuckDBAppender;

/**
 * What the table has of each archive file. A file that was renamed is known by the file system's
 * key, and goes on where it was read to; a copy or a packed one is read again, and brings no new
 * row.
 */
final class KnownFiles {
  static final String COLUMNS =
      "file VARCHAR, file_key VARCHAR, size_bytes BIGINT, modified_ms BIGINT, read_bytes BIGINT,"
          + " read_hash BIGINT, edge_hash BIGINT, next_edge_hash BIGINT, ending VARCHAR, detail VARCHAR";

  private final Map<String, FileState> byFile = new TreeMap<>();

  /** Those of the last import. */
  private final Map<String, FileState> byKey = new HashMap<>();

  /** Few words, each kept once: there are very many files. */
  private final Map<String, String> words = new HashMap<>();

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
        known.add(known.state(rows));
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
  }

  private FileState state(ResultSet row) throws SQLException {
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
        word(row.getString("ending")),
        word(row.getString("detail")));
  }

  private String word(String text) {
    return words.computeIfAbsent(text, same -> same);
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
}
