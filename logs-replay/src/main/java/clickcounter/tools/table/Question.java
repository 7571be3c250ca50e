package clickcounter.tools.table;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A question to a table: a file of SQL, which begins with the sentence that it answers. Its
 * parameters are variables, {@code getvariable('latest_ms')}.
 */
public final class Question {
  private static final JsonMapper RECORDS =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final String sql;

  private Question(String sql) {
    this.sql = sql;
  }

  /** That of a resource file beside this class. */
  public static Question named(String name) throws IOException {
    return new Question(sql(name));
  }

  static String sql(String name) throws IOException {
    try (InputStream file = Question.class.getResourceAsStream(name + ".sql")) {
      if (file == null) {
        throw new IllegalArgumentException("no question is called '" + name + "'");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Receives a row of the answer. */
  public interface RowSink {
    void row(ResultSet row) throws SQLException;
  }

  /** Sets a variable of the questions that are asked later. */
  public static void set(Table table, String variable, long value) throws IOException {
    table.set(variable, value);
  }

  /** The same with a text. */
  public static void set(Table table, String variable, String value) throws IOException {
    table.set(variable, value);
  }

  /** Asks a table. A question that only makes a view has no answer. */
  public void ask(Table table, RowSink rows) throws IOException {
    table.ask(sql, rows);
  }

  /** Asks a table for records. Their components are columns: {@code counterId} is counter_id. */
  public <T extends Record> List<T> ask(Table table, Class<T> type) throws IOException {
    List<T> answer = new ArrayList<>();
    ask(table, row -> answer.add(record(row, type)));
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

  /** Makes a value of a row of the answer. */
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /**
   * Asks a table, and passes the answer on as it comes: it may be larger than memory. Nothing else
   * may be asked before the stream is closed.
   */
  public <T> Stream<T> stream(Table table, RowReader<T> reader) throws IOException {
    try {
      Statement statement = table.connection().createStatement();
      statement.execute("SET jdbc_stream_results = true");
      ResultSet rows = statement.executeQuery(sql);
      return Stream.iterate(next(rows, reader), Objects::nonNull, last -> next(rows, reader))
          .onClose(() -> end(rows, statement));
    } catch (SQLException e) {
      throw Database.failed(e);
    }
  }

  /** Null after the last row. */
  private static <T> T next(ResultSet rows, RowReader<T> reader) {
    try {
      return rows.next() ? reader.read(rows) : null;
    } catch (SQLException e) {
      throw new UncheckedIOException(Database.failed(e));
    }
  }

  private static void end(ResultSet rows, Statement statement) {
    try (statement) {
      rows.close();
      statement.execute("SET jdbc_stream_results = false");
    } catch (SQLException e) {
      throw new UncheckedIOException(Database.failed(e));
    }
  }
}
