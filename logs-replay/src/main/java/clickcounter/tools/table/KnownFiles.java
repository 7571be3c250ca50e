package clickcounter.tools.table;

import clickcounter.tools.archive.FileState;
import clickcounter.tools.archive.Prefix;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

  /** Reads the files' table; null for none. */
  static KnownFiles read(Path parquet, Database database) throws IOException {
    KnownFiles known = new KnownFiles();
    if (parquet != null) {
      database.rows("FROM " + Database.parquet(List.of(parquet)), row -> known.put(state(row)));
      known.byFile.values().forEach(state -> known.byKey.put(state.key(), state));
      known.byKey.remove(""); // has no key
    }
    return known;
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
        // Few words, each kept once: there are very many files.
        row.getString("ending").intern(),
        row.getString("detail").intern());
  }

  /** Makes the temporary table {@code file} of them. */
  void write(Database database) throws IOException {
    database.put(
        "file",
        COLUMNS,
        byFile.values().stream()
            .map(
                state ->
                    new Object[] {
                      state.file(),
                      state.key(),
                      state.sizeBytes(),
                      state.modifiedMs(),
                      state.read().offset(),
                      state.read().hash(),
                      state.read().edgeHash(),
                      state.read().nextEdgeHash(),
                      state.ending(),
                      state.detail()
                    }));
  }

  void put(FileState state) {
    byFile.put(state.file(), state);
  }

  /** What is known of a file of this name; null if nothing is. */
  FileState named(String file) {
    return byFile.get(file);
  }

  /** What is known of a file, which may have had another name; null if nothing is. */
  FileState sameAs(FileState begun) {
    FileState same = byFile.get(begun.file());
    return same != null && same.key().equals(begun.key()) ? same : byKey.get(begun.key());
  }
}
