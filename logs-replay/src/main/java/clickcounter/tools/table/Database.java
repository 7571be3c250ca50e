package clickcounter.tools.table;

import clickcounter.ids.LongRanges;
import clickcounter.tools.table.Table.RowSink;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * DuckDB in this process, without a file of its own and with bounded memory: what does not fit is
 * put into a directory. One thread uses it at a time.
 */
class Database implements AutoCloseable {
  private static final JsonMapper RECORDS =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final Connection connection;

  private Database(Connection connection) {
    this.connection = connection;
  }

  /**
   * Opens one.
   *
   * @param temporary a directory for what does not fit into the memory
   */
  Database(Path temporary, Limits limits) throws IOException {
    this(connect(temporary, limits));
  }

  /**
   * What it may use.
   *
   * @param memoryMb of its own, beside that of the JVM
   */
  record Limits(int memoryMb, int threads) {
    static Limits standard() {
      return new Limits(1_200, Runtime.getRuntime().availableProcessors());
    }
  }

  private static Connection connect(Path temporary, Limits limits) throws IOException {
    Properties settings = new Properties();
    settings.setProperty("memory_limit", limits.memoryMb() + "MB");
    settings.setProperty("threads", Integer.toString(limits.threads()));
    settings.setProperty("temp_directory", temporary.toString());
    // Nothing is fetched from outside.
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    try {
      return new DuckDBDriver().connect("jdbc:duckdb:", settings);
    } catch (SQLException e) {
      throw failed(e);
    } catch (LinkageError e) {
      throw new IOException(
          ("DuckDB's library cannot be loaded from %s (%s): expected a directory from which"
                  + " programs may run, so not mounted noexec. Nothing was changed. Name another one"
                  + " by JDK_JAVA_OPTIONS=-Djava.io.tmpdir=DIR")
              .formatted(
                  System.getProperty("java.io.tmpdir"), e.getCause() == null ? e : e.getCause()),
          e);
    }
  }

  /** The error of a statement, as the command's message. */
  static IOException failed(SQLException e) {
    String hint = ". The table is as it was before. Is the disk full? Otherwise run it again";
    return new IOException("DuckDB: " + e.getMessage() + hint, e);
  }

  /** For questions, from one thread at a time. */
  public Connection connection() {
    return connection;
  }

  /** Runs statements, separated by semicolons. */
  public void run(String sql) throws IOException {
    rows(sql, row -> {});
  }

  /**
   * Writes a query's rows to a file, or to files in a directory.
   *
   * @param options of COPY
   */
  public void copy(String query, Path target, String options) throws IOException {
    run("COPY (%s) TO %s (%s)".formatted(query, text(target.toString()), options));
  }

  /** Runs statements, and passes on the rows of the answer to the last one, if it has one. */
  void rows(String sql, RowSink rows) throws IOException {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return;
      }
      try (ResultSet answer = statement.getResultSet()) {
        while (answer.next()) {
          rows.row(answer);
        }
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Sets a variable of the statements and questions that are run later. */
  public void set(String variable, long value) throws IOException {
    run("SET VARIABLE " + variable + " = " + value);
  }

  public void set(String variable, String text) throws IOException {
    run("SET VARIABLE " + variable + " = " + text(text));
  }

  void set(String variable, List<Path> files) throws IOException {
    run("SET VARIABLE " + variable + " = " + list(files));
  }

  /**
   * Asks a question: a file of SQL beside this class, which begins with the sentence that it
   * answers. Its parameters are variables, {@code getvariable('latest_ms')}.
   */
  public void ask(String question, RowSink rows) throws IOException {
    rows(sql(question), rows);
  }

  /** Runs a question that makes tables or views, and has no answer. */
  public void make(String question) throws IOException {
    run(sql(question));
  }

  static String sql(String question) throws IOException {
    try (InputStream file = Database.class.getResourceAsStream(question + ".sql")) {
      if (file == null) {
        throw new IllegalArgumentException("no question is called '" + question + "'");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Asks for records. Their components are columns: {@code counterId} is counter_id. */
  public <T extends Record> List<T> ask(String question, Class<T> type) throws IOException {
    List<T> answer = new ArrayList<>();
    ask(question, row -> answer.add(record(row, type)));
    return answer;
  }

  /** One of these records. Other columns are left out. */
  public static <T extends Record> T record(ResultSet row, Class<T> type) throws SQLException {
    Map<String, Object> values = new HashMap<>();
    ResultSetMetaData columns = row.getMetaData();
    for (int column = columns.getColumnCount(); column > 0; column--) {
      values.put(columns.getColumnName(column), row.getObject(column));
    }
    return RECORDS.convertValue(values, type);
  }

  /** The only value of a query's answer. */
  long number(String sql) throws IOException {
    return Long.parseLong(texts(sql).get(0));
  }

  List<String> texts(String query) throws IOException {
    List<String> texts = new ArrayList<>();
    rows(query, row -> texts.add(row.getString(1)));
    return texts;
  }

  /** Adds rows to a table, from the thread that asks for it. */
  DuckDBAppender appender(String table) throws SQLException {
    return connection.unwrap(DuckDBConnection.class).createAppender(table);
  }

  /**
   * Makes a temporary table, instead of the one that has its name.
   *
   * @param columns names and types, as in SQL
   * @param rows of texts, {@link Long}s, {@link Boolean}s and nulls
   */
  void put(String table, String columns, Stream<Object[]> rows) throws IOException {
    run("CREATE OR REPLACE TEMPORARY TABLE " + table + " (" + columns + ")");
    try (DuckDBAppender appender = appender(table)) {
      for (Object[] row : (Iterable<Object[]>) rows::iterator) {
        appender.beginRow();
        for (Object value : row) {
          append(value, appender);
        }
        appender.endRow();
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static void append(Object value, DuckDBAppender appender) throws SQLException {
    if (value instanceof Long number) {
      appender.append(number.longValue());
    } else if (value instanceof Boolean flag) {
      appender.append(flag.booleanValue());
    } else {
      appender.append((String) value);
    }
  }

  /** The rows {@code counter}, {@code first}, {@code last} of ranges of numbers. */
  static Stream<Object[]> ranges(Map<String, LongRanges> ofCounters) {
    return ofCounters.entrySet().stream()
        .flatMap(
            of -> {
              LongRanges ids = of.getValue();
              return IntStream.range(0, ids.rangeCount())
                  .mapToObj(i -> new Object[] {of.getKey(), ids.from(i), ids.to(i)});
            });
  }

  /** Another connection to the same tables, for another thread. */
  Database again() throws IOException {
    try {
      return new Database(connection.unwrap(DuckDBConnection.class).duplicate());
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** A query's source that has the rows of these Parquet files. */
  static String parquet(List<Path> files) {
    return "read_parquet(" + list(files) + ", hive_partitioning = false)";
  }

  private static String list(List<Path> files) {
    return files.stream()
        .map(file -> text(file.toString()))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** A text in SQL. */
  public static String text(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
